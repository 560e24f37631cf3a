import { type DeviceFailureCause, deviceFailureCauses } from '../../../contract/wire/answers/devices.ts'
import { secondsText } from '../parts/time-texts.ts'
import { causeOf } from './circuit-texts.ts'
import { nextCallOf } from './circuit-view.ts'
import { standingOf } from './device-standing.ts'
import { nameOf, type VerdictFacts } from './device-verdict.ts'

/** What is wrong with a device, as far as anybody can tell; `none` is nothing. */
export type DeviceTrouble =
  | 'none'
  /** The panel itself has no network, or no server (DEV-3). */
  | 'panelOffline'
  | 'serverAway'
  | 'unchecked'
  | 'inactive'
  /** A trial is under way. */
  | 'trying'
  /** It answers, but its network did not at the last test. */
  | 'networkSilent'
  /** The device service did not answer, or answered with an error of its own. */
  | 'serviceSilent'
  | 'serviceError'
  /** It is away, and nobody has found out why. */
  | 'noContact'
  | DeviceFailureCause

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
  switch (standingOf(device, circuit, contact !== 'current')) {
    case 'unknown':
      if (contact === 'current') return 'unchecked'
      return contact === 'offline' ? 'panelOffline' : 'serverAway'
    case 'inactive':
      return 'inactive'
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
  if (code === null) return ping?.health?.cause ?? (portTest?.success === false ? 'unreachable' : 'noContact')
  if (code === 'no response') return 'serviceSilent'
  if (code === 'timeout' || code === 'status 408' || code === 'status 504') return 'silent'
  return causeOf(code) ?? 'serviceError'
}

/** What to look at first; `{name}`, `{ip}`, `{port}` and `{code}` stand for the device's own. */
export const firstSteps: Record<DeviceTrouble, readonly string[]> = {
  none: [],
  panelOffline: [
    'Confira o cabo de rede ou o Wi-Fi deste computador.',
    'Não mexa no dispositivo: sem rede, este painel não sabe como ele está.',
    'Quando a rede voltar, o painel pergunta de novo sozinho.',
  ],
  serverAway: [
    'Não mexa no dispositivo: quem não responde é o servidor.',
    'Espere: o painel pergunta de novo sozinho a cada poucos segundos.',
    'Se passar de 5 minutos, avise o suporte do sistema e acompanhe a passagem no local.',
  ],
  unchecked: ['Espere alguns minutos: o servidor ainda vai consultá-lo.'],
  inactive: [
    'Se deve ficar desativado, não há nada a fazer.',
    'Se deve voltar, veja antes se a passagem está livre e use Ativar.',
  ],
  trying: ['Espere alguns segundos: o teste em andamento diz se ele voltou.'],
  networkSilent: ['Por enquanto, nada a fazer: {name} responde. Se cair, confira o cabo de rede dele.'],
  serviceSilent: [
    'Não mexa no dispositivo ainda: quem não respondeu foi o servidor, não ele.',
    'Veja se outros dispositivos também falham. Se sim, avise o suporte do sistema.',
  ],
  serviceError: [
    'Espere 1 minuto: o servidor respondeu com erro antes de saber do dispositivo.',
    'Veja se outros dispositivos também falham. Se sim, avise o suporte do sistema.',
  ],
  noContact: ['Veja no local se {name} está ligado e se o cabo de rede está bem encaixado.'],
  refused: [
    'Veja no local se {name} acabou de ser ligado: até terminar de iniciar, ele recusa a conexão. Espere 2 minutos.',
    'Se já estava ligado, desligue-o da energia por 10 segundos e ligue de novo, sem ninguém na passagem.',
  ],
  dropped: [
    'Espere 1 minuto: {name} atendeu e desligou no meio, como quem está reiniciando.',
    'Veja no local se ele reinicia sozinho. Se sim, confira a fonte de energia.',
  ],
  garbage: [
    'Em {ip}, porta de rede {port}, responde outra coisa que não {name}. Confira o endereço em Dados.',
    'Se o dispositivo ou a rede foi trocado, corrija o endereço em Editar.',
  ],
  declined: [
    'Confira em Dados se o código {code} e o endereço são os de {name}: ele atende, mas não aceita o pedido.',
    'Se foi trocado há pouco, corrija o cadastro em Editar.',
  ],
  silent: [
    'Veja no local se a luz de {name} está acesa. Apagada: confira a tomada e a fonte.',
    'Acesa: confira o cabo de rede nas duas pontas.',
    'Se nada mudou, desligue-o da energia por 10 segundos e ligue de novo, sem ninguém na passagem.',
  ],
  unreachable: [
    'Veja se outros dispositivos do condomínio estão sem contato. Se sim, confira a internet e o roteador do local.',
    'Se é só este, confira no local o cabo de rede dele e, em Dados, o endereço {ip}.',
  ],
}

/** What ends with a call for help. */
const lasting: readonly DeviceTrouble[] = ['serviceSilent', 'serviceError', 'noContact', ...deviceFailureCauses]

/** What to do now, step by step, in plain words; none where there is nothing to do (PAGE-4). */
export function deviceSteps(facts: StepFacts): string[] {
  const { device, mayWrite } = facts
  const trouble = deviceTrouble(facts)
  const steps = firstSteps[trouble].map((step) => filled(step, facts))
  if (trouble === 'unchecked' && mayWrite) return ['Use Testar dispositivo para saber agora.', ...steps]
  if (trouble === 'inactive' && !mayWrite)
    return [...steps.slice(0, 1), 'Se deve voltar, peça a quem opera os dispositivos.']
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
