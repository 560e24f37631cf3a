import { useEffect } from 'react'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { useDevice, useDeviceSearch } from '../../device-list/device-list-hooks.ts'
import { DeviceActions } from '../../devices/commands/device-actions.tsx'
import { useWatchedDevice } from '../../devices/device-hooks.ts'
import { useMayOpen } from '../../devices/openings/opening-hooks.ts'
import { useFlow } from '../../panel-context.tsx'
import { useNow } from '../../parts/time/clock-hooks.ts'
import { usePermissions } from '../../session/user-hooks.ts'
import { worklistKeys } from '../worklist/worklist-keys.ts'
import '../../devices/device-page.css'

/**
 * Shows the commands that the person may give to the device of the incident (DESK-2). Shows nothing until the device is
 * known.
 */
export function IncidentDeviceActions({ wordCode }: { wordCode: string }) {
  const device = useDevice(wordCode)
  const permissions = usePermissions()
  useDeviceSearch(wordCode)
  const mayOpen = useMayOpen()
  if (device === undefined) return null
  if (!permissions.includes('device:write') && !permissions.includes('device:reset') && !mayOpen(device)) return null
  return <KnownDevice key={wordCode} device={device} />
}

function KnownDevice({ device }: { device: Device }) {
  const { wordCode, condominiumId } = device
  const devices = useFlow('devices')
  const now = useNow()
  useWatchedDevice(wordCode, condominiumId)
  // Clears the outcomes of the device's operations when the incident is left.
  useEffect(() => () => devices.send({ type: 'device.dismiss', wordCode }), [devices, wordCode])
  return (
    <section className="card" aria-labelledby="no-dispositivo">
      <div className="card-heading">
        <h2 id="no-dispositivo">No dispositivo</h2>
      </div>
      <div className="card-part">
        <DeviceActions device={device} now={now} isBrief openKey={worklistKeys.open} />
      </div>
    </section>
  )
}
