import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { callText, phoneAtPlace, phonesOf } from '../../../contract/devices/place-phones.ts'
import { formatPhone, phoneLink } from '../../../contract/fields/phone.ts'
import { clockText } from '../../../contract/texts/time-texts.ts'
import { isOfIncident } from '../../machines/alerts/incident-alerts.ts'
import type { Alert } from '../../services/alerts/alert-keeper.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { placeAddress } from '../device-list/device-addresses.ts'
import { incidentAddress } from '../incidents/incident-address.ts'
import { useFlow } from '../panel-context.tsx'
import { useByTime } from '../parts/time/clock-hooks.ts'

/** The page of an alert: its incident, or the device or condominium of its event. */
export function alertAddress(alert: Alert): string {
  return isOfIncident(alert) ? incidentAddress(alert.incident.id) : placeAddress(alert)
}

export interface AlertProps<Shown = Alert> {
  alert: Shown
  /** The line for the other alerts. */
  others?: ReactNode
}

/**
 * Returns a handler of clicks that marks the alert as seen. The handler ignores the second click of a double click,
 * because that click hits the next alert.
 */
export function useSeen({ id }: Alert): (event: MouseEvent) => void {
  const { send } = useFlow('alerts')
  return ({ detail }) => {
    if (detail < 2) send({ type: 'alerts.see', id })
  }
}

/**
 * Actions of an alert: its page, 'Visto' and a call to the gatehouse; then the line for the other alerts, or the time.
 */
export function AlertActions({ alert, others }: AlertProps) {
  const see = useSeen(alert)
  const clock = useByTime(({ serverNow }) => clockText(alert.at, serverNow))
  return (
    <p className="toast-actions d-flex flex-wrap align-items-center gap-2">
      <Link href={alertAddress(alert)} className="btn btn-primary btn-sm" onClick={see}>
        {pageText(alert)}
      </Link>
      <button type="button" className="btn btn-quiet btn-sm" onClick={see}>
        Visto
      </button>
      <Phone {...(isOfIncident(alert) ? alert.incident : alert)} />
      {others ?? (
        <time className="ms-auto text-soft text-sm" dateTime={alert.at}>
          {clock}
        </time>
      )}
    </p>
  )
}

function Phone({ condominiumId }: { condominiumId: string | null }) {
  const condominium = useCondominiums().find(({ id }) => id === condominiumId)
  const found = condominium && phoneAtPlace(phonesOf(condominium))
  if (found === undefined) return null
  return (
    <a
      className="btn btn-quiet btn-sm"
      href={phoneLink(found.phone)}
      aria-label={`${callText(found)}: ${formatPhone(found.phone)}`}
    >
      {formatPhone(found.phone)}
    </a>
  )
}

function pageText(alert: Alert): string {
  if (isOfIncident(alert)) return 'Ver ocorrência'
  return alert.wordCode === '' ? 'Ver condomínio' : 'Ver dispositivo'
}
