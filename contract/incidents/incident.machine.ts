import { and, assign, not, raise, setup, stateIn } from 'xstate'
import type { IncidentAct } from '../wire/answers/incident-story.ts'
import type { FailureEnd, IncidentEnd, IncidentKind, IncidentNotice } from '../wire/answers/incidents.ts'
import { gatheredForMs, oscillationChanges, oscillationMs, reopenedWithinMs } from './incident-rules.ts'

export interface IncidentContext {
  kind: IncidentKind
  /** Whether the beginning notifies people. */
  calls: boolean
  /** The last beginning. All times are in milliseconds since the epoch. */
  beganAt: number
  /** Devices without contact; for a door or gate: 1 while it may happen again. */
  failing: number
  /** The last failure of a device, or the last time the door was forced. */
  failedAt: number
  /** Number of `facts` events that began the incident or made it grow. */
  times: number
  /** Times of beginnings and recoveries, alternating, oldest first, as far back as the oscillation check needs. */
  changes: readonly number[]
  owner: string | null
  /** The person who handed the incident to its owner, until the owner answers. */
  passed: { by: string; at: number } | null
  silence: { until: number; reason: string; by: string } | null
  resolvedAt: number | null
  /** How the failures ended since the incident began or reopened: `recovered` only if every device answered. */
  clearedBy: FailureEnd
  end: IncidentEnd | null
  reopenings: number
  word: string
}

export type IncidentEvent =
  /** Another device fails, or the same event happens again during the incident. */
  | { type: 'facts.grew'; at: number; failing: number }
  /** The failures of some devices ended, others last. */
  | { type: 'facts.shrank'; at: number; failing: number; how: FailureEnd }
  /** A device fails again after all had recovered. */
  | { type: 'facts.returned'; at: number; failing: number }
  /** The last failure ended. */
  | { type: 'facts.cleared'; at: number; how: FailureEnd }
  /** No device fails, and the server checks none of the devices any more. */
  | { type: 'facts.left'; at: number; how: FailureEnd }
  /** The incident is now part of a larger incident. */
  | { type: 'facts.merged'; at: number }
  | { type: 'person.claimed'; at: number; by: string }
  | { type: 'person.released'; at: number; by: string }
  | { type: 'person.handedOver'; at: number; by: string; to: string }
  /** The new owner has signed in for it at a change of shift, and needs no call. */
  | { type: 'person.relieved'; at: number; by: string; to: string }
  /** A person becomes the owner in place of an owner who is absent. */
  | { type: 'person.tookOver'; at: number; by: string; from: string }
  | { type: 'person.silenced'; at: number; by: string; until: number; reason: string }
  | { type: 'person.endedSilence'; at: number; by: string }
  | { type: 'person.closed'; at: number; by: string; word: string }
  /** Only time has passed. */
  | { type: 'clock.reached'; at: number }
  /** Raised by the machine: the oscillation ended. */
  | { type: 'signal.calmed'; at: number }

const note = (act: IncidentAct) => ({ type: 'note' as const, params: { act } })
/** Adds the entry about the end of the failures. */
const noteEnd = {
  type: 'note' as const,
  params: ({ context: { clearedBy } }: { context: IncidentContext }) => ({
    act: clearedBy === 'recovered' ? ('resolved' as const) : clearedBy,
  }),
}
const cleared = ({ event: { how } }: { event: { how: FailureEnd } }) => ({ failing: 0, how })
const resolve = (end: IncidentEnd) => ({ type: 'resolve' as const, params: { end } })
const resolveAsCleared = {
  type: 'resolve' as const,
  params: ({ context }: { context: IncidentContext }) => ({ end: context.clearedBy }),
}
/** The new owner confirms that they take care of the incident. */
const answersCall = {
  guard: { type: 'isPassedTo' as const, params: ({ event }: { event: { by: string } }) => event },
  actions: [{ type: 'own' as const, params: ({ event }: { event: { by: string } }) => event }, note('claimed')],
}
/** INC-4: a silenced incident sends no notification. */
const tell = (notice: IncidentNotice) => ({
  type: 'tell' as const,
  params: ({ context }: { context: IncidentContext }) => ({ notice: context.silence === null ? notice : null }),
})

/**
 * The life of one incident (INC-2). The server applies XState's pure transition to the stored snapshot: the machine has
 * no timers, and `incidentDueAt` gives the time of the next `clock.reached`. The server executes the effects `note` and
 * `tell`.
 */
