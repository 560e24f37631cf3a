import { assign, setup } from 'xstate'
import type { AlarmLoad } from '../../../contract/wire/answers/alarm-load.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

interface AlarmLoadContext {
  /** Number of days back. */
  days: number
  load: AlarmLoad | null
}

/** The exported table: shifts, or the devices with the most incidents. */
export type LoadSheet = 'shifts' | 'devices'

export type AlarmLoadEvent =
  /** The page of the last `days` days was opened. */
  | { type: 'load.choose'; days: number }
  | { type: 'load.reload' }
  /** A person asks for a table as a file. */
  | { type: 'load.export'; what: LoadSheet }
  | { type: 'server.restored' }

/** How many incidents notified people, shift by shift (INC-9). */
export const alarmLoadMachine = setup({
  types: {} as { context: AlarmLoadContext; events: AlarmLoadEvent; tags: 'loading' | 'error' },
  actors: { load: promiseNotProvided<AlarmLoad, { days: number }>('alarmLoad.load') },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('alarmLoad.logFailure'),
    /** Saves the table as a file for the user. */
    save: effectNotProvided<{ load: AlarmLoad; what: LoadSheet }>('alarmLoad.save'),
    choose: assign((_, { days }: { days: number }) => ({ days, load: null })),
    take: assign((_, { load }: { load: AlarmLoad }) => ({ load })),
  },
}).createMachine({
  id: 'alarmLoad',
  description: 'Loaded when its page is opened; not updated after that.',
  meta: { requirements: ['INC-9'] },
  context: { days: 0, load: null },
  initial: 'unasked',
  on: {
    'load.choose': { target: '.loading', actions: { type: 'choose', params: ({ event }) => event } },
  },
  states: {
    unasked: { tags: 'loading' },
    loading: {
      tags: 'loading',
      invoke: {
        src: 'load',
        input: ({ context: { days } }) => ({ days }),
        onDone: { target: 'shown', actions: { type: 'take', params: ({ event }) => ({ load: event.output }) } },
        onError: { target: 'failed', actions: failed('Carga de ocorrências não carregada.') },
      },
    },
    shown: {
      on: {
        'load.export': {
          actions: {
            type: 'save',
            params: ({ context: { load }, event: { what } }) => {
              if (load === null) throw new Error('no data is loaded to export')
              return { load, what }
            },
          },
        },
      },
    },
    failed: { tags: 'error', on: { 'load.reload': 'loading', 'server.restored': 'loading' } },
  },
})
