import { Link } from 'wouter'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import { minutesText } from '../../../contract/texts/time-texts.ts'
import type { Handover, HandoverNote } from '../../../contract/wire/answers/handovers.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { incidentAddress } from '../incidents/incident-address.ts'
import { IncidentPlace } from '../incidents/incident-place.tsx'
import { ClaimButton } from '../incidents/incident-row.tsx'
import { incidentSince, incidentTone, nameText, ownerText } from '../incidents/incident-texts.ts'
import { noteSentence } from '../incidents/open/note-texts.ts'

interface HandoverRowProps {
  incident: Incident
  /** What people did about the incident, oldest first. */
  notes: readonly HandoverNote[]
  /** The accepted handover; null for a draft. */
  given: Handover | null
}

/** Row of an incident as on paper: clock times and names, never an age or 'você' (DESK-6). */
export function HandoverRow({ incident, notes, given }: HandoverRowProps) {
  const { id, owner, end } = incident
  return (
    <li className={`trouble incident d-grid align-items-center border-top tone-${incidentTone(incident)}`}>
      {given === null && owner === null && end === null && <ClaimButton incident={incident} />}
      <div className="trouble-what d-flex flex-wrap align-items-baseline text-anywhere">
        <Link href={incidentAddress(id)}>{incidentSentence(incident)}</Link>
        <IncidentPlace incident={incident} />
      </div>
      <p className="trouble-status">
        {handoverFacts(incident, given).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {notes.length > 0 && (
        <ol className="handover-notes text-sm" aria-label="O que foi feito">
          {notes.map((note) => (
            <li key={note.id}>{noteText(note, incident)}</li>
          ))}
        </ol>
      )}
    </li>
  )
}

/** Describes an action with its time and person: '02/03, 02:12: Ana fez: Avisar o síndico.' */
export function noteText(note: HandoverNote, { kind }: Pick<Incident, 'kind'>): string {
  const at = Date.parse(note.at)
  const said = note.text === '' ? '' : ` “${note.text}”`
  return `${minutesText(at)}: ${noteSentence(note, kind, at)}${said}`
}

/** Describes times, owner, silence and end of an incident on a handover (DESK-6). */
export function handoverFacts(incident: Incident, given: Handover | null): readonly string[] {
  const { id, resolvedAt, silence, word, openSteps = [] } = incident
  const since = minutesText(incidentSince(incident))
  const isTaken = given?.taken.includes(id) === true
  return [
    resolvedAt === null ? `Desde ${since}` : `De ${since} a ${minutesText(Date.parse(resolvedAt))}`,
    ownerText(incident, ''),
    isTaken ? `Passou de ${nameText(given.from)} para ${nameText(given.to)}` : '',
    silence === null
      ? ''
      : `Silenciado até ${minutesText(Date.parse(silence.until))} por ${nameText(silence.by)}: ${silence.reason}`,
    openSteps.length === 0 ? '' : `Falta fazer: ${openSteps.join('; ')}`,
    word === '' ? '' : `O que foi: ${word}`,
  ].filter((fact) => fact !== '')
}
