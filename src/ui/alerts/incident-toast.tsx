import { Link } from 'wouter'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import { isPassedTo } from '../../../contract/incidents/passed-incident.ts'
import type { IncidentAlert } from '../../services/alerts/alert-keeper.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useIncident } from '../incidents/incident-hooks.ts'
import { isPlaceOpen, ownerText } from '../incidents/incident-texts.ts'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { useSignedInUser } from '../session/user-hooks.ts'
import { AlertActions, type AlertProps, useSeen } from './alert-actions.tsx'

/** Shows a new incident, or one that was handed to the user, in its current state, with a link to its page (INC-6, DESK-5). */
export function IncidentToast({ alert, others }: AlertProps<IncidentAlert>) {
  const incident = useIncident(alert.incident.id) ?? alert.incident
  const { userId } = useSignedInUser()
  const passed = isPassedTo(incident, userId) ? ownerText(incident, userId) : ''
  const see = useSeen(alert)
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
      <AlertActions alert={alert} others={others} />
    </div>
  )
}
