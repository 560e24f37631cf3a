import type { DeviceFailureCause } from '../../../../contract/wire/answers/devices/devices.ts'

/** Known trouble of a device, or `none`. */
export type DeviceTrouble =
  | 'none'
  /** The panel has no network or no contact to the server (DEV-3). */
  | 'panelOffline'
  | 'serverUnreachable'
  | 'unchecked'
  | 'inactive'
  /** A person has isolated the device. */
  | 'isolated'
  /** A trial is running. */
  | 'trying'
  /** The device answers, but the last port test failed. */
  | 'networkSilent'
  /** The device service did not answer, or answered with its own error. */
  | 'serviceSilent'
  | 'serviceError'
  /** The device is offline for an unknown reason; 'hung': its network answers. */
  | 'noContact'
  | 'hung'
  | DeviceFailureCause

/** First steps; `{name}`, `{ip}`, `{port}` and `{code}` are replaced with the device's values. */
export const firstSteps: Record<DeviceTrouble, readonly string[]> = {
  none: [],
  panelOffline: [
    'Confira o cabo de rede ou o Wi-Fi deste computador.',
    'Não mexa no dispositivo: sem rede, este painel não sabe como ele está.',
    'Quando a rede voltar, o painel pergunta de novo sozinho.',
  ],
  serverUnreachable: [
    'Não mexa no dispositivo: quem não responde é o servidor.',
    'Espere: o painel pergunta de novo sozinho a cada poucos segundos.',
    'Se passar de 5 minutos, avise o suporte do sistema e acompanhe a passagem no local.',
  ],
  unchecked: ['Espere alguns minutos: o servidor ainda vai consultá-lo.'],
  inactive: [
    'Se deve ficar desativado, não há nada a fazer.',
    'Se deve voltar, veja antes se a passagem está livre e use Ativar.',
  ],
  isolated: [
    'Enquanto durar, acompanhe no local quem passa por {name}: este painel não envia nada nem alerta.',
    'Quando o trabalho terminar, use Encerrar isolamento: o painel testa o dispositivo antes de voltar ao normal.',
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
  hung: [
    'A rede de {name} responde: energia e cabo estão bem, ele é que travou.',
    'Desligue-o da energia por 10 segundos e ligue de novo, sem ninguém na passagem.',
  ],
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
