import { assign, sendParent, setup } from 'xstate'
import type { AuditOutcome } from '../../../../contract/wire/answers/audit.ts'
import type { AuditEntry } from '../../../services/audit/audit-entry.ts'
import type { DeviceAnswer } from '../../../services/devices/device-answer.ts'
import { now } from '../../parts/clock.ts'
import { errorText } from '../../parts/error-text.ts'
import { failed } from '../../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../../parts/not-provided.ts'
import { commandEntry } from '../audit-entries.ts'
import type { DeviceTarget } from '../calls/device-errors.ts'
import { failureCodeOf } from '../calls/failure-code.ts'

/** Deleting a device (spec §7): each of the first two ways is tried twice with a pause of 1 s, the last one once. */
export const deletionRules = { triesEach: 2, pauseMs: 1_000 } as const

/** The ways to delete a device, in their order (DEV-5). */
export type DeletionWay = 'device' | 'pool' | 'database'

export interface DeletionInput {
  target: DeviceTarget
  userId: string
  /** The reason given by the user (LIVE-11). */
  reason: string
}

interface DeletionContext extends DeletionInput {
  /** Number of tries of the current way, including the current try. */
  tries: number
  /** Start of the current try, in milliseconds since the epoch. */
  triedAt: number
  /** The way that succeeded. */
  way: DeletionWay | null
  /** The result of the last try, as a text for the user. */
  message: string
  /** The result of the last try as a code, or null. */
  lastError: string | null
}

/** Events that a deletion sends to its supervisor. */
export type DeletionReport =
  | { type: 'audit.noted'; entry: AuditEntry }
  | { type: 'device.deleted'; wordCode: string; way: DeletionWay }

type Answer = DeviceAnswer<unknown>

type DeletionCall = Omit<DeletionInput, 'reason'>

const gone = { type: 'isGone', params: answered } as const
const final = { type: 'endsChain', params: answered } as const
const unsent = { type: 'isUnsent', params: answered } as const

/** Deletes a device in up to three ways, one after the other, without retry policy and breaker (DEV-5). */
export const deviceDeleteMachine = setup({
  types: {} as {
    context: DeletionContext
    input: DeletionInput
    tags: 'busy' | 'error'
  },
  actors: {
    /** Notifies the device, then removes it. */
    deleteFromDevice: promiseNotProvided<Answer, DeletionCall>('deviceDelete.deleteFromDevice'),
    /** Removes the device from the connection pool and the records without notifying it. */
    deleteFromPool: promiseNotProvided<Answer, DeletionCall>('deviceDelete.deleteFromPool'),
    /** Removes only the record. */
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
      message: errorText(error),
      lastError: 'crash',
    })),
    noteWay: assign((_, { way }: { way: DeletionWay | null }) => ({ way })),
    /** Records the request and the result of the deletion; each try is recorded as a step. */
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
    /**
     * Returns whether the answer means that the device is already deleted: a 404, unless the service states that the
     * device was not deleted.
     */
    isGone: (_, { answer }: { answer: Answer }) =>
      answer.kind === 'answered' || (isStatus(answer, 404) && !deniesDeletion(answer)),
    /** Errors for which the other ways would be refused as well. */
    endsChain: (_, { answer }: { answer: Answer }) =>
      answer.kind === 'unauthorized' || isStatus(answer, 403) || isStatus(answer, 422) || deniesDeletion(answer),
    /** Without a network no other way helps (STATE-8). */
    isUnsent: (_, { answer }: { answer: Answer }) => answer.kind === 'unsent',
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
      description: 'Way 1: notifies the device, then removes it everywhere.',
      ...triedAgain('device', 'deleteFromDevice', '#deviceDelete.pool'),
    },
    pool: {
      description: 'Way 2: removes the device from the connection pool and the records, without notifying it.',
      ...triedAgain('pool', 'deleteFromPool', '#deviceDelete.database'),
    },
    database: {
      description: 'Way 3: removes only the record; device and pool are not changed.',
      tags: 'busy',
      entry: ['beginWay', 'beginTry'],
      invoke: {
        src: 'deleteFromDatabase',
        input: callInput,
        onDone: [
          { guard: gone, target: 'deleted', actions: deletedBy('database') },
          { guard: final, target: 'refused', actions: triedBy('database') },
          { target: 'failed', actions: triedBy('database') },
        ],
        onError: { target: 'failed', actions: crashedBy('database') },
      },
    },
    deleted: {
      description: 'Deleted in one of the three ways, or already deleted before (404).',
      entry: recorded('succeeded'),
    },
    refused: {
      description: 'The service refused the deletion: 401, 403, 422, or 404 with `gone: false`.',
      tags: 'error',
      entry: recorded('rejected'),
    },
    rejected: { description: 'The wordCode is missing (spec §5).', tags: 'error' },
    failed: {
      description: 'All three ways failed, or this computer has no network: the final error is shown (DEV-5, STATE-8).',
      tags: 'error',
      entry: recorded('failed'),
    },
  },
})

/** A way that is tried again after a pause, before the next way. */
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
          input: callInput,
          onDone: [
            { guard: gone, target: '#deviceDelete.deleted', actions: deletedBy(way) },
            { guard: final, target: '#deviceDelete.refused', actions: triedBy(way) },
            { guard: unsent, target: '#deviceDelete.failed', actions: triedBy(way) },
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

function callInput({ context: { target, userId } }: { context: DeletionCall }): DeletionCall {
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
    // A 404 means that another call deleted the device, so the way of the deletion is unknown.
    { type: 'noteWay', params: ({ event }: Answered) => ({ way: isStatus(event.output, 404) ? null : way }) },
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

function deniesDeletion(answer: Answer): boolean {
  return answer.kind === 'rejected' && answer.status === 404 && answer.gone === false
}
