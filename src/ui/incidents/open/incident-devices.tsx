import { Link } from 'wouter'
import { devicesText, numberText } from '../../../../contract/texts/number-text.ts'
import { sinceText } from '../../../../contract/texts/time-texts.ts'
import type { IncidentDevice, IncidentStory } from '../../../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { condominiumAddress } from '../../condominiums/condominium-address.ts'
import { deviceAddress } from '../../device-list/device-addresses.ts'

/** The devices of the incident, those without contact first. `now` in milliseconds since the epoch. */
export function IncidentDevices({ story: { devices, incident }, now }: { story: IncidentStory; now: number }) {
  const more = incident.devices - devices.length
  return (
    <section className="card incident-devices" aria-labelledby="dispositivos">
      <div className="card-heading">
        <h2 id="dispositivos">Dispositivos</h2>
        <p>{devicesText(incident.devices)}</p>
      </div>
      <ul>
        {devices.map((device) => (
          <li key={device.wordCode} className={`tone-${deviceTone(device)}`}>
            <span className="incident-places d-flex flex-wrap">
              <Link href={deviceAddress(device.wordCode)}>{device.name || device.wordCode}</Link>
              {device.condominiumId !== incident.condominiumId && (
                <Link href={condominiumAddress(device.condominiumId)}>{device.condominiumName}</Link>
              )}
            </span>
            <strong>
              {deviceWord(device, incident)} {sinceText(now - Date.parse(device.since))}
            </strong>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="card-note">E mais {numberText(more)}.</p>}
    </section>
  )
}

function deviceTone({ isFailing, hasAnswered }: IncidentDevice): string {
  if (isFailing) return 'bad'
  return hasAnswered ? 'ok' : 'neutral'
}

function deviceWord({ isFailing, hasAnswered }: IncidentDevice, { kind }: Incident): string {
  if (kind !== 'contact') return 'Aconteceu'
  if (isFailing) return 'Sem contato'
  return hasAnswered ? 'Voltou' : 'Saiu da ocorrência'
}
