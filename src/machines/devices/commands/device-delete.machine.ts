import { assign, sendParent, setup } from 'xstate'
import type { AuditOutcome } from '../../../../contract/wire/answers/audit.ts'
import type { AuditEntry } from '../../../services/audit/audit-entry.ts'
import type { DeviceAnswer } from '../../../services/devices/device-answer.ts'
import { now } from '../../parts/clock.ts'
import { failed } from '../../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../../parts/not-provided.ts'
import { commandEntry } from '../audit-entries.ts'
import type { DeviceTarget } from '../calls/device-errors.ts'
import { failureCodeOf } from '../calls/failure-code.ts'

/** Deleting a device (spec §7): each of the first two ways is tried twice, 1 s apart, the last one once. */
export const deletionRules = { triesEach: 2, pauseMs: 1_000 } as const

/** The ways to delete a device, in their order (DEV-5). */
export type DeletionWay = 'device' | 'pool' | 'database'

export interface DeletionInput {
  target: DeviceTarget
  userId: string
  /** Why, in a person's words (LIVE-11). */
  reason: string
}

interface DeletionContext extends DeletionInput {
  /** Tries of the present way, this one included. */
  tries: number
  /** When it began, in milliseconds since the epoch. */
  triedAt: number
  /** Which way did it. */
  way: DeletionWay | null
  /** What the last try came to, as a text for a person. */
  message: string
  /** The same as a code, or null. */
  lastError: string | null
}

/** What a deletion tells its supervisor. */
export type DeletionReport =
  | { type: 'audit.noted'; entry: AuditEntry }
  | { type: 'device.deleted'; wordCode: string; way: DeletionWay }

type Answer = DeviceAnswer<unknown>

type DeletionCall = Omit<DeletionInput, 'reason'>

const gone = { type: 'isGone', params: answered } as const
const final = { type: 'endsChain', params: answered } as const

