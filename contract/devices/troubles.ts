import { causeOf } from '../evidence/failure-texts.ts'
import type { DeviceFailureCause } from '../wire/answers/devices/devices.ts'
import type { Incident } from '../wire/answers/incidents.ts'
import type { PanelContact } from './panel-contact.ts'

/** A problem of a device or a condominium, or `none`. Each trouble has its own advice (STATE-5). */
export type Trouble =
  | 'none'
  /** The panel has no network or no contact to the server (DEV-3). */
  | 'panelOffline'
  | 'serverUnreachable'
  /** Only the device service, or only the health service, does not answer the panel. */
  | 'serviceUnreachable'
  | 'healthUnreachable'
  | 'unchecked'
  | 'inactive'
  /** A person has isolated the device. */
  | 'isolated'
  /** A trial is running. */
  | 'trying'
  /** The device answers, but the last port test failed. */
  | 'networkSilent'
  /** The device service did not answer a call to the device, or answered with its own error. */
  | 'serviceSilent'
  | 'serviceError'
  /** The device is offline for an unknown reason; `mute`: its network answers. */
  | 'noContact'
  | 'mute'
  | 'oscillating'
  /** Devices fail together: at one address, in one condominium, in the whole condominium, in many condominiums. */
  | 'addressDown'
  | 'someDown'
  | 'placeDown'
  | 'manyPlacesDown'
  | 'doorForced'
  | 'gateHeldOpen'
  | 'alarm'
  | DeviceFailureCause

interface Advice {
  /**
   * First steps in plain words (PAGE-4). The values of the device replace `{name}`, `{place}`, `{controller}`, `{at}`,
   * `{address}` and `{code}`.
   */
  steps: readonly string[]
  /** Whether a person must be called if the trouble lasts. */
  lasts?: true
}

const lookAtPower = [
  'Veja no local se a luz de {name} está acesa. Apagada: confira a tomada e a fonte.',
  'Acesa: confira o cabo de rede nas duas pontas.',
] as const

const switchOff = 'Se nada mudou, desligue-o da energia por 10 segundos e ligue de novo, sem ninguém na passagem.'

/** Parts of steps that get the telephone of the condominium or of its maintenance, if known. */
export const callPlace = 'Ligue para o local'
export const callMaintenance = 'chame a manutenção'

