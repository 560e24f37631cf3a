import { useId } from 'react'
import { Link } from 'wouter'
import { nameOf } from '../../../contract/devices/device-status.ts'
import type { DeactivatedDevice } from '../../../contract/wire/answers/devices/deactivation.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { deactivationText } from '../devices/status/deactivation-text.ts'

/** Lists the deactivated devices with person, time and reason (STATE-3). */
export function DeactivatedDevices({ devices }: { devices: readonly DeactivatedDevice[] }) {
  const id = useId()
  return (
    <section className="card incident-list" aria-labelledby={id}>
      <div className="card-heading">
        <h2 id={id}>Desativados</h2>
      </div>
      <ul className="troubles">
        {devices.map((device) => (
          <li key={device.wordCode} className="trouble d-grid align-items-center border-top tone-neutral">
            <div className="trouble-what d-flex flex-wrap align-items-baseline text-anywhere">
              <Link href={deviceAddress(device.wordCode)}>{nameOf(device)}</Link>
              <Link href={condominiumAddress(device.condominiumId)}>{device.condominiumName}</Link>
            </div>
            <p className="trouble-status text-sm">{deactivationText(device)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
