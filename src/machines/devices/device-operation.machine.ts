import { assign, sendParent, setup } from 'xstate'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided } from '../parts/not-provided.ts'
import {
  CircuitOpenError,
  type DeviceCallError,
  DeviceRejectedError,
  DeviceUnsentError,
} from './calls/device-errors.ts'
import type {
  OperationEnd,
  OperationEvent,
  OperationInput,
  OperationNote,
  OperationReport,
} from './device-operation-protocol.ts'

interface OperationContext extends OperationInput {
  attempts: number
  of: number
  /** Null while an attempt is in progress. */
  nextAttemptAt: number | null
  error: Error | DeviceCallError | null
  /** Milliseconds of each attempt. */
  durations: number[]
}

/** An operation on a device, from the click until its result is shown (DEV-6). */
export const deviceOperationMachine = setup({
  types: {} as {
    context: OperationContext
    events: OperationEvent
    input: OperationInput
    tags: 'busy' | 'error'
  },
  actors: {
    perform: callbackNotProvided<OperationEvent, OperationInput>('deviceOperation.perform'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('deviceOperation.logFailure'),
    noteAttempt: assign((_, { attempts, of }: { attempts: number; of: number }) => ({
      attempts,
      of,
      nextAttemptAt: null,
    })),
    noteWait: assign((_, wait: { attempts: number; of: number; nextAttemptAt: number }) => wait),
    noteDuration: assign(({ context }, { durationMs }: { durationMs: number }) => ({
      durations: [...context.durations, Math.round(durationMs)],
    })),
    noteError: assign((_, { error }: { error: Error }) => ({ error })),
    reportDevice: sendParent(
      ({ context: { operation } }, { device }: { device: Device }): OperationReport => ({
        type: 'device.changed',
        device,
        ...((operation.kind === 'activate' || operation.kind === 'create') && { recounts: true }),
      }),
    ),
    note: sendParent(
      (
        { context: { operation, key, error, durations }, self },
        { outcome }: Pick<OperationNote, 'outcome'>,
      ): OperationNote => ({
        type: 'operation.noted',
        operation,
        key,
        outcome,
        error,
        durations,
        at: now(self),
      }),
    ),
    reportEnd: sendParent(
      ({ context: { operation, error } }, { outcome }: Pick<OperationEnd, 'outcome'>): OperationEnd => ({
        type: 'operation.ended',
        operation,
        outcome,
        error,
      }),
    ),
  },
  guards: {
    /** True if nothing was sent. */
    isRefused: (_, { error }: { error: Error }) =>
      error instanceof DeviceUnsentError || (error instanceof CircuitOpenError && error.attempts === 0),
    isRejected: (_, { error }: { error: Error }) => error instanceof DeviceRejectedError,
  },
}).createMachine({
  id: 'deviceOperation',
  meta: { requirements: ['DEV-6', 'CB-6', 'A11Y-3', 'LIVE-11'] },
  context: ({ input }) => ({ ...input, attempts: 1, of: 1, nextAttemptAt: null, error: null, durations: [] }),
  initial: 'running',
  states: {
    running: {
      tags: 'busy',
      entry: { type: 'note', params: { outcome: 'asked' } },
      invoke: {
        src: 'perform',
        input: ({ context: { operation, userId, calls, key } }) => ({ operation, userId, calls, key }),
        onError: {
          target: 'failed',
          actions: failed('A operação no dispositivo falhou.'),
        },
      },
      on: {
        'attempt.ends': { actions: { type: 'noteDuration', params: ({ event }) => event } },
        'operation.succeeds': {
          target: 'succeeded',
          actions: { type: 'reportDevice', params: ({ event }) => event },
        },
        'operation.ends': 'succeeded',
        'operation.fails': [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'noteError', params: ({ event }) => event },
          },
          {
            guard: { type: 'isRejected', params: ({ event }) => event },
            target: 'rejected',
            actions: { type: 'noteError', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'noteError', params: ({ event }) => event } },
        ],
        'operation.cancel': 'cancelled',
      },
      initial: 'attempting',
      states: {
        attempting: {
          on: { 'attempt.waits': { target: 'waiting', actions: { type: 'noteWait', params: ({ event }) => event } } },
        },
        waiting: {
          description: 'The attempt failed; the next one follows after a delay (RET-1).',
          on: {
            'attempt.begins': { target: 'attempting', actions: { type: 'noteAttempt', params: ({ event }) => event } },
          },
        },
      },
    },
    succeeded: { entry: ended('succeeded') },
    refused: {
      description: 'The circuit is open (CB-3), or this computer has no network (STATE-8): nothing was sent.',
      tags: 'error',
      entry: ended('refused'),
    },
    rejected: {
      description: 'The service answered with a refusal (DEV-3).',
      tags: 'error',
      entry: ended('rejected'),
    },
    failed: {
      description: 'The last attempt failed, or the operation itself crashed.',
      tags: 'error',
      entry: ended('failed'),
    },
    cancelled: { entry: ended('cancelled') },
  },
})

function ended(outcome: OperationEnd['outcome']) {
  return [
    { type: 'note', params: { outcome } },
    { type: 'reportEnd', params: { outcome } },
  ] as const
}
