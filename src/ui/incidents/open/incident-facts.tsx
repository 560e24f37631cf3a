import { isOpen } from '../../../../contract/incidents/open-lives.ts'
import { clockText, sinceText } from '../../../../contract/texts/time-texts.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { useSignedInUser } from '../../session/user-hooks.ts'
import { IncidentPlace } from '../incident-place.tsx'
import { incidentSince, nameText, ownerText, silenceText } from '../incident-texts.ts'

/** Place, start and owner of the incident, its silence and how it ended. `now` in milliseconds since the epoch. */
export function IncidentFacts({ incident, now }: { incident: Incident; now: number }) {
  const { openedAt, resolvedAt, silence, word, falls, kind } = incident
  const { userId } = useSignedInUser()
  const owner = ownerText(incident, userId)
  return (
    <dl className="card incident-facts d-grid mb-3">
      {incident.condominiumId !== null && (
        <div>
          <dt>Onde</dt>
          <dd className="incident-places d-flex flex-wrap">
            <IncidentPlace incident={incident} />
          </dd>
        </div>
      )}
      <div>
        <dt>Desde</dt>
        <dd>
          <time dateTime={openedAt}>{clockText(openedAt, now)}</time>, {sinceText(now - incidentSince(incident))}
        </dd>
      </div>
      {resolvedAt !== null && (
        <div>
          <dt>Até</dt>
          <dd>
            <time dateTime={resolvedAt}>{clockText(resolvedAt, now)}</time>
          </dd>
        </div>
      )}
      {kind === 'contact' && falls > 1 && (
        <div>
          <dt>Quedas em 15 min</dt>
          <dd>{falls}</dd>
        </div>
      )}
      {(isOpen(incident) || owner !== '') && (
        <div>
          <dt>{isOpen(incident) ? 'Quem cuida' : 'Quem cuidou'}</dt>
          <dd>{owner === '' ? 'Ninguém ainda' : owner}</dd>
        </div>
      )}
      {silence !== null && (
        <div>
          <dt>{silenceText(incident, now)}</dt>
          <dd>
            {nameText(silence.by)}: {silence.reason}
          </dd>
        </div>
      )}
      {word !== '' && (
        <div>
          <dt>O que foi</dt>
          <dd>{word}</dd>
        </div>
      )}
    </dl>
  )
}
