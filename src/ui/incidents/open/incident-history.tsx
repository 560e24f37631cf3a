import { clockText } from '../../../../contract/texts/time-texts.ts'
import type { IncidentStory } from '../../../../contract/wire/answers/incident-story.ts'
import { noteSentence } from './note-texts.ts'

/** The story of the incident, oldest first. `now` in milliseconds since the epoch. */
export function IncidentHistory({ story: { notes, incident }, now }: { story: IncidentStory; now: number }) {
  return (
    <section className="card incident-notes" aria-labelledby="historia">
      <div className="card-heading">
        <h2 id="historia">O que aconteceu</h2>
      </div>
      <ol>
        {notes.map((note) => (
          <li key={note.id}>
            <time dateTime={note.at}>{clockText(note.at, now)}</time>
            <span>
              {noteSentence(note, incident.kind, now)}
              {note.text !== '' && <q>{note.text}</q>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
