import { expect, test } from 'vitest'
import { type IncidentFacts, incidentSentence, incidentTitle } from '../../../contract/incidents/incident-sentence.ts'

const device: IncidentFacts = {
  kind: 'contact',
  scope: 'device',
  cause: 'unknown',
  end: null,
  isOscillating: false,
  condominiumName: 'Edifício Água Viva',
  wordCode: 'AGUAVIVA-02',
  deviceName: 'Catraca Torre A',
  ip: '',
  failing: 1,
  devices: 1,
  condominiums: 1,
  falls: 1,
}
const condominium = { scope: 'condominium', failing: 3, devices: 3 } as const

test.each<[Partial<IncidentFacts>, string]>([
  [{}, 'Catraca Torre A está sem contato.'],
  [{ cause: 'declined' }, 'Catraca Torre A está sem contato: atende, mas não aceita o pedido.'],
  [{ cause: 'dropped' }, 'Catraca Torre A está sem contato: atende e desliga no meio; parece reiniciando.'],
  [{ cause: 'garbage' }, 'Catraca Torre A está sem contato. No endereço responde outra coisa.'],
  [{ cause: 'hung' }, 'Catraca Torre A está sem contato: está ligada, mas não responde.'],
  [{ cause: 'hung', deviceName: 'Portão Garagem' }, 'Portão Garagem está sem contato: está ligado, mas não responde.'],
  [
    { cause: 'refused' },
    'Catraca Torre A está sem contato. A rede até lá responde; parece desligada, reiniciando ou travada.',
  ],
  [{ cause: 'silent', deviceName: '' }, 'AGUAVIVA-02 está sem contato: parece desligado ou sem rede.'],
  [
    { scope: 'address', ip: '10.1.0.7', failing: 3, devices: 3 },
    'O controlador em 10.1.0.7 está sem contato (3 dispositivos).',
  ],
  [{ scope: 'devices', failing: 2, devices: 3 }, '2 de 3 dispositivos de Edifício Água Viva estão sem contato.'],
  [{ kind: 'alarm', alarm: { code: 'E120', name: 'Pânico', rank: 'urgent' } }, 'Pânico: Catraca Torre A.'],
  [
    { kind: 'alarm', alarm: { code: 'E120', name: 'Pânico', rank: 'urgent' }, falls: 2, end: 'quiet' },
    'Pânico, 2 vezes: Catraca Torre A. Não se repetiu em 30 min.',
  ],
  [{ kind: 'alarm' }, 'Ocorrência que este painel não entende: Catraca Torre A.'],
  [condominium, 'Edifício Água Viva inteiro está sem contato: energia ou internet do condomínio.'],
  [
    { ...condominium, ip: '10.1.0.7', condominiumName: 'Vila Nova' },
    'Vila Nova inteira está sem contato: energia, internet ou o controlador em 10.1.0.7.',
  ],
  [{ ...condominium, failing: 1 }, '1 de 3 dispositivos de Edifício Água Viva está sem contato.'],
  [
    { scope: 'service', failing: 41_000, condominiums: 1_100 },
    'Muitos condomínios sem contato ao mesmo tempo: verifique a rede da central (41.000 dispositivos em 1.100 condomínios).',
  ],
  [{ isOscillating: true, falls: 5 }, 'Catraca Torre A oscila: 5 quedas em 15 min.'],
  [{ end: 'recovered' }, 'Catraca Torre A voltou a responder.'],
  [{ scope: 'devices', devices: 2, end: 'recovered' }, '2 dispositivos de Edifício Água Viva voltaram a responder.'],
  [{ scope: 'service', end: 'recovered' }, 'Os condomínios voltaram a responder.'],
  [
    { scope: 'service', end: 'split' },
    'Muitos condomínios sem contato. Restaram poucos: cada um tem a sua ocorrência.',
  ],
  [{ end: 'removed' }, 'Dispositivo sem contato: Catraca Torre A. Terminou sem resposta: o dispositivo foi excluído.'],
  [
    { ...condominium, end: 'moved' },
    'Condomínio sem contato: Edifício Água Viva. Terminou sem resposta: algum dispositivo mudou de endereço ou de condomínio.',
  ],
  [
    { ...condominium, end: 'unwatched' },
    'Condomínio sem contato: Edifício Água Viva. Terminou sem resposta: algum dispositivo foi desativado, excluído ou mudou de endereço.',
  ],
  [
    { scope: 'address', ip: '10.1.0.7', devices: 3, end: 'merged' },
    'Dispositivos sem contato: controlador em 10.1.0.7. Passou a fazer parte de uma ocorrência maior.',
  ],
  [{ end: 'closed' }, 'Dispositivo sem contato: Catraca Torre A. Encerrada por uma pessoa.'],
  [{ kind: 'door-forced' }, 'Porta forçada: Catraca Torre A.'],
  [
    { kind: 'gate-held-open', falls: 2 },
    'Portão aberto além do tempo, 2 vezes: Catraca Torre A. Não sabemos se ainda está aberto.',
  ],
  [{ kind: 'gate-held-open', end: 'recovered' }, 'Portão aberto além do tempo: Catraca Torre A.'],
  [{ kind: 'door-forced', end: 'quiet' }, 'Porta forçada: Catraca Torre A. Não se repetiu em 30 min.'],
  [{ kind: 'door-forced', end: 'closed' }, 'Porta forçada: Catraca Torre A. Encerrada por uma pessoa.'],
])('%j is described in one sentence without other claims (INC-1)', (facts, sentence) => {
  expect(incidentSentence({ ...device, ...facts })).toBe(sentence)
})

test.each<[Partial<IncidentFacts>, string]>([
  [{}, 'Dispositivo sem contato'],
  [{ isOscillating: true }, 'Dispositivo oscilando'],
  [{ scope: 'address' }, 'Dispositivos sem contato'],
  [condominium, 'Condomínio sem contato'],
  [{ scope: 'service' }, 'Muitos condomínios sem contato'],
  [{ kind: 'door-forced' }, 'Porta forçada'],
  [{ kind: 'gate-held-open' }, 'Portão aberto além do tempo'],
])('%j has a title', (facts, title) => {
  expect(incidentTitle({ ...device, ...facts })).toBe(title)
})