/** The only advice for each trouble: the pages of device and incident show the same steps (STATE-5). */
export const adviceOf: Record<Trouble, Advice> = {
  none: { steps: [] },
  panelOffline: {
    steps: [
      'Confira o cabo de rede ou o Wi-Fi deste computador.',
      'Não mexa nos dispositivos: sem rede, este painel não sabe como estão.',
      'Quando a rede voltar, o painel pergunta de novo sozinho.',
    ],
  },
  serverUnreachable: {
    steps: [
      'Não mexa nos dispositivos: quem não responde é o servidor.',
      'Espere: o painel pergunta de novo sozinho a cada poucos segundos.',
      'Se passar de 5 minutos, avise o suporte do sistema e acompanhe as passagens no local.',
    ],
  },
  serviceUnreachable: {
    steps: [
      'Não mexa nos dispositivos: quem não responde é o serviço de dispositivos.',
      'Espere: o painel pergunta de novo sozinho a cada poucos segundos.',
      'Se passar de 5 minutos, avise o suporte do sistema e acompanhe as passagens no local.',
    ],
  },
  healthUnreachable: {
    steps: [
      'Não mexa nos dispositivos: quem não responde é o serviço de saúde.',
      'Espere: o painel pergunta de novo sozinho.',
      'Se passar de 5 minutos, avise o suporte do sistema.',
    ],
  },
  unchecked: { steps: ['Espere alguns minutos: o servidor ainda vai consultá-lo.'] },
  inactive: {
    steps: [
      'Se deve ficar desativado, não há nada a fazer.',
      'Se deve voltar, veja antes se a passagem está livre e use Ativar.',
    ],
  },
  isolated: {
    steps: [
      'Enquanto durar, acompanhe no local quem passa por {name}: este painel não lhe envia comandos nem testes, não muda o cadastro dele e só alerta se outros falharem com ele.',
      'Quando o trabalho terminar, use Encerrar isolamento: o painel testa o dispositivo antes de voltar ao normal.',
    ],
  },
  trying: { steps: ['Espere alguns segundos: o teste em andamento diz se ele voltou.'] },
  networkSilent: { steps: ['Por enquanto, nada a fazer: {name} responde. Se cair, confira o cabo de rede dele.'] },
  serviceSilent: {
    steps: [
      'Não mexa no dispositivo ainda: quem não respondeu foi o serviço de dispositivos, não ele.',
      'Veja se outros dispositivos também falham. Se sim, avise o suporte do sistema.',
    ],
    lasts: true,
  },
  serviceError: {
    steps: [
      'Espere 1 minuto: o servidor respondeu com erro antes de saber do dispositivo.',
      'Veja se outros dispositivos também falham. Se sim, avise o suporte do sistema.',
    ],
    lasts: true,
  },
  noContact: { steps: ['Veja no local se {name} está ligado e se o cabo de rede está bem encaixado.'], lasts: true },
  mute: { steps: ['A rede até {name} responde. Veja no local se a luz dele está acesa.', switchOff], lasts: true },
  oscillating: {
    steps: [
      '{name} cai e volta: confira no local se a fonte de energia e o cabo de rede estão firmes.',
      'Enquanto oscila, não conte com a passagem: acompanhe no local.',
    ],
    lasts: true,
  },
  addressDown: {
    steps: [
      'Os dispositivos {controller} caíram juntos: veja no local se ele está ligado e com cabo de rede.',
      'Não procure em cada dispositivo: o que eles têm em comum é o controlador.',
    ],
    lasts: true,
  },
  someDown: {
    steps: [
      'Vários dispositivos de {place} caíram juntos: confira primeiro o que têm em comum, como a energia e o roteador do trecho.',
      'Se a energia e a rede do trecho estão bem, veja então cada dispositivo.',
    ],
    lasts: true,
  },
  placeDown: {
    steps: [
      'Não procure em um dispositivo: {place} não responde por inteiro.',
      `${callPlace} e pergunte se há energia. Sem energia, avise que as passagens estão sem controle.`,
      'Com energia: peça que confiram a internet e o roteador.',
    ],
    lasts: true,
  },
  manyPlacesDown: {
    steps: [
      'Não mexa nos dispositivos: muitos condomínios pararam ao mesmo tempo.',
      'Confira a internet desta central e avise o suporte do sistema.',
    ],
  },
  doorForced: {
    steps: [
      'Olhe a passagem agora, pela câmera ou com quem está no local: o painel não sabe se ela já está fechada.',
      'Se houver risco a alguém, ligue 190.',
      'Depois de conferir, encerre a ocorrência dizendo o que foi.',
    ],
  },
  gateHeldOpen: {
    steps: [
      'Olhe o portão agora, pela câmera ou com quem está no local: o painel não sabe se ele já fechou.',
      `Se estiver preso, peça que alguém fique na passagem e ${callMaintenance}.`,
      'Depois de conferir, encerre a ocorrência dizendo o que foi.',
    ],
    lasts: true,
  },
  alarm: {
    steps: [
      'Olhe {name} agora, pela câmera ou com quem está no local.',
      'Se houver risco a alguém, ligue 190.',
      'Depois de conferir, encerre a ocorrência dizendo o que foi.',
    ],
  },
  refused: {
    steps: [
      lookAtPower[0],
      'Acesa: ele pode ter acabado de ligar, e até terminar de iniciar recusa a conexão. Espere 2 minutos.',
      switchOff,
    ],
    lasts: true,
  },
  dropped: {
    steps: [
      'Espere 1 minuto: {name} atendeu e desligou no meio, como quem está reiniciando.',
      'Veja no local se ele reinicia sozinho. Se sim, confira a fonte de energia.',
    ],
    lasts: true,
  },
  garbage: {
    steps: [
      '{at} responde outra coisa que não {name}. Confira o endereço em Dados.',
      'Se o dispositivo ou a rede foi trocado, corrija o endereço em Editar.',
    ],
    lasts: true,
  },
  declined: {
    steps: [
      'Confira em Dados se o código {code} e o endereço são os de {name}: ele atende, mas não aceita o pedido.',
      'Endereço errado: corrija em Editar. Código errado: cadastre o dispositivo com o código certo e exclua este.',
    ],
    lasts: true,
  },
  hung: {
    steps: [
      '{name} aceita a conexão e não responde: energia e cabo estão bem, ele é que travou.',
      'Desligue-o da energia por 10 segundos e ligue de novo, sem ninguém na passagem.',
    ],
    lasts: true,
  },
  silent: { steps: [...lookAtPower, switchOff], lasts: true },
  unreachable: {
    steps: [
      'Veja se outros dispositivos do condomínio estão sem contato. Se sim, confira a internet e o roteador do local.',
      'Se é só este, confira no local o cabo de rede dele e, em Dados, {address}.',
    ],
    lasts: true,
  },
}

/** The trouble behind a lost contact to the devices. */
export const troubleOfContact: Record<Exclude<PanelContact, 'current'>, Trouble> = {
  offline: 'panelOffline',
  silent: 'serverUnreachable',
  serviceSilent: 'serviceUnreachable',
  healthSilent: 'healthUnreachable',
}

/** Trouble of an open incident; of a single device with a known cause, that cause. */
export function troubleOfIncident(
  incident: Pick<Incident, 'kind' | 'scope' | 'cause' | 'isOscillating' | 'failing' | 'devices'>,
): Trouble {
  const { kind, scope, cause, isOscillating, failing, devices } = incident
  if (kind === 'reported') return 'none'
  if (kind === 'door-forced') return 'doorForced'
  if (kind === 'gate-held-open') return 'gateHeldOpen'
  if (kind === 'alarm') return 'alarm'
  switch (scope) {
    case 'service':
      return 'manyPlacesDown'
    case 'condominium':
      return failing < devices ? 'someDown' : 'placeDown'
    case 'devices':
      return 'someDown'
    case 'address':
      return 'addressDown'
    case 'device':
      if (isOscillating) return 'oscillating'
      return cause === 'unknown' ? 'noContact' : cause
  }
}

/** Trouble of a failed call of this panel, by its code (`timeout`, `status 502 refused`). */
export function troubleOfCode(code: string): Trouble {
  if (code === 'no response') return 'serviceSilent'
  if (code === 'timeout' || code === 'status 408' || code === 'status 504') return 'silent'
  return causeOf(code) ?? 'serviceError'
}
