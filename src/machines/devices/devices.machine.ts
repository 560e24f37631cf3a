import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate'
import type { BreakerReport, RefusalsReport } from '../breaker/breaker.machine.ts'
import { now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, machineNotProvided } from '../parts/not-provided.ts'
import { serverNow } from '../parts/server-now.ts'
import { moveEntry, refusalsEntry } from './audit-entries.ts'
import { DeviceCalls } from './calls/device-calls.ts'
import type { DeviceTarget } from './calls/device-errors.ts'
import type { DeviceBulkEvent, deviceBulkMachine } from './commands/device-bulk.machine.ts'
import {
  type DeviceCommand,
  type DeviceCommandsReport,
  deviceCommandsMachine,
} from './commands/device-commands.machine.ts'
import type { DeviceConfirmationReport, deviceConfirmationMachine } from './commands/device-confirmation.machine.ts'
import type { DeletionReport } from './commands/device-delete.machine.ts'
import type { OperationReport } from './device-operation-protocol.ts'
import type { deviceTimelineMachine } from './device-timeline.machine.ts'
import { deviceTrialsMachine } from './device-trials.machine.ts'
import type { gateOpeningsMachine } from './openings/gate-openings.machine.ts'

interface DevicesContext extends DevicesInput {
  calls: DeviceCalls
  /** Increases when circuits or results have changed. */
  revision: number
  /** By wordCode: the ends of isolations as last reported, in milliseconds since the epoch. */
  isolatedUntil: IsolationsReport['until']
  /** The actors for the pages of devices; null until the first such page is shown. */
  deviceTools: { [Part in keyof DeviceToolCharts]: ActorRefFrom<DeviceToolCharts[Part]> } | null
}

/** The charts that are loaded with the pages of devices. */
export interface DeviceToolCharts {
  timeline: typeof deviceTimelineMachine
  bulk: typeof deviceBulkMachine
  openings: typeof gateOpeningsMachine
}

interface DevicesInput {
  userId: string
  /** Name of the user. */
  userName: string
}

/** The isolated devices with the ends of their isolations, in milliseconds since the epoch on the server's clock. */
export interface IsolationsReport {
  type: 'isolations.changed'
  until: Readonly<Record<string, number>>
}

/** Asks the `deviceTools` actor to load the charts for the pages of devices. */
export interface DeviceToolsOrder {
  type: 'deviceTools.order'
}

export type DevicesEvent =
  /** A view shows a device: its breaker exists at least that long (CB-8). */
  | { type: 'device.watch'; target: DeviceTarget }
  | { type: 'device.unwatch'; wordCode: string }
  /** Blocks all calls to the device until `until`. */
  | { type: 'device.isolate'; target: DeviceTarget; until: number; reason: string }
  | { type: 'device.release'; target: DeviceTarget; reason: string }
  | DeviceCommand
  | DeviceCommandsReport
  | { type: 'circuits.changed' }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'deviceService.lost' }
  | { type: 'deviceService.restored' }
  | BreakerReport
  | RefusalsReport
  | DeviceConfirmationReport
  /** A page of devices was opened. */
  | { type: 'deviceTools.want' }
  | { type: 'deviceTools.arrived'; charts: DeviceToolCharts }

/** Events that the trials need. */
interface TrialsNews {
  type: 'page.shown' | 'page.hidden' | 'circuits.changed' | 'deviceService.lost' | 'deviceService.restored'
}

/** Events that this actor sends to the root. */
export type DevicesReport = OperationReport | DeletionReport | IsolationsReport

