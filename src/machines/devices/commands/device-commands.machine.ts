import { type ActorRefFrom, assign, raise, sendParent, sendTo, setup, stopChild } from 'xstate'
import { failed } from '../../parts/failed.ts'
import { effectNotProvided, machineNotProvided } from '../../parts/not-provided.ts'
import { isRecorded, operationEntry } from '../audit-entries.ts'
import type { DeviceCalls } from '../calls/device-calls.ts'
import type { DeviceTarget } from '../calls/device-errors.ts'
import type { DeviceFormReport, deviceFormMachine } from '../device-form.machine.ts'
import { deviceOperationMachine } from '../device-operation.machine.ts'
import type { DeviceOperation, OperationEnd, OperationNote, OperationReport } from '../device-operation-protocol.ts'
import type { DeviceBulkReport } from './device-bulk.machine.ts'
import type { DeletionReport, deviceDeleteMachine } from './device-delete.machine.ts'

type OperationRef = ActorRefFrom<typeof deviceOperationMachine>
type DeletionRef = ActorRefFrom<typeof deviceDeleteMachine>

interface DeviceCommandsContext extends DeviceCommandsInput {
  /** The last operation on each device, by `operationKey`. */
  operations: Readonly<Record<string, OperationRef>>
  /** Deletions by wordCode. */
  deletions: Readonly<Record<string, DeletionRef>>
}

interface DeviceCommandsInput {
  calls: DeviceCalls
  userId: string
}

/** Commands of a person. */
export type DeviceCommand =
  | { type: 'device.operate'; operation: DeviceOperation }
  /** The circuit in this panel closes immediately; then the server is asked to close its own (CB-6). */
  | { type: 'device.reset'; target: DeviceTarget; reason: string }
  | { type: 'device.delete'; target: DeviceTarget; reason: string }
  /** The user has read the result. */
  | { type: 'device.dismiss'; wordCode: string }
  /** The page with the form of a device was opened. */
  | { type: 'form.open' }
  /** The page with the form was left. */
  | { type: 'form.close' }
  | DeviceBulkReport

type DeviceCommandsEvent =
  | DeviceCommand
  /** Internal events, sent after an ended operation was removed. */
  | { type: 'operation.begin'; operation: DeviceOperation }
  | { type: 'deletion.begin'; target: DeviceTarget; reason: string }
  | OperationReport
  | OperationNote
  | OperationEnd
  | DeletionReport
  | DeviceFormReport

/** Events that the commands send to their supervisor. */
export type DeviceCommandsReport =
  | OperationReport
  | OperationEnd
  | DeletionReport
  /** Another operation on this device is in progress: nothing was sent. */
  | { type: 'bulk.barred'; wordCode: string }

