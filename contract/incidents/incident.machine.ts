import { and, assign, not, raise, setup, stateIn } from 'xstate'
import type { IncidentAct, IncidentKind, IncidentNotice } from '../wire/answers/incidents.ts'
import { gatheredForMs, oscillationChanges, oscillationMs, reopenedWithinMs } from './incident-rules.ts'

export interface IncidentContext {
  kind: IncidentKind
  /** When it began last. Times in milliseconds since the epoch, as are all below. */
  beganAt: number
  /** Devices without contact; of a door or gate 1 while it may happen again. */
  failing: number
  /** When the last device failed, or the door was forced again. */
  failedAt: number
  /** How often it was told to begin or to grow. */
  times: number
  /** When it began and was over, in turns, oldest first, as far back as an oscillation is seen by. */
  changes: readonly number[]
  owner: string | null
  silence: { until: number; reason: string; by: string } | null
  resolvedAt: number | null
  reopenings: number
  word: string
}

export type IncidentEvent =
  /** Another device fails, or the same thing happens again, while it lasts. */
  | { type: 'facts.grew'; at: number; failing: number }
  /** Some are back, others not. */
  | { type: 'facts.shrank'; at: number; failing: number }
  /** All was well, and is not again. */
  | { type: 'facts.returned'; at: number; failing: number }
  /** All is well. */
  | { type: 'facts.cleared'; at: number }
  /** It is part of something larger. */
  | { type: 'facts.merged'; at: number }
  | { type: 'person.claimed'; at: number; by: string }
  | { type: 'person.released'; at: number; by: string }
  | { type: 'person.handedOver'; at: number; by: string; to: string }
  | { type: 'person.silenced'; at: number; by: string; until: number; reason: string }
  | { type: 'person.endedSilence'; at: number; by: string }
  | { type: 'person.closed'; at: number; by: string; word: string }
  /** Nothing happened but that it is later. */
  | { type: 'clock.reached'; at: number }
  /** Raised: it comes and goes no more. */
  | { type: 'signal.calmed'; at: number }

const note = (act: IncidentAct) => ({ type: 'note' as const, params: { act } })
/** INC-4: of a silenced one nobody is told. */
const tell = (notice: IncidentNotice) => ({
  type: 'tell' as const,
  params: ({ context }: { context: IncidentContext }) => ({ notice: context.silence === null ? notice : null }),
})

/**
 * The life of one incident (INC-2), which the server moves by XState's pure transition over what it has stored: it has no timers of its
 * own, and `incidentDueAt` says when it is to hear of the clock. `note` and `tell` are effects that the server carries out.
 */
