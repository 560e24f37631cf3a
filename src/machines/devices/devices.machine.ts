import { type ActorRefFrom, assign, not, raise, sendParent, sendTo, setup, stopChild } from 'xstate'
import type { BreakerReport } from '../breaker/breaker.machine.ts'
import { now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, machineNotProvided } from '../parts/not-provided.ts'
import { serverNow } from '../parts/server-now.ts'
import type { textCopyMachine } from '../parts/text-copy.machine.ts'
import { isRecorded, moveEntry, operationEntry, refusalsEntry } from './audit-entries.ts'
import type { DeviceBulkEvent, DeviceBulkReport, deviceBulkMachine } from './device-bulk.machine.ts'
import { DeviceCalls } from './device-calls.ts'
import { type DeviceDeedReport, deviceDeedMachine } from './device-deed.machine.ts'
import { type DeletionReport, deviceDeleteMachine } from './device-delete.machine.ts'
import type { DeviceTarget } from './device-errors.ts'
import { type DeviceFormReport, deviceFormMachine } from './device-form.machine.ts'
import { deviceOperationMachine } from './device-operation.machine.ts'
import type { DeviceOperation, OperationEnd, OperationNote, OperationReport } from './device-operation-protocol.ts'
import type { deviceTimelineMachine } from './device-timeline.machine.ts'
import { deviceTrialsMachine } from './device-trials.machine.ts'

type OperationRef = ActorRefFrom<typeof deviceOperationMachine>
type DeletionRef = ActorRefFrom<typeof deviceDeleteMachine>

interface DevicesContext extends DevicesInput {
  calls: DeviceCalls
  /** Raised when circuits or results have changed. */
  revision: number
  /** The last thing that a person did with a device, by `operationKey`. */
  operations: Readonly<Record<string, OperationRef>>
  /** By wordCode. */
  deletions: Readonly<Record<string, DeletionRef>>
  /** Until when devices are isolated, in milliseconds since the epoch, as last reported. */
  isolatedUntil: IsolationsReport['until']
  /** What the pages of devices work with; null until the first of them is shown. */
  desk: { [Part in keyof DeskCharts]: ActorRefFrom<DeskCharts[Part]> } | null
}

/** The charts that come with the pages of devices. */
export interface DeskCharts {
  copy: typeof textCopyMachine
  timeline: typeof deviceTimelineMachine
  bulk: typeof deviceBulkMachine
}

interface DevicesInput {
  userId: string
  /** What the person is called. */
  userName: string
}

/** The devices that are isolated, and until when, in milliseconds since the epoch on the server's clock. */
export interface IsolationsReport {
  type: 'isolations.changed'
  until: Readonly<Record<string, number>>
}

/** The desk is asked for them. */
export interface DeskOrder {
  type: 'desk.order'
}

export type DevicesEvent =
  /** A view looks at a device: its breaker lives meanwhile (CB-8). */
  | { type: 'device.watch'; target: DeviceTarget }
  | { type: 'device.unwatch'; wordCode: string }
  | { type: 'device.operate'; operation: DeviceOperation }
  /** Closes the circuit at once (CB-6). */
  | { type: 'device.reset'; target: DeviceTarget; reason: string }
  /** Lets nothing through to it until then. */
  | { type: 'device.isolate'; target: DeviceTarget; until: number; reason: string }
  | { type: 'device.release'; target: DeviceTarget; reason: string }
  | { type: 'device.delete'; target: DeviceTarget; reason: string }
  /** A person has read how it ended. */
  | { type: 'device.dismiss'; wordCode: string }
  /** The page with the form of a device is shown. */
  | { type: 'form.open' }
  /** That page was left. */
  | { type: 'form.close' }
  /** Its own, once what has ended is out of the way. */
  | { type: 'operation.begin'; operation: DeviceOperation }
  | { type: 'deletion.begin'; target: DeviceTarget; reason: string }
  | { type: 'circuits.changed' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'deviceService.lost' }
  | { type: 'deviceService.restored' }
  | { type: 'storage.cleared' }
  | BreakerReport
  | OperationReport
  | OperationNote
  | OperationEnd
  | DeletionReport
  | DeviceFormReport
  | DeviceDeedReport
  | DeviceBulkReport
  /** A page of devices is shown. */
  | { type: 'desk.want' }
  | { type: 'desk.arrived'; charts: DeskCharts }

/** What the trials have to know. */
interface TrialsNews {
  type: 'page.shown' | 'page.hidden' | 'circuits.changed' | 'deviceService.lost' | 'deviceService.restored'
}

/** What the devices tell the root. */
export type DevicesReport = OperationReport | DeletionReport | IsolationsReport

