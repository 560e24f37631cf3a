import { deviceFailureCauses } from '../../../../contract/wire/answers/devices/devices.ts'
import { secondsText } from '../../parts/time/time-texts.ts'
import { causeOf } from '../circuit/circuit-texts.ts'
import { nextCallOf } from '../circuit/circuit-view.ts'
import { deviceStatusOf } from './device-status.ts'
import { type DeviceTrouble, firstSteps } from './device-troubles.ts'
import { nameOf, type VerdictFacts } from './device-verdict.ts'

/** What the steps have to know besides what the verdict knows. */
export interface StepFacts extends VerdictFacts {
  /** Of the condominium, as it is written; null where nobody has entered one. */
  maintenancePhone: string | null
  /** What this person may do. */
  mayWrite: boolean
  mayReset: boolean
}

/** What is wrong, from how the device stands and the last failure that the panel, else the server, has seen (PAGE-4). */
export function deviceTrouble(facts: VerdictFacts): DeviceTrouble {
  const { device, circuit, contact, portTest, now } = facts
  const deviceStatus = deviceStatusOf(device, circuit, contact !== 'current')
  switch (deviceStatus) {
    case 'unknown':
      if (contact === 'current') return 'unchecked'
      if (contact === 'serviceSilent') return contact
      return contact === 'offline' ? 'panelOffline' : 'serverAway'
    case 'isolated':
    case 'inactive':
      return deviceStatus
    case 'online':
      return portTest?.success === false ? 'networkSilent' : 'none'
    case 'halfOpen':
      return nextCallOf(circuit, now).kind === 'testing' ? 'trying' : failureOf(facts)
    case 'open':
    case 'offline':
    case 'failing':
      return failureOf(facts)
  }
}

function failureOf({ circuit, ping, portTest }: VerdictFacts): DeviceTrouble {
  const code = circuit.failureCount === 0 ? null : circuit.lastError
  if (code === null) return ping?.health?.cause ?? causeByNetwork(portTest)
  if (code === 'no response') return 'serviceSilent'
  if (code === 'timeout' || code === 'status 408' || code === 'status 504') return 'silent'
  return causeOf(code) ?? 'serviceError'
}

/** Where nobody has seen more than that contact was lost: a device whose network answers has power and cable. */
function causeByNetwork(portTest: VerdictFacts['portTest']): DeviceTrouble {
  if (portTest === null) return 'noContact'
  return portTest.success ? 'hung' : 'unreachable'
}

/** What ends with a call for help. */
const lasting: readonly DeviceTrouble[] = ['serviceSilent', 'serviceError', 'noContact', 'hung', ...deviceFailureCauses]

/** What to do now, step by step, in plain words; none where there is nothing to do (PAGE-4). */
export function deviceSteps(facts: StepFacts): string[] {
  const { device, mayWrite, mayReset } = facts
  const trouble = deviceTrouble(facts)
  const steps = firstSteps[trouble].map((step) => filled(step, facts))
  if (trouble === 'unchecked' && mayWrite) return ['Use Testar dispositivo para saber agora.', ...steps]
  if (trouble === 'inactive' && !mayWrite)
    return [...steps.slice(0, 1), 'Se deve voltar, peça a quem opera os dispositivos.']
  if (trouble === 'isolated' && !mayReset)
    return [
      ...steps.slice(0, 1),
      'Se o trabalho já terminou, peça a quem opera os dispositivos que encerre o isolamento.',
    ]
  if (!lasting.includes(trouble)) return steps
  return [...steps, againStep(facts), helpStep(facts, nameOf(device))]
}

/** When it is tried again, and by whom. */
function againStep({ circuit, now, mayWrite, mayReset }: StepFacts): string {
  const next = nextCallOf(circuit, now)
  if (next.kind === 'refused') {
    const again = `O painel tenta de novo sozinho às ${secondsText(next.until)}.`
    return mayReset ? `${again} Se já foi resolvido, use Retomar agora.` : again
  }
  if (next.kind === 'due') return 'O painel está tentando de novo: espere o resultado.'
  return mayWrite ? 'Depois, use Testar dispositivo.' : 'Depois, peça um teste a quem opera os dispositivos.'
}

function helpStep({ maintenancePhone }: StepFacts, name: string): string {
  return maintenancePhone === null
    ? `Se continuar, chame a manutenção de ${name} e mande o texto de Copiar para a manutenção.`
    : `Se continuar, ligue para a manutenção, ${maintenancePhone}, e mande o texto de Copiar para a manutenção.`
}

function filled(step: string, { device }: VerdictFacts): string {
  return step
    .replaceAll('{name}', nameOf(device))
    .replaceAll('{ip}', device.ip)
    .replaceAll('{port}', `${device.port}`)
    .replaceAll('{code}', device.wordCode)
}
