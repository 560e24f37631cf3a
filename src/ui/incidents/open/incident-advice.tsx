import { incidentSteps } from '../../../../contract/devices/device-steps.ts'
import { isOpen } from '../../../../contract/incidents/open-lives.ts'
import type { Condominium } from '../../../../contract/wire/answers/condominiums.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { useCondominiums } from '../../condominiums/condominium-hooks.ts'
import { usePhonesToCall } from '../../contacts/contact-hooks.ts'
import { useDevice } from '../../device-list/device-list-hooks.ts'
import { DeviceAdvice } from '../../devices/status/device-advice.tsx'
import { useDeviceFacts } from '../../devices/status/device-facts-hooks.ts'
import { PhoneText } from '../../parts/phone-text.tsx'
import '../../devices/device-page.css'

/** The steps of an open incident; those of its device if the incident is of one device without contact (STATE-5). */
export function IncidentAdvice({ incident }: { incident: Incident }) {
  const { kind, scope, wordCode, condominiumId } = incident
  const device = useDevice(wordCode)
  const condominium = useCondominiums().find(({ id }) => id === condominiumId) ?? null
  const phones = usePhonesToCall(condominium)
  if (!isOpen(incident) || kind === 'reported') return null
  return (
    <section className="card mb-3" aria-labelledby="o-que-fazer">
      <div className="card-heading">
        <h2 id="o-que-fazer">O que fazer</h2>
      </div>
      <div className="card-part device-advice">
        {kind === 'contact' && scope === 'device' && device !== undefined ? (
          <OfDevice device={device} condominium={condominium} />
        ) : (
          <ol aria-label="O que fazer">
            {incidentSteps(incident, condominium, phones).map((step) => (
              <li key={step}>
                <PhoneText text={step} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

function OfDevice({ device, condominium }: { device: Device; condominium: Condominium | null }) {
  return <DeviceAdvice facts={useDeviceFacts(device)} condominium={condominium} />
}
