import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { epoch } from '../parts/production-actor.ts'

export type Outcome = 'opened' | 'refused' | 'unsent' | 'unknown'

export interface OpeningModelContext extends ModelContext {
  outcome: Outcome | null
  message: string
  /** Time of the outcome; 0 without an outcome. */
  at: number
  hasProblem: boolean
  refusals: number
  presses: number
  isIsolated: boolean
  /** Time of the chart's next deadline, in milliseconds. */
  until: number | null
}

export type OpeningModelEvent =
  | { type: 'person.presses' }
  | { type: 'person.confirms'; typed: string }
  | { type: 'person.types' }
  | { type: 'person.drops' }
  | { type: 'person.isolates' }
  | { type: 'server.answers'; outcome: Outcome | 'reasonMissing' }
  | { type: 'call.crashes' }
  | { type: 'time.passes' }

export const target = { wordCode: 'AV-02', condominiumId: 'c1' }
export const isolatedText = 'o dispositivo está isolado neste computador.'

const { did, logs, update } = modelActions<OpeningModelContext, OpeningModelEvent>()

/** Each press has a key of its own, and a deadline 8 s after it. */
const sends = update(({ now, did, presses }, event) => {
  const reason = event.type === 'person.confirms' ? event.typed.trim() : ''
  const deadline = new Date(epoch + now + 8_000).toISOString()
  return {
    did: [...did, entry('asks', 'send', { target, userId: 'u1', key: `chave ${presses + 1}`, deadline, reason })],
    presses: presses + 1,
    outcome: null,
    message: '',
    at: 0,
    hasProblem: false,
    until: now + 13_000,
  }
})
const takesEnd = update((_, event) =>
  event.type === 'server.answers' && event.outcome !== 'reasonMissing'
    ? { outcome: event.outcome, message: `diz ${event.outcome}`, at: epoch + 7 }
    : {},
)
const isLost = update(({ now }) => ({ outcome: 'unknown' as const, message: '', at: epoch + now }))
const keepsPress = did(entry('does', 'keepPress', target.wordCode))
const dropsPress = did(entry('does', 'dropPress', target.wordCode))
const isBarred = update(({ now }) => ({ outcome: 'unsent' as const, message: isolatedText, at: epoch + now }))
const pauses = update(({ now }) => ({ until: now + 3_000 }))
const isFree = update(() => ({ until: null }))

const passes = update(({ until }) => ({ now: until ?? 0 }))
const told = {
  tags: 'ended',
  entry: [pauses, dropsPress],
  on: { 'time.passes': { target: 'ready', actions: passes } },
} as const

/** OPEN-1, OPEN-2: each press has one call and one outcome; the next press is possible 3 s after the outcome. */
export const openingModel = setup({
  types: {} as { context: OpeningModelContext; events: OpeningModelEvent },
  guards: {
    isIsolated: ({ context }) => context.isIsolated,
    isEmpty: ({ event }) => event.type === 'person.confirms' && event.typed.trim() === '',
    is: ({ event }, { outcome }: { outcome: string }) => event.type === 'server.answers' && event.outcome === outcome,
  },
}).createMachine({
  id: 'gate opening model',
  context: {
    ...{ now: 0, did: [], outcome: null, message: '', at: 0, hasProblem: false, refusals: 0, presses: 0 },
    ...{ isIsolated: false, until: null },
  },
  on: { 'person.isolates': { actions: update(() => ({ isIsolated: true })) } },
  initial: 'ready',
  states: {
    ready: {
      tags: 'idle',
      entry: isFree,
      on: {
        'person.presses': [
          { guard: 'isIsolated', target: 'unsent', actions: isBarred },
          { target: 'sent', actions: sends },
        ],
      },
    },
    asked: {
      tags: 'asked',
      entry: [isFree, dropsPress, update(() => ({ hasProblem: false, refusals: 0 }))],
      on: {
        'person.confirms': [
          {
            guard: 'isEmpty',
            actions: update(({ refusals }) => ({ hasProblem: true, refusals: refusals + 1 })),
          },
          { guard: 'isIsolated', target: 'unsent', actions: isBarred },
          { target: 'sent', actions: sends },
        ],
        'person.types': { actions: update(() => ({ hasProblem: false })) },
        'person.drops': 'ready',
      },
    },
    sent: {
      tags: 'busy',
      entry: keepsPress,
      on: {
        'server.answers': [
          { guard: { type: 'is', params: { outcome: 'reasonMissing' } }, target: 'asked' },
          { guard: { type: 'is', params: { outcome: 'opened' } }, target: 'opened', actions: takesEnd },
          { guard: { type: 'is', params: { outcome: 'refused' } }, target: 'refused', actions: takesEnd },
          { guard: { type: 'is', params: { outcome: 'unsent' } }, target: 'unsent', actions: takesEnd },
          { target: 'unknown', actions: takesEnd },
        ],
        'call.crashes': { target: 'unknown', actions: [isLost, logs('A resposta da abertura se perdeu.')] },
        'time.passes': { target: 'unknown', actions: [passes, isLost] },
      },
    },
    opened: told,
    refused: told,
    unsent: told,
    unknown: { ...told, entry: pauses, exit: dropsPress },
  },
})
