import { Link } from 'wouter'
import { nameOf } from '../../../contract/devices/device-status.ts'
import { openingText } from '../../../contract/devices/opening.ts'
import { minutesText, secondsText } from '../../../contract/texts/time-texts.ts'
import type { ShiftOpenings, UnconfirmedOpening } from '../../../contract/wire/answers/handovers.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { nameText } from '../incidents/incident-texts.ts'

/** Lists the openings of the shift that no device confirmed, and counts the others (OPEN-2, DESK-6). */
export function UnconfirmedOpenings({ openings: { confirmed, others } }: { openings: ShiftOpenings }) {
  if (confirmed + others.length === 0) return null
  return (
    <section className="card incident-list" aria-labelledby="aberturas">
      <div className="card-heading">
        <h2 id="aberturas">Aberturas sem confirmação</h2>
        {confirmed > 0 && <p>{confirmed === 1 ? '1 abriu' : `${confirmed} abriram`}</p>}
      </div>
      {others.length === 0 && <p className="card-note">Nenhuma.</p>}
      <ul className="troubles">
        {others.map((opening) => (
          <li
            key={`${opening.wordCode} ${opening.at}`}
            className="trouble incident d-grid align-items-center border-top tone-neutral"
          >
            <div className="trouble-what d-flex flex-wrap align-items-baseline text-anywhere">
              <Link href={deviceAddress(opening.wordCode)}>{nameOf(opening)}</Link>
              <Link href={condominiumAddress(opening.condominiumId)}>{opening.condominiumName}</Link>
            </div>
            <p className="trouble-status text-sm">{unconfirmedText(opening)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Describes time, person and outcome of an opening, and what the device stated later (OPEN-2). */
export function unconfirmedText({ at, by, outcome, message, acted }: UnconfirmedOpening): string {
  const when = Date.parse(at)
  const who = by === null ? '' : `, ${nameText(by)}`
  const later = acted === null ? '' : `. Consultado depois, o dispositivo diz que ${acted ? 'abriu' : 'não abriu'}.`
  return `${minutesText(when)}${who}: ${openingText({ outcome, message }, secondsText(when))}${later}`
}
