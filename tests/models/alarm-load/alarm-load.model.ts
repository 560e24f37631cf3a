import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface AlarmLoadModelContext extends ModelContext {
  days: number
  shown: number | null
}

export type AlarmLoadModelEvent =
  | { type: 'person.opensPage'; days: number }
  | { type: 'person.triesAgain' }
  | { type: 'person.exports'; what: 'shifts' | 'devices' }
  | { type: 'server.counts'; alarms: number }
  | { type: 'server.fails' }
  | { type: 'server.recovers' }

type Context = AlarmLoadModelContext
const { update } = modelActions<Context, AlarmLoadModelEvent>()
const opens = {
  target: '.loading',
  actions: update(({ did }, event) => {
    const days = 'days' in event ? event.days : 0
    return { days, shown: null, did: [...did, entry('asks', 'load', { days })] }
  }),
}
const again = {
  target: 'loading',
  actions: update(({ did, days }) => ({ did: [...did, entry('asks', 'load', { days })] })),
}

/** INC-9: the page shows the days that were requested last. */
export const alarmLoadModel = setup({
  types: {} as { context: Context; events: AlarmLoadModelEvent },
}).createMachine({
  id: 'alarm load model',
  context: { now: 0, did: [], days: 0, shown: null },
  initial: 'unasked',
  on: { 'person.opensPage': opens },
  states: {
    unasked: { tags: 'loading' },
    loading: {
      tags: 'loading',
      on: {
        'server.counts': {
          target: 'shown',
          actions: update((_, event) => ({ shown: 'alarms' in event ? event.alarms : null })),
        },
        'server.fails': {
          target: 'failed',
          actions: update(({ did }) => ({
            did: [...did, entry('does', 'logFailure', 'Carga de ocorrências não carregada.')],
          })),
        },
      },
    },
    shown: {
      on: {
        'person.exports': {
          actions: update(({ did, shown }, event) => ({
            did: [...did, entry('does', 'save', ['what' in event ? event.what : '', shown])],
          })),
        },
      },
    },
    failed: { tags: 'error', on: { 'person.triesAgain': again, 'server.recovers': again } },
  },
})