/** Deletes a device, in three ways one after the other; retry policy and breaker have no part in it (DEV-5). */
export const deviceDeleteMachine = setup({
  types: {} as {
    context: DeletionContext
    input: DeletionInput
    tags: 'busy' | 'error'
  },
  actors: {
    /** Tells the device, then removes it. */
    deleteFromDevice: promiseNotProvided<Answer, DeletionCall>('deviceDelete.deleteFromDevice'),
    /** Drops it from the connection pool and the records without telling it. */
    deleteFromPool: promiseNotProvided<Answer, DeletionCall>('deviceDelete.deleteFromPool'),
    /** Removes the record alone. */
    deleteFromDatabase: promiseNotProvided<Answer, DeletionCall>('deviceDelete.deleteFromDatabase'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('deviceDelete.logFailure'),
    beginWay: assign({ tries: 1 }),
    beginTry: assign({ triedAt: ({ self }) => now(self) }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    noteAnswer: assign((_, { answer }: { answer: Answer }) => ({
      message: 'message' in answer ? answer.message : '',
      lastError: failureCodeOf(answer),
    })),
    noteMissingWordCode: assign({ message: 'WordCode not found for device deletion.' }),
    noteCrash: assign((_, { error }: { error: unknown }) => ({
      message: error instanceof Error ? error.message : String(error),
      lastError: 'crash',
    })),
    noteWay: assign((_, { way }: { way: DeletionWay }) => ({ way })),
    /** That it was asked, and how it ended; what each try came to is a step. */
    record: sendParent(
      ({ context: { target, reason, lastError }, self }, { outcome }: { outcome: AuditOutcome }): DeletionReport => ({
        type: 'audit.noted',
        entry: commandEntry({
          ...{ target, reason, outcome, command: 'delete', at: now(self) },
          lastError: outcome === 'succeeded' ? null : lastError,
        }),
      }),
    ),
    reportStep: sendParent(
      (
        { context: { target, tries, triedAt }, self },
        { way, outcome }: { way: DeletionWay; outcome: string | null },
      ): DeletionReport => ({
        type: 'audit.noted',
        entry: {
          ...target,
          at: new Date(now(self)).toISOString(),
          kind: 'delete-step',
          cause: 'delete',
          reason: way === 'database' ? way : `${way} ${tries}/${deletionRules.triesEach}`,
          ...(outcome !== null && { lastError: outcome }),
          durations: [Math.round(Math.max(now(self) - triedAt, 0))],
        },
      }),
    ),
    reportDeleted: sendParent(
      ({ context: { target } }, { way }: { way: DeletionWay }): DeletionReport => ({
        type: 'device.deleted',
        wordCode: target.wordCode,
        way,
      }),
    ),
  },
  guards: {
    hasWordCode: ({ context }) => context.target.wordCode !== '',
    /** 404 means that it is gone already. */
    isGone: (_, { answer }: { answer: Answer }) => answer.kind === 'answered' || isStatus(answer, 404),
    /** Another way would be refused as well. */
    endsChain: (_, { answer }: { answer: Answer }) =>
      answer.kind === 'unauthorized' || isStatus(answer, 403) || isStatus(answer, 422),
    hasTriesLeft: ({ context }) => context.tries < deletionRules.triesEach,
  },
  delays: { pause: deletionRules.pauseMs },
}).createMachine({
  id: 'deviceDelete',
  meta: { requirements: ['DEV-5', 'AUD-2', 'LIVE-11'] },
  context: ({ input }) => ({ ...input, tries: 1, triedAt: 0, way: null, message: '', lastError: null }),
  initial: 'choosing',
  states: {
    choosing: {
      always: [
        { guard: 'hasWordCode', target: 'device', actions: recorded('asked') },
        { target: 'rejected', actions: 'noteMissingWordCode' },
      ],
    },
    device: {
      description: 'Way 1: the device is told, then removed everywhere.',
      ...triedAgain('device', 'deleteFromDevice', '#deviceDelete.pool'),
    },
    pool: {
      description: 'Way 2: it is dropped from the connection pool and the records; the device is not told.',
      ...triedAgain('pool', 'deleteFromPool', '#deviceDelete.database'),
    },
    database: {
      description: 'Way 3: the record alone is removed; device and pool are left as they are.',
      tags: 'busy',
      entry: ['beginWay', 'beginTry'],
      invoke: {
        src: 'deleteFromDatabase',
        input: whom,
        onDone: [
          { guard: gone, target: 'deleted', actions: deletedBy('database') },
          { guard: final, target: 'refused', actions: triedBy('database') },
          { target: 'failed', actions: triedBy('database') },
        ],
        onError: { target: 'failed', actions: crashedBy('database') },
      },
    },
    deleted: { description: 'By the way that did it, or gone before (404).', entry: recorded('succeeded') },
    refused: {
      description: 'The service does not allow it: 401, 403 or 422.',
      tags: 'error',
      entry: recorded('rejected'),
    },
    rejected: { description: 'There is no wordCode to delete by (spec §5).', tags: 'error' },
    failed: {
      description: 'All three ways failed: the final error is shown (DEV-5).',
      tags: 'error',
      entry: recorded('failed'),
    },
  },
})

/** A way that is tried again after a pause, before the next one has its turn. */
function triedAgain<Src extends 'deleteFromDevice' | 'deleteFromPool'>(way: DeletionWay, src: Src, next: string) {
  return {
    tags: 'busy',
    entry: 'beginWay',
    initial: 'deleting',
    states: {
      deleting: {
        entry: 'beginTry',
        invoke: {
          src,
          input: whom,
          onDone: [
            { guard: gone, target: '#deviceDelete.deleted', actions: deletedBy(way) },
            { guard: final, target: '#deviceDelete.refused', actions: triedBy(way) },
            { guard: 'hasTriesLeft', target: 'pausing', actions: triedBy(way) },
            { target: next, actions: triedBy(way) },
          ],
          onError: { target: '#deviceDelete.failed', actions: crashedBy(way) },
        },
      },
      pausing: { after: { pause: { target: 'deleting', actions: 'countTry' } } },
    },
  } as const
}

interface Answered {
  event: { output: Answer }
}

function whom({ context: { target, userId } }: { context: DeletionCall }): DeletionCall {
  return { target, userId }
}

function answered({ event }: Answered): { answer: Answer } {
  return { answer: event.output }
}

function triedBy(way: DeletionWay) {
  return [
    { type: 'reportStep', params: ({ event }: Answered) => ({ way, outcome: failureCodeOf(event.output) }) },
    { type: 'noteAnswer', params: answered },
  ] as const
}

function deletedBy(way: DeletionWay) {
  return [
    { type: 'reportStep', params: ({ event }: Answered) => ({ way, outcome: failureCodeOf(event.output) }) },
    { type: 'noteWay', params: { way } },
    { type: 'reportDeleted', params: { way } },
  ] as const
}

function crashedBy(way: DeletionWay) {
  return [
    { type: 'reportStep', params: { way, outcome: 'crash' } },
    failed('A exclusão do dispositivo falhou.'),
    { type: 'noteCrash', params: ({ event }: { event: { error: unknown } }) => event },
  ] as const
}

function recorded(outcome: AuditOutcome) {
  return { type: 'record', params: { outcome } } as const
}

function isStatus(answer: Answer, status: number): boolean {
  return 'status' in answer && answer.status === status
}
