import { Link } from 'wouter'
import { circuitText } from '../../../contract/devices/circuit-texts.ts'
import { deviceStatuses } from '../../../contract/devices/device-status.ts'
import { contactTexts } from '../../../contract/devices/panel-contact.ts'
import { sinceText } from '../../../contract/texts/time-texts.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { deviceAddress, devicesAddress, placeAddress } from '../device-list/device-addresses.ts'
import { isUnderWay } from '../devices/commands/device-operation-view.ts'
import { lateOperationTexts } from '../devices/commands/late-operation-texts.ts'
import { useDeviceOperation } from '../devices/device-hooks.ts'
import { usePanelContact } from '../devices/status/panel-contact-hooks.ts'
import { DeviceStatusMark } from '../devices/status/status-mark.tsx'
import { eventView } from '../event-feed/event-kinds.ts'
import { IncidentRow } from '../incidents/incident-row.tsx'
import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { TroubleItem } from '../parts/lists/trouble-item.tsx'
import { useLateCode } from '../parts/loading/late-code.ts'
import { useByTime } from '../parts/time/clock-hooks.ts'
import { usePermissions } from '../session/user-hooks.ts'
import { useStaleText } from '../sources/source-hooks.ts'
import { type Troubles, useDevicesNamed } from './trouble-hooks.ts'
import type { Trouble } from './troubles.ts'

const mostShown = 8

const texts = {
  title: 'Precisa de atenção',
  none: 'Nada agora. O que falhar aparece aqui, o pior primeiro.',
  unknown: 'Nada de que este painel saiba.',
  more: 'Ver todos os dispositivos',
  moreIncidents: 'Ver todas as ocorrências',
} as const

interface TroubleListProps {
  troubles: Troubles
  isKnown: boolean
}

/** Lists devices in trouble, worst first, each with a button to test it (PAGE-1). */
export function TroubleList({ troubles, isKnown }: TroubleListProps) {
  const { incidents, alerts, devices } = troubles
  const healthStale = useStaleText('health')
  const serverStale = useStaleText('server')
  const contact = usePanelContact()
  const unknown = contact === 'current' ? '' : contactTexts[contact]
  const stale = healthStale || (incidents.length > 0 ? serverStale : '') || (devices.length > 0 ? unknown : '')
  const shownIncidents = incidents.slice(0, mostShown)
  const shownAlerts = alerts.slice(0, mostShown - shownIncidents.length)
  const shown = devices.slice(0, mostShown - shownIncidents.length - shownAlerts.length)
  useDevicesNamed([...troubles.unnamed, ...shown.map(({ wordCode }) => wordCode)])
  const isMore = shown.length < devices.length || !troubles.isWhole
  return (
    <section className={stale === '' ? 'card trouble-list' : 'card trouble-list is-stale'} aria-labelledby="atencao">
      <div className="card-heading">
        <h2 id="atencao">{texts.title}</h2>
        {stale !== '' && <p>{stale}</p>}
      </div>
      {incidents.length + alerts.length + devices.length === 0 && (
        <p className="card-note">{isKnown ? texts.none : texts.unknown}</p>
      )}
      <ul className="troubles">
        {shownIncidents.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} />
        ))}
        {shownAlerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
        {shown.map((trouble) => (
          <TroubleRow key={trouble.wordCode} trouble={trouble} />
        ))}
      </ul>
      {shownIncidents.length < incidents.length && (
        <Link className="btn btn-quiet trouble-more" href="/incidents">
          {texts.moreIncidents}
        </Link>
      )}
      {isMore && (
        <Link className="btn btn-quiet trouble-more" href={devicesAddress({})}>
          {texts.more}
        </Link>
      )}
    </section>
  )
}

function AlertRow({ alert }: { alert: Activity }) {
  const names = useCondominiumNames()
  const since = useByTime(({ serverNow }) => sinceText(serverNow - Date.parse(alert.at)))
  const { text, Icon } = eventView(alert)
  return (
    <TroubleItem className="tone-bad">
      <Icon />
      <div className="trouble-what d-flex flex-wrap align-items-baseline text-anywhere">
        <Link href={placeAddress(alert)}>{text}</Link>
        {alert.wordCode !== '' && <span>{alert.deviceName || alert.wordCode}</span>}
        <Link href={condominiumAddress(alert.condominiumId)}>{names.get(alert.condominiumId)}</Link>
      </div>
      <p className="trouble-status text-sm">{since}</p>
    </TroubleItem>
  )
}

function TroubleRow({ trouble }: { trouble: Trouble }) {
  const { wordCode, name, condominiumId, deviceStatus, circuit } = trouble
  const names = useCondominiumNames()
  const contact = usePanelContact()
  const since = useByTime(({ serverNow }) => (trouble.since === null ? '' : sinceText(serverNow - trouble.since)))
  const next = useByTime(({ now }) => (circuit.state === 'CLOSED' ? '' : circuitText(circuit, now, contact)))
  const { label, tone } = deviceStatuses[deviceStatus]
  const condominiumName = names.get(condominiumId)
  return (
    <TroubleItem className={`tone-${tone}`}>
      <DeviceStatusMark deviceStatus={deviceStatus} />
      {deviceStatus !== 'isolated' && <TestButton wordCode={wordCode} condominiumId={condominiumId} name={name} />}
      <div className="trouble-what d-flex flex-wrap align-items-baseline text-anywhere">
        <Link href={deviceAddress(wordCode)}>{name}</Link>
        {condominiumName !== undefined && <Link href={condominiumAddress(condominiumId)}>{condominiumName}</Link>}
      </div>
      <p className="trouble-status text-sm">
        <strong>{label}</strong> {since}
        {next !== '' && <span>{next}</span>}
      </p>
    </TroubleItem>
  )
}

/** Calls the device once (A11Y-3). First in its row for the keyboard, last on screen. */
function TestButton({ wordCode, condominiumId, name }: Pick<Trouble, 'wordCode' | 'condominiumId' | 'name'>) {
  const devices = useFlow('devices')
  const operation = useDeviceOperation(wordCode)
  const mayTest = usePermissions().includes('device:write')
  const isBusy = isUnderWay(operation)
  const isOfTest = operation?.kind === 'test'
  const texts = useLateCode(lateOperationTexts, isOfTest)
  const outcome = useByTime(({ now }) => {
    if (!isOfTest || texts === null) return ''
    return isBusy ? texts.progressText(operation) : texts.outcomeText(operation, now)
  })
  if (!mayTest) return null
  return (
    <>
      <BusyButton
        className="btn btn-quiet btn-sm"
        isBusy={isBusy}
        onClick={() =>
          devices.send({ type: 'device.operate', operation: { kind: 'test', target: { wordCode, condominiumId } } })
        }
      >
        Testar<span className="visually-hidden"> {name}</span>
      </BusyButton>
      <p className="trouble-outcome text-sm" role="status">
        {outcome}
      </p>
    </>
  )
}
