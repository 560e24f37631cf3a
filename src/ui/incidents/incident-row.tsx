import { Link } from 'wouter'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import { isOpen } from '../../../contract/incidents/open-lives.ts'
import { isPassedTo } from '../../../contract/incidents/passed-incident.ts'
import { sinceText } from '../../../contract/texts/time-texts.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useFlow } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { useFocusHandedOn } from '../parts/handed-on-focus.ts'
import { AuditIcon, BellIcon, CheckIcon, DoorIcon, OpenGateIcon, SignalOffIcon } from '../parts/icons/icons.tsx'
import { TroubleItem } from '../parts/lists/trouble-item.tsx'
import { useByTime } from '../parts/time/clock-hooks.ts'
import { useSignedInUser } from '../session/user-hooks.ts'
import { incidentAddress } from './incident-address.ts'
import { useClaim } from './incident-hooks.ts'
import { incidentSince, incidentTone, isPlaceOpen, ownerText, silenceText } from './incident-texts.ts'

/** Icon of each kind of incident. */
export const incidentIcons = {
  contact: SignalOffIcon,
  'door-forced': DoorIcon,
  'gate-held-open': OpenGateIcon,
  reported: AuditIcon,
  alarm: BellIcon,
} as const

interface IncidentRowProps {
  incident: Incident
  /** Whether the incident is shown as history, without actions. */
  isPast?: boolean
}

/** Row of one incident: kind, place, start, owner, and 'Estou cuidando' while it has no owner (INC-3). */
export function IncidentRow({ incident, isPast = false }: IncidentRowProps) {
  const { id, life, resolvedAt, word } = incident
  const { userId } = useSignedInUser()
  const Icon = incidentTone(incident) === 'ok' ? CheckIcon : incidentIcons[incident.kind]
  const age = useByTime(({ serverNow }) =>
    sinceText(serverNow - (resolvedAt === null ? incidentSince(incident) : Date.parse(resolvedAt))),
  )
  const silence = useByTime(({ serverNow }) => (life === 'silenced' ? silenceText(incident, serverNow) : ''))
  return (
    <TroubleItem className={`incident tone-${incidentTone(incident)}`}>
      <Icon />
      {!isPast && isOpen(incident) && (incident.owner === null || isPassedTo(incident, userId)) && (
        <ClaimButton incident={incident} />
      )}
      <div className="trouble-what d-flex flex-wrap align-items-baseline text-anywhere">
        <Link href={incidentAddress(id)}>{incidentSentence(incident)}</Link>
        {incident.condominiumId !== null && isPlaceOpen(incident) && (
          <Link href={condominiumAddress(incident.condominiumId)}>{incident.condominiumName}</Link>
        )}
      </div>
      <p className="trouble-status">
        {age}
        {silence !== '' && (
          <span>
            <strong>{silence}</strong>
          </span>
        )}
        {ownerText(incident, userId) !== '' && <span>{ownerText(incident, userId)}</span>}
        {word !== '' && <span>{word}</span>}
      </p>
    </TroubleItem>
  )
}

/** First in its row for the keyboard, last on screen. */
export function ClaimButton({ incident }: { incident: Incident }) {
  const { isBusy, refusal } = useClaim(incident.id)
  const { send } = useFlow('incidents')
  const button = useFocusHandedOn<HTMLButtonElement>((claim) => claim.closest('li')?.querySelector('a'))
  return (
    <>
      <BusyButton
        ref={button}
        className="btn btn-quiet btn-sm"
        isBusy={isBusy}
        onClick={() => send({ type: 'incidents.claim', ids: [incident.id] })}
      >
        Estou cuidando<span className="visually-hidden">: {incidentSentence(incident)}</span>
      </BusyButton>
      <p className="trouble-outcome" role="status">
        {refusal}
      </p>
    </>
  )
}