export const incidentMachine = setup({
  types: {} as {
    context: IncidentContext
    events: IncidentEvent
    input: { kind: IncidentKind; at: number; failing: number; calls?: boolean }
    tags: 'open' | 'over'
  },
  actions: {
    /** Adds an entry to the history. */
    note: (_, _params: { act: IncidentAct }) => {},
    /** Notifies the people who may see the incident; null notifies no person. */
    tell: (_, _params: { notice: IncidentNotice | null }) => {},
    grow: assign(({ context }, { at, failing }: { at: number; failing: number }) => ({
      failing,
      failedAt: at,
      times: context.times + 1,
      clearedBy: context.failing === 0 ? ('recovered' as const) : context.clearedBy,
    })),
    shrink: assign(({ context }, { failing, how }: { failing: number; how: FailureEnd }) => ({
      failing,
      clearedBy: how === 'recovered' ? context.clearedBy : endOfBoth(context.clearedBy, how),
    })),
    clear: assign({ failing: 0 }),
    change: assign(({ context, event }) => ({ changes: recentChanges([...context.changes, event.at], event.at) })),
    resolve: assign(({ event }, { end }: { end: IncidentEnd }) => ({
      resolvedAt: event.at,
      silence: null,
      passed: null,
      end,
    })),
    resolveAtLastChange: assign(({ context, event }) => ({
      resolvedAt: context.changes.at(-1) ?? event.at,
      silence: null,
      passed: null,
      end: context.clearedBy,
    })),
    reopen: assign(({ context, event }) => ({
      beganAt: event.at,
      resolvedAt: null,
      end: null,
      owner: null,
      reopenings: context.reopenings + 1,
    })),
    own: assign((_, { by }: { by: string }) => ({ owner: by, passed: null })),
    /** The new owner is called until they answer (DESK-5). */
    pass: assign((_, { by, to, at }: { by: string; to: string; at: number }) => ({ owner: to, passed: { by, at } })),
    disown: assign({ owner: null, passed: null }),
    silence: assign(({ context }, { until, reason, by }: { until: number; reason: string; by: string }) => ({
      silence: { until, reason, by },
      passed: by === context.owner ? null : context.passed,
    })),
    endSilence: assign({ silence: null }),
    putInWords: assign((_, { word }: { word: string }) => ({ word })),
  },
  guards: {
    isGathered: ({ context, event }) => event.at >= context.beganAt + gatheredForMs,
    callsNobody: ({ context }) => !context.calls,
    isOneMoment: ({ context }) => isMoment(context.kind),
    isThirdChange: ({ context, event }) =>
      recentChanges([...context.changes, event.at], event.at).length >= oscillationChanges,
    isCalm: ({ context, event }) => recentChanges(context.changes, event.at).length < oscillationChanges,
    isOver: and([not(stateIn({ signal: 'oscillating' })), not('isThirdChange')]),
    isTold: stateIn({ notice: 'told' }),
    isAllWell: ({ context }) => context.failing === 0,
    isOwned: ({ context }) => context.owner !== null,
    isPassedTo: ({ context }, { by }: { by: string }) => context.passed !== null && context.owner === by,
    /** The end of a silence sends no notification if the incident is over by then. */
    isSilenceOver: ({ context, event }) =>
      context.silence !== null && event.at >= context.silence.until && !hasNotHappenedAgain(context, event.at),
    hasNotHappenedAgain: ({ context, event }) => hasNotHappenedAgain(context, event.at),
    endsByWord: ({ context }) => isMoment(context.kind) || context.failing === 0,
    isLongOver: ({ context, event }) => event.at >= (context.resolvedAt ?? 0) + reopenedWithinMs,
    mayReturn: and([stateIn({ life: 'resolved' }), not('isLongOver')]),
  },
}).createMachine({
  id: 'incident',
  meta: { requirements: ['INC-2', 'INC-3', 'INC-4', 'INC-5', 'INC-6', 'DESK-5', 'BOOK-1'] },
  context: ({ input: { kind, at, failing, calls = true } }) => ({
    kind,
    calls,
    beganAt: at,
    failing,
    failedAt: at,
    times: 1,
    changes: [at],
    owner: null,
    passed: null,
    silence: null,
    resolvedAt: null,
    clearedBy: 'recovered',
    end: null,
    reopenings: 0,
    word: '',
  }),
  entry: note('opened'),
  type: 'parallel',
  states: {
    notice: {
      description:
        'Notifies the people who may see the incident: once when its scope is clear, and once when it is over.',
      initial: 'gathering',
      states: {
        gathering: {
          description:
            'Failures in these two seconds share one notification; a forced door is notified immediately; an occurrence that a person wrote down notifies only at high gravity.',
          always: [
            { guard: 'callsNobody', target: 'quiet' },
            { guard: 'isOneMoment', target: 'told', actions: tell('opened') },
          ],
          on: {
            'clock.reached': { guard: 'isGathered', target: 'told', actions: tell('opened') },
            'facts.cleared': { guard: 'isOver', target: 'quiet' },
            'facts.left': 'quiet',
            'facts.merged': 'quiet',
            'person.closed': { guard: 'endsByWord', target: 'quiet' },
          },
        },
        told: {
          on: {
            'facts.cleared': { guard: 'isOver', target: 'quiet', actions: tell('recovered') },
            'facts.left': { target: 'quiet', actions: tell('recovered') },
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
      description: 'Whether the incident oscillates: three changes in 15 minutes (INC-5).',
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
          description: 'No notification for each end and return; one notification when the oscillation ends.',
          on: {
            'facts.returned': { actions: 'change' },
            'facts.cleared': { actions: 'change' },
            'facts.left': 'steady',
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
      description: 'The owner of the incident, and whether the incident is over.',
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
              {
                guard: 'isOver',
                target: 'resolved',
                actions: [{ type: 'shrink', params: cleared }, resolveAsCleared, noteEnd],
              },
              { actions: { type: 'shrink', params: cleared } },
            ],
            'facts.left': {
              description: 'Devices that the server does not check cannot oscillate.',
              target: 'resolved',
              actions: [{ type: 'shrink', params: cleared }, resolveAsCleared, noteEnd],
            },
            'signal.calmed': {
              guard: 'isAllWell',
              target: 'resolved',
              actions: ['resolveAtLastChange', noteEnd],
            },
            'facts.merged': { target: 'merged', actions: [resolve('merged'), note('merged')] },
            'clock.reached': {
              guard: 'hasNotHappenedAgain',
              target: 'resolved',
              actions: ['clear', resolve('quiet'), note('resolved')],
            },
            'person.closed': {
              guard: 'endsByWord',
              target: 'closed',
              actions: [
                'clear',
                resolve('closed'),
                { type: 'putInWords', params: ({ event }) => event },
                note('closed'),
              ],
            },
            'person.silenced': {
              target: '.silenced',
              actions: [{ type: 'silence', params: ({ event }) => event }, note('silenced')],
            },
            'person.handedOver': {
              description: 'A silence does not keep the call from the new owner.',
              guard: 'isOwned',
              actions: [
                { type: 'pass', params: ({ event }) => event },
                note('handed-over'),
                { type: 'tell', params: { notice: 'handed-over' } },
              ],
            },
            'person.relieved': {
              guard: 'isOwned',
              actions: [{ type: 'own', params: ({ event }) => ({ by: event.to }) }, note('handed-over')],
            },
            'person.tookOver': {
              guard: 'isOwned',
              actions: [{ type: 'own', params: ({ event }) => event }, note('taken-over')],
            },
          },
          states: {
            new: {
              description: 'No person has claimed the incident.',
              on: {
                'person.claimed': {
                  target: 'claimed',
                  actions: [{ type: 'own', params: ({ event }) => event }, note('claimed')],
                },
              },
            },
            claimed: {
              description: 'A person has claimed the incident; other people see who.',
              on: {
                'person.claimed': answersCall,
                'person.released': { target: 'new', actions: ['disown', note('released')] },
              },
            },
            silenced: {
              description: 'No notifications until the time that a person chose; the incident stays visible.',
              on: {
                'person.claimed': [
                  {
                    guard: not('isOwned'),
                    actions: [{ type: 'own', params: ({ event }) => event }, note('claimed')],
                  },
                  answersCall,
                ],
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
          description:
            'Recovered. If the failure returns within 30 minutes, the same incident reopens without an owner.',
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
        closed: { description: 'Finally over, with or without a closing text.', tags: 'over' },
        merged: { description: 'Part of a larger incident.', tags: 'over' },
      },
    },
  },
})

/**
 * Returns whether the server receives no recovery for this kind: a door or gate sends only events, and a written
 * occurrence sends nothing.
 */
export function isMoment(kind: IncidentKind): boolean {
  return kind !== 'contact'
}

/** Returns whether the same device may send the same event again. Such an incident ends when no event repeats in time. */
export function mayRepeat(kind: IncidentKind): boolean {
  return isMoment(kind) && kind !== 'reported'
}

/** A forced door sends one event and no recovery. */
function hasNotHappenedAgain({ kind, failedAt }: IncidentContext, at: number): boolean {
  return mayRepeat(kind) && at >= failedAt + reopenedWithinMs
}

/** Combines two ends of failures: two different ends without an answer give `unwatched`. */
function endOfBoth(earlier: FailureEnd, how: FailureEnd): FailureEnd {
  return earlier === 'recovered' || earlier === how || how === 'split' ? how : 'unwatched'
}

/** More changes are indistinguishable on a screen. */
const mostChanges = 100

/** The changes of the last 15 minutes. */
export function recentChanges(changes: readonly number[], at: number): readonly number[] {
  return changes.filter((each) => each > at - oscillationMs).slice(-mostChanges)
}