export const incidentMachine = setup({
  types: {} as {
    context: IncidentContext
    events: IncidentEvent
    input: { kind: IncidentKind; at: number; failing: number }
    tags: 'open' | 'over'
  },
  actions: {
    /** Writes down what became of it. */
    note: (_, _params: { act: IncidentAct }) => {},
    /** Calls those who see it; null calls nobody. */
    tell: (_, _params: { notice: IncidentNotice | null }) => {},
    grow: assign(({ context }, { at, failing }: { at: number; failing: number }) => ({
      failing,
      failedAt: at,
      times: context.times + 1,
    })),
    shrink: assign((_, { failing }: { failing: number }) => ({ failing })),
    clear: assign({ failing: 0 }),
    change: assign(({ context, event }) => ({ changes: recentChanges([...context.changes, event.at], event.at) })),
    resolve: assign(({ event }) => ({ resolvedAt: event.at, silence: null })),
    resolveAtLastChange: assign(({ context, event }) => ({
      resolvedAt: context.changes.at(-1) ?? event.at,
      silence: null,
    })),
    reopen: assign(({ context, event }) => ({
      beganAt: event.at,
      resolvedAt: null,
      owner: null,
      reopenings: context.reopenings + 1,
    })),
    own: assign((_, { by }: { by: string }) => ({ owner: by })),
    disown: assign({ owner: null }),
    silence: assign((_, { until, reason, by }: { until: number; reason: string; by: string }) => ({
      silence: { until, reason, by },
    })),
    endSilence: assign({ silence: null }),
    putInWords: assign((_, { word }: { word: string }) => ({ word })),
  },
  guards: {
    isGathered: ({ context, event }) => event.at >= context.beganAt + gatheredForMs,
    isOneMoment: ({ context }) => isMoment(context.kind),
    isThirdChange: ({ context, event }) =>
      recentChanges([...context.changes, event.at], event.at).length >= oscillationChanges,
    isCalm: ({ context, event }) => recentChanges(context.changes, event.at).length < oscillationChanges,
    isOver: and([not(stateIn({ signal: 'oscillating' })), not('isThirdChange')]),
    isTold: stateIn({ notice: 'told' }),
    isAllWell: ({ context }) => context.failing === 0,
    isOwned: ({ context }) => context.owner !== null,
    /** Nobody is told that what is over with it is silenced no more. */
    isSilenceOver: ({ context, event }) =>
      context.silence !== null && event.at >= context.silence.until && !hasNotHappenedAgain(context, event.at),
    hasNotHappenedAgain: ({ context, event }) => hasNotHappenedAgain(context, event.at),
    endsByWord: ({ context }) => isMoment(context.kind) || context.failing === 0,
    isLongOver: ({ context, event }) => event.at >= (context.resolvedAt ?? 0) + reopenedWithinMs,
    mayReturn: and([stateIn({ life: 'resolved' }), not('isLongOver')]),
  },
}).createMachine({
  id: 'incident',
  meta: { requirements: ['INC-2', 'INC-3', 'INC-4', 'INC-5', 'INC-6'] },
  context: ({ input: { kind, at, failing } }) => ({
    kind,
    beganAt: at,
    failing,
    failedAt: at,
    times: 1,
    changes: [at],
    owner: null,
    silence: null,
    resolvedAt: null,
    reopenings: 0,
    word: '',
  }),
  entry: note('opened'),
  type: 'parallel',
  states: {
    notice: {
      description: 'Who sees it is called once, when it is clear what it embraces, and once when it is over.',
      initial: 'gathering',
      states: {
        gathering: {
          description: 'What fails in these two seconds is told with it; a forced door is told at once.',
          always: { guard: 'isOneMoment', target: 'told', actions: tell('opened') },
          on: {
            'clock.reached': { guard: 'isGathered', target: 'told', actions: tell('opened') },
            'facts.cleared': { guard: 'isOver', target: 'quiet' },
            'facts.merged': 'quiet',
            'person.closed': { guard: 'endsByWord', target: 'quiet' },
          },
        },
        told: {
          on: {
            'facts.cleared': { guard: 'isOver', target: 'quiet', actions: tell('recovered') },
            'signal.calmed': [
              { guard: 'isAllWell', target: 'quiet', actions: tell('recovered') },
              { actions: tell('lasts') },
            ],
            'facts.merged': 'quiet',
            'clock.reached': { guard: 'hasNotHappenedAgain', target: 'quiet' },
            'person.closed': { guard: 'endsByWord', target: 'quiet' },
          },
        },
        quiet: { on: { 'facts.returned': { guard: 'mayReturn', target: 'gathering' } } },
      },
    },
    signal: {
      description: 'Whether it comes and goes: three changes in a quarter of an hour (INC-5).',
      initial: 'steady',
      states: {
        steady: {
          on: {
            'facts.returned': [
              {
                guard: and(['mayReturn', 'isThirdChange']),
                target: 'oscillating',
                actions: ['change', note('oscillates')],
              },
              { guard: 'mayReturn', actions: 'change' },
            ],
            'facts.cleared': [
              {
                guard: and(['isThirdChange', 'isTold']),
                target: 'oscillating',
                actions: ['change', note('oscillates'), tell('oscillates')],
              },
              { guard: 'isThirdChange', target: 'oscillating', actions: ['change', note('oscillates')] },
              { actions: 'change' },
            ],
          },
        },
        oscillating: {
          description: 'Neither its end nor its return calls anybody; how it stands then is told when it has calmed.',
          on: {
            'facts.returned': { actions: 'change' },
            'facts.cleared': { actions: 'change' },
            'facts.merged': 'steady',
            'person.closed': { guard: 'endsByWord', target: 'steady' },
            'clock.reached': {
              guard: 'isCalm',
              target: 'steady',
              actions: [note('calmed'), raise(({ event }) => ({ type: 'signal.calmed', at: event.at }))],
            },
          },
        },
      },
    },
    life: {
      description: 'Whose hands it is in, and whether it is over.',
      initial: 'open',
      states: {
        open: {
          tags: 'open',
          initial: 'new',
          on: {
            'facts.grew': { actions: { type: 'grow', params: ({ event }) => event } },
            'facts.shrank': { actions: { type: 'shrink', params: ({ event }) => event } },
            'facts.returned': { actions: { type: 'grow', params: ({ event }) => event } },
            'facts.cleared': [
              { guard: 'isOver', target: 'resolved', actions: ['clear', 'resolve', note('resolved')] },
              { actions: 'clear' },
            ],
            'signal.calmed': {
              guard: 'isAllWell',
              target: 'resolved',
              actions: ['resolveAtLastChange', note('resolved')],
            },
            'facts.merged': { target: 'merged', actions: ['resolve', note('merged')] },
            'clock.reached': {
              guard: 'hasNotHappenedAgain',
              target: 'resolved',
              actions: ['clear', 'resolve', note('resolved')],
            },
            'person.closed': {
              guard: 'endsByWord',
              target: 'closed',
              actions: ['clear', 'resolve', { type: 'putInWords', params: ({ event }) => event }, note('closed')],
            },
            'person.silenced': {
              target: '.silenced',
              actions: [{ type: 'silence', params: ({ event }) => event }, note('silenced')],
            },
            'person.handedOver': {
              guard: 'isOwned',
              actions: [{ type: 'own', params: ({ event }) => ({ by: event.to }) }, note('handed-over')],
            },
          },
          states: {
            new: {
              description: 'Nobody is on it.',
              on: {
                'person.claimed': {
                  target: 'claimed',
                  actions: [{ type: 'own', params: ({ event }) => event }, note('claimed')],
                },
              },
            },
            claimed: {
              description: 'Somebody is on it; who comes second sees who.',
              on: { 'person.released': { target: 'new', actions: ['disown', note('released')] } },
            },
            silenced: {
              description: 'It calls nobody until an hour that somebody has named; it is shown as ever.',
              on: {
                'person.claimed': {
                  guard: not('isOwned'),
                  actions: [{ type: 'own', params: ({ event }) => event }, note('claimed')],
                },
                'person.endedSilence': [
                  { guard: 'isOwned', target: 'claimed', actions: ['endSilence', note('silence-ended')] },
                  { target: 'new', actions: ['endSilence', note('silence-ended')] },
                ],
                'clock.reached': [
                  {
                    guard: and(['isSilenceOver', 'isOwned']),
                    target: 'claimed',
                    actions: ['endSilence', note('silence-ended'), tell('silence-over')],
                  },
                  {
                    guard: 'isSilenceOver',
                    target: 'new',
                    actions: ['endSilence', note('silence-ended'), tell('silence-over')],
                  },
                ],
              },
            },
          },
        },
        resolved: {
          description: 'All is well. What returns within half an hour is the same incident, and nobody’s.',
          tags: 'over',
          on: {
            'facts.returned': {
              guard: 'mayReturn',
              target: 'open',
              actions: ['reopen', { type: 'grow', params: ({ event }) => event }, note('reopened')],
            },
            'person.closed': {
              target: 'closed',
              actions: [{ type: 'putInWords', params: ({ event }) => event }, note('closed')],
            },
            'clock.reached': { guard: 'isLongOver', target: 'closed' },
          },
        },
        closed: { description: 'Over for good, with a word on what it was or without.', tags: 'over' },
        merged: { description: 'Part of a larger one.', tags: 'over' },
      },
    },
  },
})

/** A door or gate: it happens, and nobody tells when it is well again. */
export function isMoment(kind: IncidentKind): boolean {
  return kind !== 'contact'
}

/** A door is forced once, and nobody says that it is well again. */
function hasNotHappenedAgain({ kind, failedAt }: IncidentContext, at: number): boolean {
  return isMoment(kind) && at >= failedAt + reopenedWithinMs
}

/** More cannot be told from each other on a screen. */
const mostChanges = 100

/** Those of the last quarter of an hour. */
export function recentChanges(changes: readonly number[], at: number): readonly number[] {
  return changes.filter((each) => each > at - oscillationMs).slice(-mostChanges)
}
