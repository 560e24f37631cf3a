import { Link } from 'wouter'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import { isPassedTo } from '../../../contract/incidents/passed-incident.ts'
import { clockText } from '../../../contract/texts/time-texts.ts'
import type { IncidentAlert } from '../../services/alerts/alert-keeper.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { incidentAddress } from '../incidents/incident-address.ts'
import { useIncident } from '../incidents/incident-hooks.ts'
import { isPlaceOpen, ownerText } from '../incidents/incident-texts.ts'
import { useFlow } from '../panel-context.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { useByTime } from '../parts/time/clock-hooks.ts'
import { useSignedInUser } from '../session/user-hooks.ts'

/** Shows a new incident, or one that was handed to the user, in its current state, with a link to its page (INC-6, DESK-5). */
export function IncidentToast({ alert }: { alert: IncidentAlert }) {
  const incident = useIncident(alert.incident.id) ?? alert.incident
  const clock = useByTime(({ serverNow }) => clockText(alert.at, serverNow))
  const { send } = useFlow('alerts')
  const { userId } = useSignedInUser()
  const passed = isPassedTo(incident, userId) ? ownerText(incident, userId) : ''
  const see = () => send({ type: 'alerts.see', id: alert.id })
  return (
    <div className="toast-row d-flex flex-fill flex-wrap align-items-center min-w-0 text-anywhere tone-bad">
      <p className="alert-what d-flex gap-2">
        <AlertIcon />
        <strong>
          {passed !== '' && `${passed}. `}
          {incidentSentence(incident)}
          {isPlaceOpen(incident) && incident.condominiumId !== null && (
            <>
              {' '}
              <Link href={condominiumAddress(incident.condominiumId)} onClick={see}>
                {incident.condominiumName}
              </Link>
            </>
          )}
        </strong>
      </p>
      <p className="toast-actions d-flex flex-wrap align-items-center gap-2">
        <Link href={incidentAddress(incident.id)} className="btn btn-primary btn-sm" onClick={see}>
          Ver ocorrência
        </Link>
        <button type="button" className="btn btn-quiet btn-sm" onClick={see}>
          Visto
        </button>
        <time className="ms-auto text-soft text-sm" dateTime={alert.at}>
          {clock}
        </time>
      </p>
    </div>
  )
}
