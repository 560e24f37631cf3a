import { formatPhone } from '../fields/phone.ts'
import { secondsText } from '../texts/time-texts.ts'
import type { Condominium } from '../wire/answers/condominiums.ts'
import type { Incident } from '../wire/answers/incidents.ts'
import { nextCallOf } from './breaker-rules.ts'
import type { DeviceFacts } from './device-facts.ts'
import { deviceStatusOf, nameOf } from './device-status.ts'
import { ofWhom, type PlacePhone, phoneAtPlace, phoneForRepair, phonesOf } from './place-phones.ts'
import {
  adviceOf,
  callMaintenance,
  callPlace,
  type Trouble,
  troubleOfCode,
  troubleOfContact,
  troubleOfIncident,
} from './troubles.ts'

/** Rights of the signed-in person that decide what a step may ask for. */
export interface StepRights {
  mayWrite: boolean
  mayReset: boolean
}

/** The trouble of a device: of its incident, else of the last failure seen by this panel, else by the server (STATE-5). */
export function troubleOf(facts: DeviceFacts): Trouble {
  const { circuit, contact, incident, portTest, now } = facts
  const deviceStatus = deviceStatusOf(facts)
  switch (deviceStatus) {
    case 'unknown':
      return contact === 'current' ? 'unchecked' : troubleOfContact[contact]
    case 'isolated':
    case 'inactive':
      return deviceStatus
    case 'online':
      if (incident !== null && troubleOfIncident(incident) === 'oscillating') return 'oscillating'
      return portTest?.success === false ? 'networkSilent' : 'none'
    case 'halfOpen':
      return nextCallOf(circuit, now).kind === 'testing' || circuit.failureCount === 0 ? 'trying' : failureOf(facts)
    case 'open':
    case 'offline':
    case 'failing':
      return failureOf(facts)
  }
}

function failureOf({ incident, circuit, ping, portTest }: DeviceFacts): Trouble {
  const ofIncident = incident === null ? 'noContact' : troubleOfIncident(incident)
  if (ofIncident !== 'noContact') return ofIncident
  if (circuit.failureCount > 0 && circuit.lastError !== null) return troubleOfCode(circuit.lastError)
  if (ping?.health?.cause !== undefined) return ping.health.cause
  // Without a known cause, the port test decides: a device with a network response has power or its router has.
  if (portTest === null) return 'noContact'
  return portTest.success ? 'mute' : 'unreachable'
}

/** Lists the next steps in plain words, with the telephones to call; empty if no step is needed (PAGE-4). */
export function deviceSteps(
  facts: DeviceFacts,
  place: Condominium | null,
  rights: StepRights,
  phones: readonly PlacePhone[] = place === null ? [] : phonesOf(place),
): string[] {
  const trouble = troubleOf(facts)
  const { mayWrite, mayReset } = rights
  const { device, incident } = facts
  const placeName = place?.name ?? (incident?.condominiumName || 'o condomínio')
  const names = { ...device, place: placeName, name: nameOf(device) }
  const steps = filledSteps(trouble, names, phones)
  if (trouble === 'unchecked' && mayWrite) return ['Use Testar dispositivo para saber agora.', ...steps]
  if (trouble === 'inactive' && !mayWrite)
    return [...steps.slice(0, 1), 'Se deve voltar, peça a quem opera os dispositivos.']
  if (trouble === 'isolated' && !mayReset)
    return [
      ...steps.slice(0, 1),
      'Se o trabalho já terminou, peça a quem opera os dispositivos que encerre o isolamento.',
    ]
  if (adviceOf[trouble].lasts !== true) return steps
  return [...steps, againStep(facts, rights), helpStep(phones, true)]
}

/** Lists the next steps for an open incident; the pages of its devices show the same steps first (STATE-5). */
export function incidentSteps(
  incident: Incident,
  place: Condominium | null,
  phones: readonly PlacePhone[] = place === null ? [] : phonesOf(place),
): string[] {
  const { deviceName, wordCode, condominiumName, ip } = incident
  const trouble = troubleOfIncident(incident)
  const names = { place: condominiumName || 'o condomínio', ip, port: '', wordCode, name: deviceName || wordCode }
  const steps = filledSteps(trouble, names, phones)
  return adviceOf[trouble].lasts === true ? [...steps, helpStep(phones, false)] : steps
}

/** `ip` and `port` are '' if the view does not know them. */
interface StepNames {
  name: string
  place: string
  ip: string
  port: number | string
  wordCode: string
}

/** Describes the address of a device: '10.0.0.5, porta de rede 80'. */
export function addressText({ ip, port }: Pick<StepNames, 'ip' | 'port'>): string {
  return ip === '' ? 'não informado' : `${ip}, porta de rede ${port}`
}

/** Fills the first steps of a trouble with the values of a device or an incident. */
export function namedSteps(trouble: Trouble, { name, place, ip, port, wordCode }: StepNames): string[] {
  const at = ip !== '' && port !== '' ? `Em ${addressText({ ip, port })},` : `No endereço de ${name}`
  const address = ip === '' ? 'o endereço' : `o endereço ${ip}`
  const controller = ip === '' ? 'de um mesmo controlador' : `do controlador em ${ip}`
  const values: Record<string, string> = { name, place, controller, at, address, code: wordCode }
  return adviceOf[trouble].steps.map((step) => step.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? ''))
}

/** As `namedSteps`, with the telephones of the condominium. */
export function filledSteps(trouble: Trouble, names: StepNames, phones: readonly PlacePhone[] = []): string[] {
  const callText = placeCallText(phones)
  return namedSteps(trouble, names).map((step) =>
    step.replace(callPlace, callText).replace(callMaintenance, maintenanceCallText(phones)),
  )
}

function placeCallText(phones: readonly PlacePhone[]): string {
  const found = phoneAtPlace(phones)
  return found === undefined ? callPlace : `Ligue para ${ofWhom[found.whose]}, ${formatPhone(found.phone)},`
}

function maintenanceCallText(phones: readonly PlacePhone[]): string {
  const first = phoneForRepair(phones)
  if (first === undefined) return `${callMaintenance} (o cadastro do condomínio não tem telefone)`
  const call = `ligue para ${ofWhom[first.whose]}, ${formatPhone(first.phone)}`
  return first.whose === 'manutenção' ? call : `${call}, e peça o contato da manutenção, que o cadastro não tem`
}

function againStep({ circuit, now }: DeviceFacts, { mayWrite, mayReset }: StepRights): string {
  const next = nextCallOf(circuit, now)
  if (next.kind === 'refused') {
    const again = `O painel tenta de novo sozinho às ${secondsText(next.until)}.`
    return mayReset ? `${again} Se já foi resolvido, use Retomar agora.` : again
  }
  if (next.kind === 'due') return 'O painel está tentando de novo: espere o resultado.'
  return mayWrite ? 'Depois, use Testar dispositivo.' : 'Depois, peça um teste a quem opera os dispositivos.'
}

/**
 * Returns the last step: a call to the first telephone of the condominium. `hasText`: the page has the button that copies the text for the
 * maintenance.
 */
function helpStep(phones: readonly PlacePhone[], hasText: boolean): string {
  const first = phoneForRepair(phones)
  const text = hasText ? ' e mande o texto de Copiar para a manutenção' : ''
  if (first === undefined) return `Se continuar, ${callMaintenance}${text}. O cadastro do condomínio não tem telefone.`
  const call = `Se continuar, ${maintenanceCallText(phones)}`
  return first.whose === 'manutenção' && hasText ? `${call},${text}.` : `${call}.`
}
