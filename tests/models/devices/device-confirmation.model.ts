import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { epoch } from '../parts/production-actor.ts'

const hourMs = 3_600_000
/** Six o'clock in the morning in São Paulo, the time zone of the tests. */
const nextMorning = Math.ceil((epoch - 9 * hourMs + 1) / (24 * hourMs)) * 24 * hourMs + 9 * hourMs

const target = { wordCode: 'AV-01', condominiumId: 'c1' }

/** Commands with an effect at a gate (LIVE-11), and the event that each confirmation sends. */
export const commands = {
  restart: {
    command: { kind: 'restart', target },
    order: (reason: string) =>
      entry('reports', 'device.operate', { operation: { kind: 'restart', ...{ target, reason } } }),
  },
  activate: {
    command: { kind: 'activate', target, active: true },
    order: (reason: string) => entry('reports', 'device.operate', { operation: activation(true, reason) }),
  },
  deactivate: {
    command: { kind: 'activate', target, active: false },
    order: (reason: string) => entry('reports', 'device.operate', { operation: activation(false, reason) }),
  },
  reset: {
    command: { kind: 'reset', target },
    order: (reason: string) => entry('reports', 'device.reset', { target, reason }),
  },
  isolate: {
    command: { kind: 'isolate', target, span: '4h' },
    order: (reason: string) => entry('reports', 'device.isolate', { target, until: epoch + 4 * hourMs, reason }),
  },
  isolateForTheNight: {
    command: { kind: 'isolate', target, span: 'untilMorning' },
    order: (reason: string) => entry('reports', 'device.isolate', { target, until: nextMorning, reason }),
  },
  release: {
    command: { kind: 'release', target },
    order: (reason: string) => entry('reports', 'device.release', { target, reason }),
  },
  delete: {
    command: { kind: 'delete', target },
    order: (reason: string) => entry('reports', 'device.delete', { target, reason }),
  },
} as const

export type Command = keyof typeof commands

function activation(active: boolean, reason: string) {
  return { kind: 'activate', target, active, reason, undoes: false }
}

/** Reasons that a person may type, and the stored reason; null if the reason is invalid. */
export const typings = {
  none: { typed: '', kept: '' },
  blank: { typed: ' \n\t ', kept: '' },
  dots: { typed: '...', kept: null },
  invisible: { typed: '\u200b\u2060', kept: null },
  tooLong: { typed: 'x'.repeat(201), kept: null },
  longest: { typed: `  ${'x'.repeat(200)} `, kept: 'x'.repeat(200) },
  words: { typed: ' leitor\n travado ', kept: 'leitor travado' },
} as const

export type Typing = keyof typeof typings

export interface ConfirmationModelContext extends ModelContext {
  command: Command | null
  hasProblem: boolean
  refusals: number
}

export type ConfirmationModelEvent =
  | { type: 'person.asks'; command: Command }
  | { type: 'person.confirms'; typing: Typing }
  | { type: 'person.types' }
  | { type: 'person.leaves' }

const { update } = modelActions<ConfirmationModelContext, ConfirmationModelEvent>()

/** LIVE-11: one confirmation with a reason in words; a restart needs no reason. */
export const confirmationModel = setup({
  types: {} as { context: ConfirmationModelContext; events: ConfirmationModelEvent },
  guards: {
    isEnough: ({ context: { command }, event }) => {
      if (event.type !== 'person.confirms') return false
      const { kept } = typings[event.typing]
      return kept !== null && (kept !== '' || command === 'restart')
    },
  },
}).createMachine({
  id: 'device deed model',
  context: { now: 0, did: [], command: null, hasProblem: false, refusals: 0 },
  initial: 'unasked',
  states: {
    unasked: {
      on: {
        'person.asks': {
          target: 'asked',
          actions: update((_, event) =>
            event.type === 'person.asks' ? { command: event.command, hasProblem: false, refusals: 0 } : {},
          ),
        },
      },
    },
    asked: {
      tags: 'asked',
      on: {
        'person.confirms': [
          {
            guard: 'isEnough',
            target: 'unasked',
            actions: update(({ command, did }, event) =>
              command !== null && event.type === 'person.confirms'
                ? { did: [...did, commands[command].order(typings[event.typing].kept ?? '')] }
                : {},
            ),
          },
          { actions: update(({ refusals }) => ({ hasProblem: true, refusals: refusals + 1 })) },
        ],
        'person.types': { actions: update(() => ({ hasProblem: false })) },
        'person.leaves': 'unasked',
      },
    },
  },
})
