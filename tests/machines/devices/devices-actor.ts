import { type AnyActorRef, fromCallback } from 'xstate'
import { breakerMachine } from '../../../src/machines/breaker/breaker.machine.ts'
import type { DeviceCalls } from '../../../src/machines/devices/calls/device-calls.ts'
import { deviceBulkMachine } from '../../../src/machines/devices/commands/device-bulk.machine.ts'
import { deviceCommandsMachine } from '../../../src/machines/devices/commands/device-commands.machine.ts'
import type { DeviceCommand } from '../../../src/machines/devices/commands/device-confirmation.machine.ts'
import { deviceConfirmationMachine } from '../../../src/machines/devices/commands/device-confirmation.machine.ts'
import { deviceDeleteMachine } from '../../../src/machines/devices/commands/device-delete.machine.ts'
import { deviceFormMachine } from '../../../src/machines/devices/device-form.machine.ts'
import type { DeviceFormValues } from '../../../src/machines/devices/device-form-rules.ts'
import { deviceOperationMachine } from '../../../src/machines/devices/device-operation.machine.ts'
import type { DeviceOperation } from '../../../src/machines/devices/device-operation-protocol.ts'
import { deviceTimelineMachine } from '../../../src/machines/devices/device-timeline.machine.ts'
import { deviceTrialsMachine } from '../../../src/machines/devices/device-trials.machine.ts'
import { type DevicesEvent, devicesMachine } from '../../../src/machines/devices/devices.machine.ts'
import { gateOpeningMachine } from '../../../src/machines/devices/openings/gate-opening.machine.ts'
import { gateOpeningsMachine } from '../../../src/machines/devices/openings/gate-openings.machine.ts'
import { PageLeaving } from '../../../src/machines/parts/page-leaving.ts'
import { retryMachine } from '../../../src/machines/retry/retry.machine.ts'
import type { Coverage } from '../../models/parts/coverage.ts'
import { runUnderRecorder } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { deviceAnswers } from './device-answers.ts'
import { onlyOnce, portaria as target } from './device-world.ts'
import { noPressMemory } from './no-press-memory.ts'

const { wordCode } = target

const filled: DeviceFormValues = { ...target, name: 'Portaria', model: 'iDFace', ip: '10.0.0.5', port: '80' }
const fields = { name: 'Portaria', model: 'iDFace', ip: '10.0.0.5', port: 80 }

/** The production supervisor with its real child charts and stand-ins for their services. */
export function startDevices(coverage: { devices: Coverage; commands: Coverage }, remember = () => {}) {
  const standIns = new StandIns()
  const logFailure = standIns.effect('logFailure', (_, { message }: { message: string }) => message)
  const charts = {
    timeline: deviceTimelineMachine.provide({
      actors: { loadPage: standIns.promise('loadPage') },
      actions: { logFailure },
    }),
    bulk: deviceBulkMachine,
    openings: gateOpeningsMachine.provide({
      actors: {
        opening: gateOpeningMachine.provide({ ...noPressMemory, actors: { send: standIns.promise('open') } }),
      },
    }),
  }
  const nothing = () => {}
  const actions = { remember, forget: nothing, shareIsolation: nothing, withdrawIsolation: nothing }
  const breaker = breakerMachine.provide({ actions })
  const machine = devicesMachine.provide({
    actors: {
      circuits: fromCallback<DevicesEvent, { calls: DeviceCalls; userId: string }>(({ input: { calls }, receive }) => {
        receive(() => {
          throw new Error('crash of circuits')
        })
        const close = calls.open({
          breaker,
          retry: retryMachine,
          stored: [],
          random: () => 0,
          isOnline: () => true,
          leaving: new PageLeaving(() => 0),
          newKey: () => 'chave',
          storedIsolations: () => null,
          maySee: () => true,
        })
        return () => void close()
      }),
      commands: coverage.commands.watch(
        deviceCommandsMachine.provide({
          actors: {
            operation: deviceOperationMachine.provide({
              actors: { perform: standIns.callback('perform', ({ operation }) => operation) },
              actions: { logFailure },
            }),
            deletion: deviceDeleteMachine.provide({
              actors: {
                deleteFromDevice: standIns.promise('deleteFromDevice'),
                deleteFromPool: standIns.promise('deleteFromPool'),
                deleteFromDatabase: standIns.promise('deleteFromDatabase'),
              },
              actions: { logFailure },
            }),
            form: deviceFormMachine.provide({
              actions: {
                showDevice: standIns.effect('showDevice', (_, { wordCode }: { wordCode: string }) => wordCode),
                followLink: standIns.effect('followLink', (_, { destination }: { destination: string }) => destination),
              },
            }),
          },
          actions: { logFailure },
        }),
      ),
      trials: deviceTrialsMachine.provide({
        actors: { checks: standIns.callback('checks', ({ userId }) => userId) },
        actions: { logFailure },
      }),
      command: deviceConfirmationMachine,
      deviceTools: standIns.callback('deviceTools'),
    },
    actions: {
      logFailure,
    },
  })
  const devices = runUnderRecorder(coverage.devices.watch(machine), {
    standIns,
    input: { userId: 'u1', userName: 'Ana' },
    inspect: (event) => {
      coverage.devices.inspect(event)
      coverage.commands.inspect(event)
    },
  })
  const { calls } = devices.snapshot().context
  const commands = () => devices.snapshot().children.commands
  const answer = async (name: 'success' | 'timeout') => {
    await calls.call(target, async () => deviceAnswers[name], { policy: onlyOnce }).catch(() => {})
  }
  /** Loads the charts of the device pages, as an open page does. */
  const openDeviceTools = () => {
    devices.send({ type: 'deviceTools.want' })
    standIns.sendBack('deviceTools', { type: 'deviceTools.arrived', charts } as never)
  }
  return {
    ...devices,
    calls,
    answer,
    fail: async (times: number) => {
      for (let time = 0; time < times; time++) await answer('timeout')
    },
    operate: (operation: DeviceOperation = { kind: 'test', target }) =>
      devices.send({ type: 'device.operate', operation }),
    openDeviceTools,
    question: () => devices.snapshot().children.command,
    /** Asks for the confirmation of a command, and confirms it with the typed reason. */
    ask: (command: DeviceCommand, typed: string) => {
      if (devices.snapshot().matches('bare')) openDeviceTools()
      const question = devices.snapshot().children.command
      question?.send({ type: 'command.ask', command })
      question?.send({ type: 'command.confirm', command, typed })
    },
    form: () => commands()?.getSnapshot().children.form,
    save: (entered = filled) =>
      commands()
        ?.getSnapshot()
        .children.form?.send({ type: 'form.save', entered, operation: { kind: 'create', target, fields } }),
    stateOf: (ref: AnyActorRef | undefined) => ref?.getSnapshot().value,
    operation: (key = wordCode) => commands()?.getSnapshot().context.operations[key],
    deletion: () => commands()?.getSnapshot().context.deletions[wordCode],
    trials: () => devices.snapshot().children.trials,
    /** Ids of the running and ended operations and deletions. */
    children: () =>
      Object.keys(commands()?.getSnapshot().children ?? {}).filter((id) => /^(operation|deletion):/.test(id)),
    /** Orders of automatic trials, in sequence. */
    tried: () => devices.journal.filter((line) => line.startsWith('sends checks trials.make ')),
    audited: () =>
      devices.journal
        .filter((line) => line.startsWith('reports audit.noted '))
        .map((line) => JSON.parse(line.slice('reports audit.noted '.length)).entry),
  }
}
