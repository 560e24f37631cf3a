import { Link } from 'wouter'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { deviceAddress } from '../../device-list/device-addresses.ts'
import { useDevice, useDeviceSearch } from '../../device-list/device-list-hooks.ts'
import { isUnderWay } from '../../devices/commands/device-operation-view.ts'
import { useDeviceOperation, useWatchedDevice } from '../../devices/device-hooks.ts'
import { useFlow } from '../../panel-context.tsx'
import { BusyButton } from '../../parts/busy-button.tsx'
import { usePermissions } from '../../session/user-hooks.ts'
import { useInspector } from '../inspector-hooks.ts'
import { type SimulatorRef, useSimulator } from './simulator-hooks.ts'

/** Keeps the breaker of the simulated device alive, so that its chart is visible before the failure (CB-8). */
export function SimulatedDeviceWatch({ simulator }: { simulator: SimulatorRef }) {
  const { device } = useSimulator(simulator)
  return device === null ? null : <DeviceWatch wordCode={device.wordCode} />
}

/**
 * Keeps the breaker with this name (`breaker:PORTARIA-01`) alive: a breaker without failures ends when no page watches
 * it.
 */
export function NamedBreakerWatch({ name }: { name: string }) {
  const wordCode = /^breaker:(\S+)/.exec(name)?.[1]
  return wordCode === undefined ? null : <DeviceWatch key={wordCode} wordCode={wordCode} />
}

function DeviceWatch({ wordCode }: { wordCode: string }) {
  useDeviceSearch(wordCode)
  useWatchedDevice(wordCode, useDevice(wordCode)?.condominiumId)
  return null
}

/** Guides through a failure: sends real calls to the device and shows its breaker (INS-2). */
export function DeviceWalk({ simulator }: { simulator: SimulatorRef }) {
  const wordCode = useSimulator(simulator).device?.wordCode
  const device = useDevice(wordCode ?? '')
  return device === undefined ? null : <KnownDevice device={device} />
}

function KnownDevice({ device: { wordCode, condominiumId } }: { device: Device }) {
  const inspector = useInspector()
  const devices = useFlow('devices')
  const operation = useDeviceOperation(wordCode)
  const mayWrite = usePermissions().includes('device:write')
  return (
    <div className="device-walk d-flex flex-wrap gap-2">
      {mayWrite && (
        <BusyButton
          isBusy={isUnderWay(operation)}
          onClick={() => {
            inspector.send({ type: 'moment.follow' })
            devices.send({
              type: 'device.operate',
              operation: { kind: 'test', target: { wordCode, condominiumId } },
            })
          }}
        >
          Testar dispositivo
        </BusyButton>
      )}
      <button
        type="button"
        className="btn btn-quiet"
        onClick={() => inspector.send({ type: 'actor.want', name: `breaker:${wordCode}` })}
      >
        Ver disjuntor
      </button>
      <Link href={deviceAddress(wordCode)} className="btn btn-quiet">
        Página do dispositivo
      </Link>
    </div>
  )
}