/** Supervises breakers, retries, operations on devices, and automatic trials (DEV, CB, RET, LIVE). */
export const devicesMachine = setup({
  types: {} as {
    context: DevicesContext
    events: DevicesEvent
    input: DevicesInput
    children: {
      commands: 'commands'
      trials: 'trials'
      command: 'command'
      deviceTools: 'deviceTools'
      timeline: 'timeline'
      bulk: 'bulk'
    }
  },
  actors: {
    /** Opens the calls; stopping this actor closes them. */
    circuits: callbackNotProvided<DevicesEvent, { calls: DeviceCalls; userId: string }>('devices.circuits'),
    commands: deviceCommandsMachine,
    command: machineNotProvided<typeof deviceConfirmationMachine>(),
    /** Loads the charts for the pages of devices. */
    deviceTools: callbackNotProvided<DeviceToolsOrder>('devices.deviceTools'),
    timeline: machineNotProvided<typeof deviceTimelineMachine>(),
    bulk: machineNotProvided<typeof deviceBulkMachine>(),
    trials: deviceTrialsMachine,
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('devices.logFailure'),
    watch: ({ context }, { target }: { target: DeviceTarget }) => context.calls.circuits.watch(target),
    unwatch: ({ context }, { wordCode }: { wordCode: string }) => context.calls.circuits.unwatch(wordCode),
    resetCircuit: ({ context }, { target, reason }: { target: DeviceTarget; reason: string }) =>
      context.calls.circuits.reset(target, reason),
    isolateCircuit: ({ context }, { target, until, reason }: { target: DeviceTarget; until: number; reason: string }) =>
      context.calls.circuits.isolate(target, { until, reason, by: context.userName, endId: context.calls.newKey() }),
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
    reportRefusals: ({ context }) => context.calls.circuits.reportAllRefusals(),
    takeChanges: assign({ revision: ({ context }) => context.revision + 1 }),
    forwardToCommands: sendTo('commands', (_, command: DeviceCommand) => command),
    forwardToTrials: sendTo('trials', (_, event: TrialsNews) => event),
    orderDeviceTools: sendTo('deviceTools', (): DeviceToolsOrder => ({ type: 'deviceTools.order' })),
    openDeviceTools: assign(({ context: { calls, userId }, spawn }, { charts }: { charts: DeviceToolCharts }) => ({
      deviceTools: {
        timeline: spawn(charts.timeline, { systemId: 'deviceTimeline' }),
        bulk: spawn(charts.bulk, { systemId: 'deviceBulk' }),
        openings: spawn(charts.openings, { systemId: 'gateOpenings', input: { calls, userId } }),
      },
    })),
    notifyTimeline: ({ context }) => context.deviceTools?.timeline.send({ type: 'deviceService.restored' }),
    forwardToBulk: ({ context }, event: DeviceBulkEvent) => context.deviceTools?.bulk.send(event),
    report: sendParent((_, report: DevicesReport) => report),
  },
  guards: {
    /** A reset forgets failures; it does not end an isolation. */
    isIsolated: ({ context }, { target }: { target: DeviceTarget }) =>
      context.calls.circuits.isIsolated(target.wordCode),
    movesIsolations: ({ context }) => JSON.stringify(isolatedUntil(context)) !== JSON.stringify(context.isolatedUntil),
    hasRefusals: (_, { refused }: BreakerReport) => refused > 0,
  },
}).createMachine({
  id: 'devices',
  meta: { requirements: ['DEV-2', 'CB-6', 'CB-8', 'AUD-2', 'LIVE-3', 'LIVE-11'] },
  context: ({ input, self }) => ({
    ...input,
    calls: new DeviceCalls(self),
    revision: 0,
    isolatedUntil: {},
    deviceTools: null,
  }),
  invoke: [
    {
      src: 'circuits',
      input: ({ context: { calls, userId } }) => ({ calls, userId }),
      onError: { actions: failed('Proteção dos dispositivos não iniciada.') },
    },
    {
      // No `onError`: callers waiting for an operation would wait forever if only this child restarted. Its crash
      // crashes this actor too.
      id: 'commands',
      src: 'commands',
      input: ({ context: { calls, userId } }) => ({ calls, userId }),
    },
    {
      id: 'trials',
      src: 'trials',
      input: ({ context: { calls, userId } }) => ({ calls, userId }),
      onError: { actions: failed('Os testes automáticos dos dispositivos falharam.') },
    },
    {
      id: 'deviceTools',
      src: 'deviceTools',
      onError: { actions: failed('As páginas de dispositivos não têm suas partes.') },
    },
  ],
  on: {
    'device.watch': { actions: { type: 'watch', params: ({ event }) => event } },
    'device.unwatch': { actions: { type: 'unwatch', params: ({ event }) => event } },
    'circuits.changed': [
      {
        guard: 'movesIsolations',
        actions: [
          'takeChanges',
          { type: 'forwardToTrials', params: ({ event }) => event },
          'noteIsolations',
          'reportIsolations',
        ],
      },
      { actions: ['takeChanges', { type: 'forwardToTrials', params: ({ event }) => event }] },
    ],
    'device.operate': { actions: { type: 'forwardToCommands', params: ({ event }) => event } },
    'device.delete': { actions: { type: 'forwardToCommands', params: ({ event }) => event } },
    'device.dismiss': { actions: { type: 'forwardToCommands', params: ({ event }) => event } },
    'bulk.operate': { actions: { type: 'forwardToCommands', params: ({ event }) => event } },
    'form.open': { actions: { type: 'forwardToCommands', params: ({ event }) => event } },
    'form.close': { actions: { type: 'forwardToCommands', params: ({ event }) => event } },
    'device.reset': [
      { guard: { type: 'isIsolated', params: ({ event }) => event } },
      {
        description: 'The circuit in this panel closes immediately; then the server is asked to close its own (CB-6).',
        actions: [
          { type: 'resetCircuit', params: ({ event }) => event },
          { type: 'forwardToCommands', params: ({ event }) => event },
        ],
      },
    ],
    'device.isolate': { actions: { type: 'isolateCircuit', params: ({ event }) => event } },
    'device.release': { actions: { type: 'releaseCircuit', params: ({ event }) => event } },
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
    'breaker.refused': {
      actions: { type: 'report', params: ({ event }) => ({ type: 'audit.noted', entry: refusalsEntry(event) }) },
    },
    'audit.noted': { actions: { type: 'report', params: ({ event }) => event } },
    'device.changed': { actions: { type: 'report', params: ({ event }) => event } },
    'device.deleted': {
      actions: [
        { type: 'dropCircuit', params: ({ event }) => event },
        { type: 'report', params: ({ event }) => event },
      ],
    },
    'page.shown': { actions: { type: 'forwardToTrials', params: ({ event }) => event } },
    'deviceService.lost': { actions: { type: 'forwardToTrials', params: ({ event }) => event } },
    'deviceService.restored': { actions: { type: 'forwardToTrials', params: ({ event }) => event } },
    'page.hidden': { actions: ['reportRefusals', { type: 'forwardToTrials', params: ({ event }) => event }] },
  },
  initial: 'bare',
  states: {
    bare: {
      description: 'The charts for the pages of devices are not loaded yet; after a failure, the next page asks again.',
      on: {
        'deviceTools.want': { actions: 'orderDeviceTools' },
        'deviceTools.arrived': {
          target: 'equipped',
          actions: { type: 'openDeviceTools', params: ({ event }) => event },
        },
      },
    },
    equipped: {
      invoke: {
        id: 'command',
        src: 'command',
        onError: { actions: failed('A pergunta antes de agir no dispositivo falhou.') },
      },
      on: {
        'bulk.barred': { actions: { type: 'forwardToBulk', params: ({ event }) => event } },
        'operation.ended': { actions: { type: 'forwardToBulk', params: ({ event }) => event } },
        'deviceService.restored': {
          actions: [{ type: 'forwardToTrials', params: ({ event }) => event }, 'notifyTimeline'],
        },
      },
    },
  },
})

function isolatedUntil({ calls }: DevicesContext): IsolationsReport['until'] {
  return Object.fromEntries(calls.circuits.isolated().map(({ wordCode, isolation }) => [wordCode, isolation.until]))
}