/** The operations on devices: one at a time for each device, from the click until its result was read (DEV-6). */
export const deviceCommandsMachine = setup({
  types: {} as {
    context: DeviceCommandsContext
    events: DeviceCommandsEvent
    input: DeviceCommandsInput
    children: {
      form: 'form'
      [operation: `operation:${string}`]: 'operation'
      [deletion: `deletion:${string}`]: 'deletion'
    }
  },
  actors: {
    operation: deviceOperationMachine,
    deletion: machineNotProvided<typeof deviceDeleteMachine>(),
    form: machineNotProvided<typeof deviceFormMachine>(),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('deviceCommands.logFailure'),
    stopOperation: stopChild((_, { key }: { key: string }) => `operation:${key}`),
    startOperation: assign(({ context, spawn }, { operation }: { operation: DeviceOperation }) => ({
      operations: {
        ...context.operations,
        [operationKey(operation)]: spawn('operation', {
          id: `operation:${operationKey(operation)}`,
          input: { operation, userId: context.userId, calls: context.calls, key: context.calls.newKey() },
        }),
      },
    })),
    startDeletion: assign(({ context, spawn }, { target, reason }: { target: DeviceTarget; reason: string }) => ({
      deletions: {
        ...context.deletions,
        [target.wordCode]: spawn('deletion', {
          id: `deletion:${target.wordCode}`,
          input: { target, reason, userId: context.userId },
        }),
      },
    })),
    stopDeletion: stopChild((_, { wordCode }: { wordCode: string }) => `deletion:${wordCode}`),
    forgetEnded: assign(({ context }, { wordCode }: { wordCode: string }) => ({
      operations: without(without(context.operations, wordCode), resetKey(wordCode)),
      deletions: without(context.deletions, wordCode),
    })),
    dismiss: raise((_, { wordCode }: { wordCode: string }) => ({ type: 'device.dismiss' as const, wordCode })),
    operate: raise((_, { operation }: { operation: DeviceOperation }) => ({
      type: 'device.operate' as const,
      operation,
    })),
    beginOperation: raise((_, { operation }: { operation: DeviceOperation }) => ({
      type: 'operation.begin' as const,
      operation,
    })),
    beginDeletion: raise((_, { target, reason }: { target: DeviceTarget; reason: string }) => ({
      type: 'deletion.begin' as const,
      target,
      reason,
    })),
    notifyForm: sendTo('form', (_, event: OperationEnd | { type: 'operation.barred' }) => event),
    report: sendParent((_, report: DeviceCommandsReport) => report),
  },
  guards: {
    isOperating: ({ context }, { operation }: { operation: DeviceOperation }) =>
      isBusy(context.operations[operationKey(operation)]),
    isDeleting: ({ context }, { target }: { target: DeviceTarget }) => isBusy(context.deletions[target.wordCode]),
    isEngaged: ({ context }, { wordCode }: { wordCode: string }) =>
      [context.operations[wordCode], context.operations[resetKey(wordCode)], context.deletions[wordCode]].some(isBusy),
    isRecorded: (_, note: OperationNote) => isRecorded(note),
  },
}).createMachine({
  id: 'deviceCommands',
  meta: { requirements: ['DEV-6', 'CB-6', 'AUD-2', 'LIVE-11'] },
  context: ({ input }) => ({ ...input, operations: {}, deletions: {} }),
  on: {
    'device.operate': [
      { guard: { type: 'isOperating', params: ({ event }) => event } },
      {
        actions: [
          { type: 'dismiss', params: ({ event }) => event.operation.target },
          { type: 'beginOperation', params: ({ event }) => event },
        ],
      },
    ],
    'bulk.operate': [
      {
        guard: { type: 'isEngaged', params: ({ event }) => event.operation.target },
        actions: {
          type: 'report',
          params: ({ event }) => ({ type: 'bulk.barred', wordCode: event.operation.target.wordCode }),
        },
      },
      { actions: { type: 'operate', params: ({ event }) => event } },
    ],
    'device.reset': {
      actions: [
        { type: 'dismiss', params: ({ event }) => event.target },
        { type: 'beginOperation', params: ({ event }) => ({ operation: { ...event, kind: 'reset' as const } }) },
      ],
    },
    'device.delete': [
      { guard: { type: 'isDeleting', params: ({ event }) => event } },
      {
        actions: [
          { type: 'dismiss', params: ({ event }) => event.target },
          { type: 'beginDeletion', params: ({ event }) => event },
        ],
      },
    ],
    'device.dismiss': [
      { guard: { type: 'isEngaged', params: ({ event }) => event } },
      {
        actions: [
          { type: 'stopOperation', params: ({ event }) => ({ key: event.wordCode }) },
          { type: 'stopOperation', params: ({ event }) => ({ key: resetKey(event.wordCode) }) },
          { type: 'stopDeletion', params: ({ event }) => event },
          { type: 'forgetEnded', params: ({ event }) => event },
        ],
      },
    ],
    'operation.begin': {
      actions: [
        { type: 'stopOperation', params: ({ event }) => ({ key: operationKey(event.operation) }) },
        { type: 'startOperation', params: ({ event }) => event },
      ],
    },
    'deletion.begin': {
      actions: [
        { type: 'stopDeletion', params: ({ event }) => event.target },
        { type: 'startDeletion', params: ({ event }) => event },
      ],
    },
    'operation.noted': {
      guard: { type: 'isRecorded', params: ({ event }) => event },
      actions: { type: 'report', params: ({ event }) => ({ type: 'audit.noted', entry: operationEntry(event) }) },
    },
    'operation.ended': { actions: { type: 'report', params: ({ event }) => event } },
    'audit.noted': { actions: { type: 'report', params: ({ event }) => event } },
    'device.changed': { actions: { type: 'report', params: ({ event }) => event } },
    'device.deleted': { actions: { type: 'report', params: ({ event }) => event } },
  },
  initial: 'unwritten',
  states: {
    unwritten: { on: { 'form.open': 'written' } },
    written: {
      description: 'The form for creating or editing a device; a crashed form restarts, and the typed values stay.',
      invoke: {
        id: 'form',
        src: 'form',
        onError: { target: 'written', reenter: true, actions: failed('O formulário do dispositivo falhou.') },
      },
      on: {
        'form.open': { target: 'written', reenter: true },
        'form.close': 'unwritten',
        'form.operate': [
          {
            guard: { type: 'isOperating', params: ({ event }) => event },
            actions: { type: 'notifyForm', params: { type: 'operation.barred' } },
          },
          { actions: { type: 'operate', params: ({ event }) => event } },
        ],
        'operation.ended': {
          actions: [
            { type: 'notifyForm', params: ({ event }) => event },
            { type: 'report', params: ({ event }) => event },
          ],
        },
      },
    },
  },
})

/** Key of an operation: a reset has its own key, so that it does not wait for other operations on the device. */
function operationKey({ kind, target }: DeviceOperation): string {
  return kind === 'reset' ? resetKey(target.wordCode) : target.wordCode
}

export function resetKey(wordCode: string): string {
  return `${wordCode} reset`
}

function isBusy(ref: OperationRef | DeletionRef | undefined): boolean {
  return ref?.getSnapshot().hasTag('busy') ?? false
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  const { [key]: _, ...rest } = record
  return rest
}
