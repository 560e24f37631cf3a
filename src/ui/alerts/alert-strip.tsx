import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import { isOfIncident, worstAlertsFirst } from '../../machines/alerts/incident-alerts.ts'
import type { Alert } from '../../services/alerts/alert-keeper.ts'
import { eventView } from '../event-feed/event-kinds.ts'
import { useIncidentsPresent } from '../incidents/incident-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { useLostFocusReturned } from '../parts/lost-focus.ts'
import type { AlertProps } from './alert-actions.tsx'
import { useAlertsMany, useUnseenAlerts } from './alert-hooks.ts'
import { EventToast } from './event-toast.tsx'
import { IncidentToast } from './incident-toast.tsx'

/** Shows the unseen alerts in one toast: the worst alert, and one line that opens the other alerts (DESK-4). */
export function AlertStrip() {
  const unseen = useUnseenAlerts()
  const isMany = useAlertsMany()
  const [isOpen, setOpen] = useState(false)
  const strip = useRef<HTMLDivElement>(null)
  const [worst, ...others] = worstAlertsFirst(unseen)
  useLostFocusReturned(worst?.id, worst === undefined ? undefined : strip)
  if (worst === undefined) return null
  const isListed = isOpen && !isMany
  const newest = unseen.findLast((alert) => alert !== worst)
  const line = newest !== undefined && (
    <OthersLine count={others.length} newest={newest} isListed={isListed} onToggle={() => setOpen(!isOpen)} />
  )
  return (
    <div ref={strip} tabIndex={-1} className="alert-strip d-grid gap-2 flex-fill min-w-0">
      <AlertRow key={worst.id} alert={worst} others={line || undefined} />
      {isListed && others.map((alert) => <AlertRow key={alert.id} alert={alert} />)}
    </div>
  )
}

function AlertRow({ alert, others }: AlertProps) {
  return isOfIncident(alert) ? (
    <IncidentToast alert={alert} others={others} />
  ) : (
    <EventToast alert={alert} others={others} />
  )
}

interface OthersLineProps {
  count: number
  newest: Alert
  isListed: boolean
  onToggle: () => void
}

function OthersLine({ count, newest, isListed, onToggle }: OthersLineProps) {
  const isMany = useAlertsMany()
  const isOfIncidents = useIncidentsPresent()
  const { send } = useFlow('alerts')
  const see = () => send({ type: 'alerts.seeAll' })
  const text = count === 1 ? 'mais 1 alerta' : `mais ${count} alertas`
  return (
    <>
      {isMany ? (
        <>
          <Link href={isOfIncidents ? '/incidents' : '/notifications'} className="btn btn-quiet btn-sm" onClick={see}>
            {text}
          </Link>
          <button type="button" className="btn btn-quiet btn-sm" onClick={see}>
            Todos vistos
          </button>
        </>
      ) : (
        <button type="button" className="btn btn-quiet btn-sm" aria-expanded={isListed} onClick={onToggle}>
          {text}
        </button>
      )}
      {!isListed && <span className="visually-hidden">{alertText(newest)}</span>}
    </>
  )
}

/** Text with which a screen reader announces a new alert that is not the worst alert. */
function alertText(alert: Alert): string {
  return isOfIncident(alert)
    ? incidentSentence(alert.incident)
    : `${eventView(alert).text}: ${alert.deviceName || alert.wordCode}`
}
