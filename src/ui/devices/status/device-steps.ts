import { causeOf } from '../../../../contract/evidence/failure-texts.ts'
import { deviceFailureCauses } from '../../../../contract/wire/answers/devices/devices.ts'
import { secondsText } from '../../parts/time/time-texts.ts'
import { nextCallOf } from '../circuit/circuit-view.ts'
import { deviceStatusOf } from './device-status.ts'
import { type DeviceTrouble, firstSteps } from './device-troubles.ts'
import { nameOf, type VerdictFacts } from './device-verdict.ts'

export interface StepFacts extends VerdictFacts {
  /** Phone number of the condominium as typed, or null. */
  maintenancePhone: string | null
  /** Permissions of the signed-in person. */
  mayWrite: boolean
  mayReset: boolean
}

/** Finds the trouble from the status and the last failure seen by the panel, else by the server (PAGE-4). */
export function deviceTrouble(facts: VerdictFacts): DeviceTrouble {
  const { device, circuit, contact, portTest, now } = facts
  const deviceStatus = deviceStatusOf(device, circuit, contact !== 'current')
  switch (deviceStatus) {
    case 'unknown':
      if (contact === 'current') return 'unchecked'
      if (contact === 'serviceSilent') return contact
      return contact === 'offline' ? 'panelOffline' : 'serverUnreachable'
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

/** Without a known cause, the port test decides: a device with a network response has power and cable. */
function causeByNetwork(portTest: VerdictFacts['portTest']): DeviceTrouble {
  if (portTest === null) return 'noContact'
  return portTest.success ? 'hung' : 'unreachable'
}

/** Troubles that end with a call for help if they last. */
const lasting: readonly DeviceTrouble[] = ['serviceSilent', 'serviceError', 'noContact', 'hung', ...deviceFailureCauses]

/** Lists the next steps in plain words; empty if there is nothing to do (PAGE-4). */
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
