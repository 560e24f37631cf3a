import type { Trouble } from '../../contract/devices/troubles.ts'
import type { Both } from './both.ts'

/** Name of each trouble in the failure document, in the order of its table of first steps. */
export const troubleNames: Record<Trouble, Both> = {
  none: { pt: 'nada', en: 'nothing' },
  panelOffline: { pt: 'o computador da portaria está sem rede', en: 'the computer of the gatehouse has no network' },
  serverUnreachable: { pt: 'o servidor não responde', en: 'the server does not answer' },
  serviceUnreachable: {
    pt: 'só o serviço de dispositivos não responde',
    en: 'only the device service does not answer',
  },
  healthUnreachable: { pt: 'só o serviço de saúde não responde', en: 'only the health service does not answer' },
  unchecked: {
    pt: 'o servidor ainda não tem resultado do dispositivo',
    en: 'the server has no result of the device yet',
  },
  inactive: { pt: 'ele está desativado', en: 'the device is deactivated' },
  isolated: { pt: 'uma pessoa o isolou neste navegador', en: 'a person isolated the device in this browser' },
  trying: {
    pt: 'há um teste em andamento, ou um isolamento terminou e o teste vem agora',
    en: 'a trial is under way, or follows the end of an isolation',
  },
  networkSilent: {
    pt: 'ele responde, mas a rede não respondeu no último teste',
    en: 'the device answers, but its network failed the last test',
  },
  serviceSilent: { pt: 'o serviço não respondeu à chamada', en: 'the service did not answer the call' },
  serviceError: { pt: 'o serviço respondeu com um erro seu', en: 'the service answered with its own error' },
  noContact: { pt: 'está sem contato, e ninguém descobriu por quê', en: 'the device does not answer; cause unknown' },
  mute: {
    pt: 'está sem contato, ninguém descobriu por quê, e o teste de rede teve resposta',
    en: 'the device does not answer, cause unknown, and the network test got an answer',
  },
  oscillating: { pt: 'o contato cai e volta várias vezes', en: 'contact is lost and comes back several times' },
  addressDown: {
    pt: 'todos os dispositivos de um endereço, dois ou mais, mas não o condomínio inteiro, caíram juntos',
    en: 'all devices at one address, two or more, but not the whole condominium, failed together',
  },
  someDown: {
    pt: 'vários dispositivos do condomínio caíram juntos',
    en: 'several devices of the condominium failed together',
  },
  placeDown: {
    pt: 'o condomínio inteiro, de dois dispositivos ou mais, está sem contato',
    en: 'the whole condominium, of two devices or more, does not answer',
  },
  manyPlacesDown: { pt: 'muitos condomínios estão sem contato', en: 'many condominiums do not answer' },
  doorForced: { pt: 'porta forçada', en: 'a door was forced' },
  gateHeldOpen: { pt: 'portão aberto além do tempo', en: 'a gate was held open' },
  alarm: { pt: 'evento de um tipo do catálogo que chama', en: 'an event of a catalogued kind that calls' },
  refused: { pt: 'ele recusa a conexão', en: 'the device refuses the connection' },
  dropped: { pt: 'ele encerra a conexão', en: 'the device drops the connection' },
  garbage: { pt: 'outra coisa responde no endereço dele', en: 'something else answers at the address' },
  declined: { pt: 'ele responde e não aceita o pedido', en: 'the device answers and rejects the request' },
  hung: { pt: 'ele aceita a conexão e não responde', en: 'the device accepts the connection and does not answer' },
  silent: {
    pt: 'ele não responde a tempo, ou o painel não teve resposta do servidor a tempo',
    en: 'the device does not answer in time, or the panel got no answer of the server in time',
  },
  unreachable: {
    pt: 'não há caminho até o endereço dele; ou ninguém descobriu a causa, e o teste de rede não teve resposta',
    en: 'no route to the address; or cause unknown, and the network test got no answer',
  },
}
