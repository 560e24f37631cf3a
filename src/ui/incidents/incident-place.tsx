import { Link } from 'wouter'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'

/** Links to the device and the condominium of the incident. */
export function IncidentPlace({ incident }: { incident: Incident }) {
  const { scope, wordCode, deviceName, condominiumId, condominiumName } = incident
  return (
    <>
      {scope === 'device' && wordCode !== '' && <Link href={deviceAddress(wordCode)}>{deviceName || wordCode}</Link>}
      {condominiumId !== null && <Link href={condominiumAddress(condominiumId)}>{condominiumName}</Link>}
    </>
  )
}