/** The supervisor of breakers and retries, of what people do with devices, and of the panel's own trials (DEV, CB, RET, LIVE). */
export const devicesMachine = setup({
  types: {} as {
    context: DevicesContext
    events: DevicesEvent
    input: DevicesInput
    children: {
      trials: 'trials'
      form: 'form'
      deed: 'deed'
      desk: 'desk'
      copy: 'copy'
      timeline: 'timeline'
      bulk: 'bulk'
      [operation: `operation:${string}`]: 'operation'
      [deletion: `deletion:${string}`]: 'deletion'
    }
  },
  actors: {
    /** Opens the calls, and closes them with this actor. */
    circuits: callbackNotProvided<DevicesEvent, { calls: DeviceCalls }>('devices.circuits'),
    operation: deviceOperationMachine,
    deletion: deviceDeleteMachine,
    form: deviceFormMachine,
    deed: deviceDeedMachine,
    /** Fetches what the pages of devices work with. */
    desk: callbackNotProvided<DeskOrder>('devices.desk'),
    copy: machineNotProvided<typeof textCopyMachine>(),
    timeline: machineNotProvided<typeof deviceTimelineMachine>(),
    bulk: machineNotProvided<typeof deviceBulkMachine>(),
    trials: deviceTrialsMachine,
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('devices.logFailure'),
    /** Keeps the isolations in this browser, which has been emptied (THM-2). */
    storeIsolations: effectNotProvided('devices.storeIsolations'),
    watch: ({ context }, { target }: { target: DeviceTarget }) => context.calls.circuits.watch(target),
    unwatch: ({ context }, { wordCode }: { wordCode: string }) => context.calls.circuits.unwatch(wordCode),
    resetCircuit: ({ context }, { target, reason }: { target: DeviceTarget; reason: string }) =>
      context.calls.circuits.reset(target, reason),
    isolateCircuit: ({ context }, { target, until, reason }: { target: DeviceTarget; until: number; reason: string }) =>
      context.calls.circuits.isolate(target, { until, reason, by: context.userName }),
    releaseCircuit: ({ context }, { target, reason }: { target: DeviceTarget; reason: string }) =>
      context.calls.circuits.release(target.wordCode, reason),
    noteIsolations: assign(({ context }) => ({ isolatedUntil: isolatedUntil(context) })),
    reportIsolations: sendParent(
      ({ context, self }): IsolationsReport => ({
        type: 'isolations.changed',
        until: Object.fromEntries(
          Object.entries(context.isolatedUntil).map(([wordCode, until]) => [
            wordCode,
            until + serverNow(self) - now(self),
          ]),
        ),
      }),
    ),
    dropCircuit: ({ context }, { wordCode }: { wordCode: string }) => context.calls.circuits.drop(wordCode),
    tellRefusals: ({ context }) => context.calls.circuits.tellAllRefusals(),
    takeChanges: assign({ revision: ({ context }) => context.revision + 1 }),
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
    tellTrials: sendTo('trials', (_, event: TrialsNews) => event),
    orderDesk: sendTo('desk', (): DeskOrder => ({ type: 'desk.order' })),
    openDesk: assign(({ spawn }, { charts }: { charts: DeskCharts }) => ({
      desk: {
        copy: spawn(charts.copy, { systemId: 'deviceCopy' }),
        timeline: spawn(charts.timeline, { systemId: 'deviceTimeline' }),
        bulk: spawn(charts.bulk, { systemId: 'deviceBulk' }),
      },
    })),
    tellTimeline: ({ context }) => context.desk?.timeline.send({ type: 'deviceService.restored' }),
    tellBulk: ({ context }, event: DeviceBulkEvent) => context.desk?.bulk.send(event),
    tellForm: sendTo('form', (_, event: OperationEnd | { type: 'operation.barred' }) => event),
    report: sendParent((_, report: DevicesReport) => report),
  },
  guards: {
    isOperating: ({ context }, { operation }: { operation: DeviceOperation }) =>
      isBusy(context.operations[operationKey(operation)]),
    isDeleting: ({ context }, { target }: { target: DeviceTarget }) => isBusy(context.deletions[target.wordCode]),
    isEngaged: ({ context }, { wordCode }: { wordCode: string }) =>
      [context.operations[wordCode], context.operations[resetKey(wordCode)], context.deletions[wordCode]].some(isBusy),
    /** A reset forgets failures; it does not lift what a person holds. */
    isIsolated: ({ context }, { target }: { target: DeviceTarget }) =>
      context.calls.circuits.get(target.wordCode)?.getSnapshot().hasTag('isolated') ?? false,
    movesIsolations: ({ context }) => JSON.stringify(isolatedUntil(context)) !== JSON.stringify(context.isolatedUntil),
    hasDesk: ({ context }) => context.desk !== null,
    isRecorded: (_, note: OperationNote) => isRecorded(note),
    hasRefusals: (_, { refused }: BreakerReport) => refused > 0,
  },
}).createMachine({
  id: 'devices',
  meta: { requirements: ['DEV-2', 'DEV-6', 'CB-6', 'CB-8', 'AUD-2', 'LIVE-3', 'LIVE-11'] },
  context: ({ input, self }) => ({
    ...input,
    calls: new DeviceCalls(self),
    revision: 0,
    operations: {},
    deletions: {},
    isolatedUntil: {},
    desk: null,
  }),
  invoke: [
    {
      src: 'circuits',
      input: ({ context }) => ({ calls: context.calls }),
      onError: { actions: failed('Proteção dos dispositivos não iniciada.') },
    },
    {
      id: 'trials',
      src: 'trials',
      input: ({ context: { calls, userId } }) => ({ calls, userId }),
      onError: { actions: failed('Os testes automáticos dos dispositivos falharam.') },
    },
    { id: 'deed', src: 'deed', onError: { actions: failed('A pergunta antes de agir no dispositivo falhou.') } },
    { id: 'desk', src: 'desk', onError: { actions: failed('As páginas de dispositivos não têm suas partes.') } },
  ],
  on: {
    'device.watch': { actions: { type: 'watch', params: ({ event }) => event } },
    'device.unwatch': { actions: { type: 'unwatch', params: ({ event }) => event } },
    'circuits.changed': [
      {
        guard: 'movesIsolations',
        actions: [
          'takeChanges',
          { type: 'tellTrials', params: ({ event }) => event },
          'noteIsolations',
          'reportIsolations',
        ],
      },
      { actions: ['takeChanges', { type: 'tellTrials', params: ({ event }) => event }] },
    ],
    'device.operate': [
      { guard: { type: 'isOperating', params: ({ event }) => event } },
      {
        actions: [
          { type: 'dismiss', params: ({ event }) => event.operation.target },
          { type: 'beginOperation', params: ({ event }) => event },
        ],
      },
    ],
    'desk.want': { guard: not('hasDesk'), actions: 'orderDesk' },
    'desk.arrived': {
      guard: not('hasDesk'),
      actions: { type: 'openDesk', params: ({ event }) => event },
    },
    'bulk.operate': [
      {
        guard: { type: 'isEngaged', params: ({ event }) => event.operation.target },
        actions: {
          type: 'tellBulk',
          params: ({ event }) => ({ type: 'bulk.barred', wordCode: event.operation.target.wordCode }),
        },
      },
      { actions: { type: 'operate', params: ({ event }) => event } },
    ],
    'operation.ended': { actions: { type: 'tellBulk', params: ({ event }) => event } },
    'device.reset': [
      { guard: { type: 'isIsolated', params: ({ event }) => event } },
      {
        description: 'The circuit here is closed at once; then the server is asked to close its own (CB-6).',
        actions: [
          { type: 'resetCircuit', params: ({ event }) => event },
          { type: 'dismiss', params: ({ event }) => event.target },
          { type: 'beginOperation', params: ({ event }) => ({ operation: { ...event, kind: 'reset' as const } }) },
        ],
      },
    ],
    'device.isolate': { actions: { type: 'isolateCircuit', params: ({ event }) => event } },
    'device.release': { actions: { type: 'releaseCircuit', params: ({ event }) => event } },
    'storage.cleared': { actions: 'storeIsolations' },
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
    'breaker.moved': [
      {
        guard: { type: 'hasRefusals', params: ({ event }) => event },
        actions: [
          { type: 'report', params: ({ event }) => ({ type: 'audit.noted', entry: refusalsEntry(event) }) },
          { type: 'report', params: ({ event }) => ({ type: 'audit.noted', entry: moveEntry(event) }) },
        ],
      },
      { actions: { type: 'report', params: ({ event }) => ({ type: 'audit.noted', entry: moveEntry(event) }) } },
    ],
    'operation.noted': {
      guard: { type: 'isRecorded', params: ({ event }) => event },
      actions: {
        type: 'report',
        params: ({ event }) => ({ type: 'audit.noted', entry: operationEntry(event) }),
      },
    },
    'audit.noted': { actions: { type: 'report', params: ({ event }) => event } },
    'device.changed': { actions: { type: 'report', params: ({ event }) => event } },
    'device.deleted': {
      actions: [
        { type: 'dropCircuit', params: ({ event }) => event },
        { type: 'report', params: ({ event }) => event },
      ],
    },
    'page.shown': { actions: { type: 'tellTrials', params: ({ event }) => event } },
    'deviceService.lost': { actions: { type: 'tellTrials', params: ({ event }) => event } },
    'deviceService.restored': {
      actions: [{ type: 'tellTrials', params: ({ event }) => event }, 'tellTimeline'],
    },
    'page.hidden': { actions: ['tellRefusals', { type: 'tellTrials', params: ({ event }) => event }] },
  },
  initial: 'unwritten',
  states: {
    unwritten: { on: { 'form.open': 'written' } },
    written: {
      description: 'A device is registered or changed in a form; one that fails begins anew, and what is typed stays.',
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
            actions: { type: 'tellForm', params: { type: 'operation.barred' } },
          },
          { actions: { type: 'operate', params: ({ event }) => event } },
        ],
        'operation.ended': {
          actions: [
            { type: 'tellForm', params: ({ event }) => event },
            { type: 'tellBulk', params: ({ event }) => event },
          ],
        },
      },
    },
  },
})

function isolatedUntil({ calls }: DevicesContext): IsolationsReport['until'] {
  return Object.fromEntries(calls.circuits.isolated().map(({ wordCode, isolation }) => [wordCode, isolation.until]))
}

/** A reset does not wait for what else is done with the device. */
function operationKey({ kind, target }: DeviceOperation): string {
  return kind === 'reset' ? resetKey(target.wordCode) : target.wordCode
}

/** Key of a device's reset among the operations. */
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
