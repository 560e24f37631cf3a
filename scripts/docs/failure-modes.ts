import { serverBusy } from '../../backend/devices/device-contacts.ts'
import { checkTimes } from '../../backend/health/check-times.ts'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import type { Circuit } from '../../contract/devices/circuit.ts'
import type { DeviceFacts } from '../../contract/devices/device-facts.ts'
import { deviceSentence } from '../../contract/devices/device-sentence.ts'
import { networkOperation } from '../../contract/devices/retry-policies.ts'
import { oscillationChanges, oscillationMs } from '../../contract/incidents/incident-rules.ts'
import { type IncidentFacts, incidentSentence } from '../../contract/incidents/incident-sentence.ts'
import type { Device, DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import type { IncidentCause } from '../../contract/wire/answers/incidents.ts'
import { deviceTimeoutMs } from '../../src/services/devices/device-control-api.ts'
import { type Both, spanText } from './both.ts'

/** Values of one device in a text of the screen. */
export interface ShownDevice {
  device: Device
  condominiumName: string
  /** Number of devices without contact, and of their condominiums. */
  failing: number
  condominiums: number
}

/** Records of the server's chain, and `panel.…` records that a panel declares. */
export const recordNames = {
  'contact.lost': { pt: 'contato perdido', en: 'contact lost' },
  'contact.back': { pt: 'contato de volta', en: 'contact back' },
  incident: { pt: 'ocorrência', en: 'incident' },
  'command.received': { pt: 'comando recebido', en: 'command received' },
  'command.answered': { pt: 'resposta do comando', en: 'answer of the command' },
  'command.checked': { pt: 'comando conferido depois', en: 'command checked later' },
  'panel.transition': { pt: 'início da pausa (painel)', en: 'begin of the pause (panel)' },
  'panel.isolation': { pt: 'isolamento (painel)', en: 'isolation (panel)' },
} as const satisfies Record<string, Both>

export type RecordName = keyof typeof recordNames

/**
 * One row of the failure table by the form of IEC 60812 (AUD-4). `tests/backend/devices/failure-modes.test.ts` causes each failure and
 * compares `answer`, `callMs`, `checkMs`, `counts`, `text` and `records`.
 */
export interface FailureMode {
  id: string
  failure: Both
  cause: Both
  effect: Both
  detection: Both
  /** Answer of the server to a call to the device; null if the failure is not found by a call, or no answer comes. */
  answer: { status: number; cause?: DeviceFailureCause } | null
  /** How long a call and the server's own check wait for the device, in milliseconds; null if they do not find the failure. */
  callMs: number | null
  checkMs: number | null
  /** Replaces the times if neither a call nor a check finds the failure. */
  after?: Both
  /** Whether the failure counts against the device in the circuit of a panel. */
  counts: boolean
  reaction: Both
  /** First sentence on the screen, from the function that the panel uses. */
  text: (shown: ShownDevice) => string
  actor: Both
  records: readonly RecordName[]
}

const { callTimeoutMs, checkTimeoutMs } = checkTimes
const { threshold, longestIsolationMs } = breakerRules
const { attempts } = networkOperation

const noCommand: Both = {
  pt: 'Comandos não chegam. O painel não sabe se a passagem abre por outro meio.',
  en: 'Commands do not arrive. The panel does not know whether the gate opens in another way.',
}
const byCallOrCheck: Both = {
  pt: 'Chamada do painel, ou consulta do servidor',
  en: 'Call of the panel, or check of the server',
}
const usualReaction: Both = {
  pt: `‘Sem contato’ e ocorrência na primeira falha; pausa no painel depois de ${threshold} tentativas seguidas que falham`,
  en: `‘Sem contato’ and an incident at the first failure; pause in the panel after ${threshold} failed attempts in a row`,
}
const local: Both = {
  pt: 'Operador segue os passos da tela; manutenção vai ao local',
  en: 'The operator follows the steps on the screen; maintenance goes to the site',
}
const registry: Both = {
  pt: 'Quem cadastra dispositivos confere o endereço e o código',
  en: 'A person with the right to edit devices checks address and code',
}
const registryOfAddress: Both = {
  pt: 'Quem cadastra dispositivos confere o endereço e a porta de rede',
  en: 'A person with the right to edit devices checks address and port',
}
const lostRecords = ['contact.lost', 'incident', 'panel.transition'] as const

/** The rows of a single device that fails for a known cause. */
function lost(
  id: DeviceFailureCause | 'late',
  failure: Both,
  cause: Both,
  {
    status,
    ms = 0,
    found = id === 'late' ? 'hung' : id,
    actor = local,
  }: { status: 502 | 504; ms?: 0 | 8_000; found?: DeviceFailureCause; actor?: Both },
): FailureMode {
  const isWaited = status === 504 && id !== 'unreachable'
  return {
    id,
    failure,
    cause,
    effect: noCommand,
    detection: byCallOrCheck,
    answer: { status, cause: found },
    callMs: isWaited ? callTimeoutMs : ms,
    checkMs: isWaited ? checkTimeoutMs : 0,
    counts: true,
    reaction: usualReaction,
    text: (shown) => incidentSentence(incidentOf(shown, { cause: found })),
    actor,
    records: lostRecords,
  }
}

export const failureModes: readonly FailureMode[] = [
  lost(
    'refused',
    { pt: 'Recusa a conexão', en: 'Refuses the connection' },
    {
      pt: 'O programa do dispositivo parou, ou ele está reiniciando',
      en: 'The program of the device has stopped, or the device restarts',
    },
    { status: 502 },
  ),
  lost(
    'dropped',
    { pt: 'Encerra a conexão sem responder', en: 'Closes the connection without an answer' },
    { pt: 'Reinício no meio da chamada; fonte de energia fraca', en: 'Restart during the call; weak power supply' },
    { status: 502 },
  ),
  lost(
    'hung',
    { pt: 'Aceita a conexão e não responde', en: 'Accepts the connection and does not answer' },
    { pt: 'Dispositivo travado', en: 'The device hangs' },
    { status: 504 },
  ),
  lost(
    'late',
    { pt: 'Responde depois do prazo', en: 'Answers after the timeout' },
    { pt: 'Dispositivo ou rede sobrecarregados', en: 'Overloaded device or network' },
    { status: 504 },
  ),
  lost(
    'silent',
    { pt: 'Não atende', en: 'No connection' },
    { pt: 'Sem energia, ou cabo solto', en: 'No power, or a loose cable' },
    { status: 504 },
  ),
  lost(
    'unreachable',
    { pt: 'Sem caminho até o endereço', en: 'No route to the address' },
    { pt: 'Roteador ou rede do condomínio', en: 'Router or network of the condominium' },
    { status: 504 },
  ),
  lost(
    'garbage',
    { pt: 'No endereço responde outra coisa', en: 'Something else answers at the address' },
    { pt: 'Endereço trocado, ou outra máquina no lugar', en: 'Wrong address, or another machine at the address' },
    { status: 502, actor: registryOfAddress },
  ),
  lost(
    'declined',
    { pt: 'Atende e não aceita o pedido', en: 'Answers and rejects the request' },
    {
      pt: 'Código do cadastro diferente do código do dispositivo',
      en: 'The registered code is not the code of the device',
    },
    { status: 502, actor: registry },
  ),
  {
    id: 'slow',
    failure: { pt: 'Responde devagar, dentro do prazo', en: 'Answers slowly, within the timeout' },
    cause: { pt: 'Dispositivo ou rede sobrecarregados', en: 'Overloaded device or network' },
    effect: { pt: 'Comandos chegam com atraso', en: 'Commands arrive late' },
    detection: { pt: 'Chamada do painel: a duração é medida', en: 'Call of the panel: its duration is measured' },
    answer: { status: 200 },
    callMs: null,
    checkMs: null,
    after: { pt: 'no fim da chamada', en: 'at the end of the call' },
    counts: false,
    reaction: { pt: 'Nenhuma; a chamada é contada como lenta', en: 'None; the call is counted as slow' },
    text: (shown) => deviceSentence(factsOf(shown, {})),
    actor: { pt: 'Ninguém', en: 'Nobody' },
    records: [],
  },
  {
    id: 'oscillating',
    failure: { pt: 'O contato cai e volta', en: 'The contact is lost and comes back' },
    cause: { pt: 'Fonte ou cabo com mau contato', en: 'Loose power supply or cable' },
    effect: { pt: 'Comandos às vezes não chegam', en: 'Commands sometimes do not arrive' },
    detection: {
      pt: `${oscillationChanges} mudanças em ${spanText(oscillationMs, 'pt')}, contadas pelo servidor`,
      en: `${oscillationChanges} changes in ${spanText(oscillationMs, 'en')}, counted by the server`,
    },
    answer: { status: 502, cause: 'refused' },
    callMs: 0,
    checkMs: 0,
    counts: true,
    reaction: {
      pt: 'Uma só ocorrência, sem aviso a cada mudança',
      en: 'One incident, without a notification for each change',
    },
    text: (shown) => incidentSentence(incidentOf(shown, { cause: 'refused', isOscillating: true, falls: 2 })),
    actor: local,
    records: ['contact.lost', 'contact.back', 'incident', 'panel.transition'],
  },
  {
    id: 'condominium',
    failure: {
      pt: 'Todos os dispositivos de um condomínio sem contato',
      en: 'All devices of a condominium without contact',
    },
    cause: {
      pt: 'Energia, internet ou controlador do condomínio',
      en: 'Power, internet or controller of the condominium',
    },
    effect: { pt: 'Nenhum comando chega ao condomínio', en: 'No command arrives at the condominium' },
    detection: byCallOrCheck,
    answer: { status: 502, cause: 'refused' },
    callMs: 0,
    checkMs: 0,
    counts: true,
    reaction: {
      pt: 'Uma ocorrência do condomínio, com um aviso',
      en: 'One incident of the condominium, with one notification',
    },
    text: (shown) => incidentSentence(incidentOf(shown, { scope: 'condominium', cause: 'refused' })),
    actor: { pt: 'Operador liga para o local', en: 'The operator calls the site' },
    records: lostRecords,
  },
  {
    id: 'service',
    failure: { pt: 'Muitos condomínios sem contato', en: 'Many condominiums without contact' },
    cause: { pt: 'Rede da central', en: 'Network of the central' },
    effect: { pt: 'Nenhum comando sai da central', en: 'No command leaves the central' },
    detection: {
      pt: 'Mais da metade dos condomínios consultados falha',
      en: 'More than half of the checked condominiums fail',
    },
    answer: { status: 502, cause: 'refused' },
    callMs: 0,
    checkMs: 0,
    counts: true,
    reaction: { pt: 'Uma só ocorrência, que todos veem', en: 'One incident, which everybody sees' },
    text: (shown) => incidentSentence(incidentOf(shown, { scope: 'service', cause: 'refused' })),
    actor: { pt: 'Suporte do sistema', en: 'Support of the system' },
    records: lostRecords,
  },
  {
    id: 'command',
    failure: { pt: 'Comando sem resposta', en: 'Command without an answer' },
    cause: { pt: 'O dispositivo travou depois de receber', en: 'The device hung after it received the command' },
    effect: { pt: 'Ninguém sabe se o comando foi executado', en: 'Nobody knows whether the command was executed' },
    detection: { pt: 'Prazo do comando no servidor', en: 'Timeout of the command at the server' },
    answer: { status: 504, cause: 'hung' },
    callMs: callTimeoutMs,
    checkMs: null,
    counts: true,
    reaction: {
      pt: 'O servidor consulta o dispositivo depois e guarda o estado que ele informa',
      en: 'The server asks the device later and stores the state that the device sends',
    },
    text: (shown) => incidentSentence(incidentOf(shown, { cause: 'hung' })),
    actor: {
      pt: 'Operador confere no local antes de repetir',
      en: 'The operator looks at the gate before a repetition',
    },
    records: ['command.received', 'command.answered', 'command.checked', 'contact.back', ...lostRecords],
  },
  {
    id: 'busy',
    failure: { pt: 'Servidor ocupado', en: 'Busy server' },
    cause: {
      pt: 'Chamadas demais ao mesmo tempo, ao todo ou para um mesmo endereço e porta de rede',
      en: 'Too many simultaneous calls, in total or to one address and port',
    },
    effect: { pt: 'O comando não sai do servidor', en: 'The command does not leave the server' },
    detection: { pt: 'Resposta do servidor', en: 'Answer of the server' },
    answer: { status: 503 },
    callMs: 0,
    checkMs: null,
    counts: false,
    reaction: {
      pt: `O painel repete sozinho, até ${attempts} tentativas; nada conta contra o dispositivo`,
      en: `The panel repeats the call by itself, up to ${attempts} attempts; nothing counts against the device`,
    },
    text: ({ device }) => serverBusy('notAsked', device.wordCode).message,
    actor: { pt: 'Operador tenta de novo', en: 'The operator tries again' },
    records: [],
  },
  {
    id: 'server',
    failure: { pt: 'O servidor não responde', en: 'The server does not answer' },
    cause: {
      pt: 'Servidor parado, ou rede entre painel e servidor',
      en: 'Stopped server, or the network between panel and server',
    },
    effect: { pt: 'Nenhum comando sai deste computador', en: 'No command leaves this computer' },
    detection: { pt: 'Chamada do painel sem resposta', en: 'Call of the panel without an answer' },
    answer: null,
    callMs: null,
    checkMs: null,
    after: {
      pt: `na hora se a conexão é recusada; ${spanText(deviceTimeoutMs, 'pt')} se nada responde`,
      en: `at once if the connection is refused; ${spanText(deviceTimeoutMs, 'en')} if nothing answers`,
    },
    counts: true,
    reaction: {
      pt: 'Todos os dispositivos ficam ‘desconhecido’; nenhum teste sozinho até o servidor responder',
      en: 'All devices become ‘desconhecido’; no automatic test until the server answers',
    },
    text: (shown) => deviceSentence(factsOf(shown, { contact: 'silent' })),
    actor: { pt: 'Suporte do sistema', en: 'Support of the system' },
    records: ['panel.transition'],
  },
  {
    id: 'offline',
    failure: { pt: 'O computador da portaria está sem rede', en: 'The computer of the gatehouse has no network' },
    cause: { pt: 'Cabo ou Wi-Fi do computador', en: 'Cable or Wi-Fi of the computer' },
    effect: { pt: 'Nenhum comando sai deste computador', en: 'No command leaves this computer' },
    detection: { pt: 'Aviso do navegador', en: 'Report of the browser' },
    answer: null,
    callMs: null,
    checkMs: null,
    after: { pt: 'na hora', en: 'at once' },
    counts: false,
    reaction: {
      pt: 'Todos os dispositivos ficam ‘desconhecido’; nada conta contra eles',
      en: 'All devices become ‘desconhecido’; nothing counts against them',
    },
    text: (shown) => deviceSentence(factsOf(shown, { contact: 'offline' })),
    actor: { pt: 'Operador confere o cabo do computador', en: 'The operator checks the cable of the computer' },
    records: [],
  },
  {
    id: 'isolated',
    failure: { pt: 'Isolamento esquecido', en: 'Forgotten isolation' },
    cause: {
      pt: 'Uma pessoa isolou o dispositivo e não encerrou',
      en: 'A person isolated the device and did not end the isolation',
    },
    effect: {
      pt: 'Deste computador não sai comando nem teste ao dispositivo, menos uma exclusão',
      en: 'This computer sends no command and no test to the device, except a deletion',
    },
    detection: { pt: 'Fim marcado no próprio isolamento', en: 'The end in the isolation itself' },
    answer: null,
    callMs: null,
    checkMs: null,
    after: {
      pt: `no fim marcado, no máximo ${spanText(longestIsolationMs, 'pt')}`,
      en: `at its end, at most ${spanText(longestIsolationMs, 'en')}`,
    },
    counts: false,
    reaction: {
      pt: 'O isolamento termina sozinho, e o painel testa o dispositivo',
      en: 'The isolation ends, and the panel tests the device',
    },
    text: (shown) =>
      deviceSentence(
        factsOf(shown, {
          circuit: { state: 'FORCED_OPEN', isolation: { until: 60 * 60_000, by: 'Ana', reason: 'Manutenção' } },
        }),
      ),
    actor: { pt: 'Quem pode retomar dispositivos', en: 'A person with the right to resume devices' },
    records: ['panel.isolation'],
  },
  moment('door-forced', {
    failure: { pt: 'Porta forçada', en: 'Forced door' },
    cause: { pt: 'Abertura sem autorização', en: 'Opened without permission' },
    effect: { pt: 'Passagem sem controle', en: 'Gate without control' },
  }),
  moment('gate-held-open', {
    failure: { pt: 'Portão aberto além do tempo', en: 'Gate held open' },
    cause: { pt: 'Portão preso, ou alguém o segura', en: 'Blocked gate, or a person holds it' },
    effect: { pt: 'Passagem aberta', en: 'Open gate' },
  }),
]

function moment(
  kind: 'door-forced' | 'gate-held-open',
  words: Pick<FailureMode, 'failure' | 'cause' | 'effect'>,
): FailureMode {
  return {
    id: kind,
    ...words,
    detection: { pt: 'Evento do próprio dispositivo', en: 'Event of the device' },
    answer: null,
    callMs: null,
    checkMs: null,
    after: { pt: 'na hora do evento', en: 'at the event' },
    counts: false,
    reaction: { pt: 'Ocorrência e aviso na hora', en: 'Incident and notification at once' },
    text: (shown) => incidentSentence(incidentOf(shown, { kind, cause: 'unknown' })),
    actor: { pt: 'Operador olha a passagem', en: 'The operator looks at the gate' },
    records: ['incident'],
  }
}

function incidentOf(
  { device, condominiumName, failing, condominiums }: ShownDevice,
  facts: Partial<IncidentFacts> & { cause: IncidentCause },
): IncidentFacts {
  return {
    kind: 'contact',
    scope: 'device',
    end: null,
    isOscillating: false,
    condominiumName,
    wordCode: device.wordCode,
    deviceName: device.name,
    ip: device.ip,
    failing,
    devices: failing,
    condominiums,
    falls: 1,
    ...facts,
  }
}

const closed: Circuit = {
  state: 'CLOSED',
  failureCount: 0,
  lastError: null,
  lastFailureTime: null,
  lastFailureServerTime: null,
  trialStartedAt: null,
  isolation: null,
}

function factsOf(
  { device }: ShownDevice,
  { contact = 'current', circuit }: { contact?: DeviceFacts['contact']; circuit?: Partial<Circuit> },
): DeviceFacts {
  const now = device.lastContactAt === null ? 0 : Date.parse(device.lastContactAt)
  return {
    device,
    reportedAt: null,
    incident: null,
    circuit: { ...closed, ...circuit },
    contact,
    ping: null,
    spokeAt: null,
    panelSeenAt: null,
    portTest: null,
    now,
    serverNow: now,
  }
}
