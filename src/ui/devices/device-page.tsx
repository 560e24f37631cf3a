import { useEffect } from 'react'
import { Link } from 'wouter'
import { deviceSentence } from '../../../contract/devices/device-sentence.ts'
import { deviceStatuses, deviceStatusOf, nameOf } from '../../../contract/devices/device-status.ts'
import { isAbout } from '../../../contract/incidents/incident-reach.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { OtherPlace } from '../condominiums/other-place.tsx'
import { useContactsOpened } from '../contacts/contact-hooks.ts'
import { PhoneList } from '../contacts/phone-list.tsx'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { useDevice, useShownDeviceStored } from '../device-list/device-list-hooks.ts'
import { eventsAddress } from '../event-search/event-query.ts'
import { PlaceIncidents } from '../incidents/place-incidents.tsx'
import { useFlow } from '../panel-context.tsx'
import { BackLink } from '../parts/back-link.tsx'
import { useLostFocusReturned } from '../parts/lost-focus.ts'
import { PageHeading } from '../parts/page-heading.tsx'
import { PrintedAt } from '../parts/print/printed-at.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import { CircuitPanel } from './circuit/circuit-panel.tsx'
import { RecentResults } from './circuit/recent-results.tsx'
import { DeletedNotice } from './commands/deleted-notice.tsx'
import { useDeletion } from './commands/deletion-hooks.ts'
import { DeviceActions } from './commands/device-actions.tsx'
import { DeviceData } from './device-data.tsx'
import { useWatchedDevice } from './device-hooks.ts'
import { SoughtDevice } from './sought-device.tsx'
import { DeactivationLine } from './status/deactivation-line.tsx'
import { DeviceAdvice } from './status/device-advice.tsx'
import { useDeviceFacts } from './status/device-facts-hooks.ts'
import { DeviceStatusMark } from './status/status-mark.tsx'
import { DeviceTimeline } from './timeline/device-timeline.tsx'
import './device-page.css'

/** Page of one device: status and its reason, commands, and timeline (DEV-6). */
export function DevicePage({ wordCode }: { wordCode: string }) {
  const device = useDevice(wordCode)
  const deletion = useDeletion(wordCode)
  useWatchedDevice(wordCode, device?.condominiumId)
  // The heading before the device is known is another one than the heading after.
  useLostFocusReturned(device === undefined)
  useShownDeviceStored(device)
  const devices = useFlow('devices')
  // Clears the outcomes of the device's operations when the page is left.
  useEffect(() => () => devices.send({ type: 'device.dismiss', wordCode }), [devices, wordCode])
  if (deletion?.phase === 'deleted') return <DeletedNotice wordCode={wordCode} way={deletion.way} />
  if (device !== undefined) return <KnownDevice device={device} />
  return (
    <>
      <PageHeading title={wordCode} context="Dispositivo" />
      <SoughtDevice wordCode={wordCode} />
      <BackLink href="/devices">Voltar aos dispositivos</BackLink>
    </>
  )
}

function KnownDevice({ device }: { device: Device }) {
  const { wordCode } = device
  const condominium = useCondominiums().find(({ id }) => id === device.condominiumId)
  const mayWrite = usePermissions().includes('device:write')
  useContactsOpened(device.condominiumId)
  const facts = useDeviceFacts(device)
  const { circuit, contact, portTest, now, serverNow } = facts
  const deviceStatus = deviceStatusOf(facts)
  const { label, tone } = deviceStatuses[deviceStatus]
  return (
    <>
      <PageHeading
        title={nameOf(device)}
        context={
          <>
            {wordCode}
            {condominium !== undefined && (
              <>
                {' · '}
                <Link href={condominiumAddress(condominium.id)}>{condominium.name}</Link>
              </>
            )}
          </>
        }
        actions={
          mayWrite && (
            <Link href={`${deviceAddress(wordCode)}/edit`} className="btn btn-quiet">
              Editar
            </Link>
          )
        }
      />
      <PrintedAt />
      <OtherPlace condominiumId={device.condominiumId} />
      <div className={`card device-verdict d-flex gap-3 mb-3 tone-${tone}`}>
        <DeviceStatusMark deviceStatus={deviceStatus} />
        <div>
          <strong>{label}</strong>
          <p>{deviceSentence(facts)}</p>
          <DeactivationLine device={device} />
          <DeviceAdvice facts={facts} condominium={condominium ?? null} />
        </div>
      </div>
      <DeviceActions key={wordCode} device={device} now={now} />
      <PlaceIncidents isHere={(incident) => isAbout(incident, device)} />
      <div className="device-columns align-items-start gap-3 mb-3">
        <div className="d-grid one-column gap-3">
          <CircuitPanel wordCode={wordCode} circuit={circuit} now={now} contact={contact} />
          <RecentResults wordCode={wordCode} />
        </div>
        <div className="d-grid one-column gap-3">
          <DeviceData
            device={device}
            condominium={condominium?.name ?? ''}
            ping={facts.ping}
            portTest={portTest}
            serverNow={serverNow}
          />
          {condominium !== undefined && (
            <section className="card" aria-labelledby="telefones">
              <div className="card-heading">
                <h2 id="telefones">Telefones</h2>
              </div>
              <PhoneList condominium={condominium} />
            </section>
          )}
        </div>
      </div>
      <DeviceTimeline device={device} now={now} />
      <BackLink href={eventsAddress({ condominiumId: device.condominiumId, wordCode })}>Ver os eventos dele</BackLink>
      <BackLink href="/devices">Voltar aos dispositivos</BackLink>
    </>
  )
}
