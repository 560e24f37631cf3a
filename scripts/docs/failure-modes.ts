import { serverBusy } from '../../backend/devices/device-contacts.ts'
import { checkTimes } from '../../backend/health/check-times.ts'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import type { Circuit } from '../../contract/devices/circuit.ts'
import type { DeviceFacts } from '../../contract/devices/device-facts.ts'
import { deviceSentence } from '../../contract/devices/device-sentence.ts'
import { networkOperation } from '../../contract/devices/retry-policies.ts'
import {
  fewestOfService,
  groupedWithinMs,
  heardOfService,
  oscillationChanges,
  oscillationMs,
  reopenedWithinMs,
} from '../../contract/incidents/incident-rules.ts'
import { type IncidentFacts, incidentSentence } from '../../contract/incidents/incident-sentence.ts'
import type { Device, DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import type { Alarm } from '../../contract/wire/answers/event-kinds.ts'
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
  /** Time for which a call and the check of the server wait for the device, in milliseconds; null if they do not find the failure. */
  callMs: number | null
  checkMs: number | null
  /** The text that the table shows instead of the times. */
  after?: Both
  /** Whether the failure counts against the device in the circuit of a panel. */
  counts: boolean
  reaction: Both
  /** First sentence on the screen, from the function that the panel uses. */
  text: (shown: ShownDevice) => string
  actor: Both
  records: readonly RecordName[]
}

const { answerTimeoutMs } = checkTimes
const { threshold, longestIsolationMs } = breakerRules
const { attempts } = networkOperation

const noCommand: Both = {
  pt: 'Comandos não chegam. O painel não sabe se a passagem abre por outro meio.',
  en: 'Commands do not arrive. The panel does not know whether the gate opens in another way.',
}
const maybeCommand: Both = {
  pt: 'Ninguém sabe se um comando foi executado. O painel não sabe se a passagem abre por outro meio.',
  en: 'It is unknown whether a command was executed. The panel does not know whether the gate opens in another way.',
}
const rejectedCommand: Both = {
  pt: 'O dispositivo não aceita comandos. O painel não sabe se a passagem abre por outro meio.',
  en: 'The device rejects commands. The panel does not know whether the gate opens in another way.',
}
const asEachDevice: Both = {
  pt: 'cada dispositivo como nas linhas acima',
  en: 'each device as in the rows above',
}
const byCallOrCheck: Both = {
  pt: 'Chamada do painel, ou consulta do servidor',
  en: 'Call of the panel, or check of the server',
}
const usualReaction: Both = {
  pt: `‘Sem contato’ e ocorrência, nova ou já existente, na primeira falha; pausa na aba do painel depois de ${threshold} tentativas dela que falham em seguida`,
  en: `‘Sem contato’ and an incident, new or existing, at the first failure; pause in the tab of the panel after ${threshold} of its attempts have failed in a row`,
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
    found = id === 'late' ? 'hung' : id,
    effect = noCommand,
    actor = local,
  }: { status: 502 | 504; found?: DeviceFailureCause; effect?: Both; actor?: Both },
): FailureMode {
  const isWaited = status === 504 && id !== 'unreachable'
  return {
    id,
    failure,
    cause,
    effect,
    detection: byCallOrCheck,
    answer: { status, cause: found },
    callMs: isWaited ? answerTimeoutMs : 0,
    checkMs: isWaited ? answerTimeoutMs : 0,
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
      pt: 'O programa do dispositivo parou, ele está reiniciando, ou o endereço está errado',
      en: 'The program of the device has stopped, the device restarts, or the address is wrong',
    },
    { status: 502 },
  ),
  lost(
    'dropped',
    { pt: 'Encerra a conexão sem responder', en: 'Closes the connection without an answer' },
    { pt: 'Reinício no meio da chamada; fonte de energia fraca', en: 'Restart during the call; weak power supply' },
    { status: 502, effect: maybeCommand },
  ),
  lost(
    'hung',
    { pt: 'Aceita a conexão e não responde', en: 'Accepts the connection and does not answer' },
    { pt: 'Dispositivo travado', en: 'The device hangs' },
    { status: 504, effect: maybeCommand },
  ),
  lost(
    'late',
    { pt: 'Responde depois do prazo', en: 'Answers after the timeout' },
    { pt: 'Dispositivo ou rede sobrecarregados', en: 'Overloaded device or network' },
    { status: 504, effect: maybeCommand },
  ),
  lost(
    'silent',
    { pt: 'Não atende', en: 'No connection' },
    { pt: 'Sem energia, cabo solto, ou endereço errado', en: 'No power, a loose cable, or a wrong address' },
    { status: 504 },
  ),
  lost(
    'unreachable',
    { pt: 'Sem caminho até o endereço', en: 'No route to the address' },
    {
      pt: 'Roteador ou rede, ou endereço que o servidor não procura',
      en: 'Router or network, or an address that the server does not contact',
    },
    { status: 504 },
  ),
  lost(
    'garbage',
    { pt: 'No endereço responde outra coisa', en: 'Something else answers at the address' },
    { pt: 'Endereço trocado, ou outra máquina no lugar', en: 'Wrong address, or another machine at the address' },
    { status: 502, effect: maybeCommand, actor: registryOfAddress },
  ),
  lost(
    'declined',
    { pt: 'Atende e não aceita o pedido', en: 'Answers and rejects the request' },
    {
      pt: 'Código do cadastro diferente do código do dispositivo, ou falha no próprio dispositivo',
      en: 'The registered code is not the code of the device, or a failure in the device itself',
    },
    { status: 502, effect: rejectedCommand, actor: registry },
  ),
  {
    id: 'slow',
    failure: { pt: 'Responde devagar a uma chamada, dentro do prazo', en: 'Answers a call slowly, within the timeout' },
    cause: { pt: 'Dispositivo ou rede sobrecarregados', en: 'Overloaded device or network' },
    effect: { pt: 'As respostas chegam com atraso', en: 'Answers arrive late' },
    detection: {
      pt: 'Chamada do painel: o servidor mede a duração',
      en: 'Call of the panel: the server measures its duration',
    },
    answer: { status: 200 },
    callMs: null,
    checkMs: null,
    after: { pt: 'no fim da chamada', en: 'at the end of the call' },
    counts: false,
    reaction: {
      pt: 'Nenhuma; a uma consulta do servidor vale o mesmo prazo',
      en: 'None; a check of the server has the same timeout',
    },
    text: (shown) => deviceSentence(factsOf(shown, {})),
    actor: { pt: 'Ninguém, se não se repete', en: 'Nobody, unless it recurs' },
    records: [],
  },
  {
    id: 'oscillating',
    failure: { pt: 'O contato cai e volta', en: 'The contact is lost and comes back' },
    cause: { pt: 'Fonte ou cabo com mau contato', en: 'Loose power supply or cable' },
    effect: { pt: 'Comandos às vezes não chegam', en: 'Commands sometimes do not arrive' },
    detection: {
      pt: `${oscillationChanges} mudanças em ${spanText(oscillationMs, 'pt')}, que o servidor conta em uma ocorrência que ninguém encerrou`,
      en: `${oscillationChanges} changes in ${spanText(oscillationMs, 'en')}, which the server counts in an incident that nobody has closed`,
    },
    answer: { status: 502, cause: 'refused' },
    callMs: 0,
    checkMs: 0,
    after: {
      pt: `na ${oscillationChanges}ª mudança que uma chamada ou consulta percebe`,
      en: `at change ${oscillationChanges} that a call or a check finds`,
    },
    counts: true,
    reaction: {
      pt: 'A mesma ocorrência continua; a partir daí, sem aviso a cada mudança',
      en: 'The same incident goes on; from then on without a notification for each change',
    },
    text: (shown) => incidentSentence(incidentOf(shown, { cause: 'refused', isOscillating: true, falls: 2 })),
    actor: local,
    records: ['contact.lost', 'contact.back', 'incident', 'panel.transition'],
  },
  {
    id: 'condominium',
    failure: {
      pt: 'Todos os dispositivos ativos de um condomínio, dois ou mais, sem contato',
      en: 'All active devices of a condominium, two or more, without contact',
    },
    cause: {
      pt: 'Energia, internet ou controlador do condomínio',
      en: 'Power, internet or controller of the condominium',
    },
    effect: { pt: 'Nenhum comando ao condomínio é confirmado', en: 'No command to the condominium is confirmed' },
    detection: byCallOrCheck,
    answer: { status: 502, cause: 'refused' },
    callMs: 0,
    checkMs: 0,
    after: asEachDevice,
    counts: true,
    reaction: {
      pt: `Uma ocorrência, com um aviso no começo, se cada falha vem até ${spanText(groupedWithinMs, 'pt')} depois da anterior`,
      en: `One incident, with one notification at its beginning, if each failure follows the one before within ${spanText(groupedWithinMs, 'en')}`,
    },
    text: (shown) => incidentSentence(incidentOf(shown, { scope: 'condominium', cause: 'refused' })),
    actor: { pt: 'Operador liga para o local', en: 'The operator calls the site' },
    records: lostRecords,
  },
  {
    id: 'service',
    failure: { pt: 'Muitos condomínios sem contato', en: 'Many condominiums without contact' },
    cause: { pt: 'Rede da central, ou queda em uma região', en: 'Network of the central, or a failure of a region' },
    effect: { pt: 'Nenhum comando a esses dispositivos é confirmado', en: 'No command to these devices is confirmed' },
    detection: {
      pt: `Em ${spanText(groupedWithinMs, 'pt')}, mais da metade dos condomínios consultados de um cliente começa a falhar: ao menos ${fewestOfService}; e ao menos ${heardOfService}, ou todos, foram consultados`,
      en: `Within ${spanText(groupedWithinMs, 'en')}, more than half of the checked condominiums of a customer begin to fail: at least ${fewestOfService}; and at least ${heardOfService}, or all, were checked`,
    },
    answer: { status: 502, cause: 'refused' },
    callMs: 0,
    checkMs: 0,
    after: asEachDevice,
    counts: true,
    reaction: {
      pt: 'As ocorrências desses condomínios viram uma só, que todas as pessoas do cliente veem',
      en: 'The incidents of these condominiums become one, which all people of the customer see',
    },
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
    callMs: answerTimeoutMs,
    checkMs: null,
    after: {
      pt: `${spanText(answerTimeoutMs, 'pt')} depois do envio ao dispositivo`,
      en: `${spanText(answerTimeoutMs, 'en')} after it was sent to the device`,
    },
    counts: true,
    reaction: {
      pt: 'O servidor pergunta depois ao dispositivo se está ativado e guarda o que ele informa, se ele informa e não há comando mais novo de ativar ou desativar',
      en: 'The server asks the device later whether it is activated and stores the answer, if the device sends one and there is no newer command to activate or deactivate',
    },
    text: (shown) => incidentSentence(incidentOf(shown, { cause: 'hung' })),
    actor: {
      pt: 'Operador confere no local antes de dar outro comando',
      en: 'The operator looks at the gate before another command',
    },
    records: ['command.received', 'command.answered', 'command.checked', 'contact.back', ...lostRecords],
  },
  {
    id: 'busy',
    failure: { pt: 'Servidor ocupado', en: 'Busy server' },
    cause: {
      pt: 'Chamadas demais ao mesmo tempo: ao todo, para um mesmo endereço e porta de rede, ou comandos a um dispositivo',
      en: 'Too many simultaneous calls: in total, to one address and port, or commands to one device',
    },
    effect: { pt: 'O comando não sai do servidor', en: 'The command does not leave the server' },
    detection: { pt: 'Resposta do servidor', en: 'Answer of the server' },
    answer: { status: 503 },
    callMs: 0,
    checkMs: null,
    after: {
      pt: 'na hora; um comando pode esperar antes por outros ao mesmo dispositivo',
      en: 'at once; a command may first wait for others to the same device',
    },
    counts: false,
    reaction: {
      pt: `O painel repete sozinho a chamada de uma pessoa, até ${attempts} tentativas ao todo; essas respostas não contam contra o dispositivo`,
      en: `The panel repeats the call of a person by itself, up to ${attempts} attempts in all; these answers do not count against the device`,
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
    effect: {
      pt: 'Um comando não chega, ou ninguém sabe se foi executado',
      en: 'A command does not arrive, or it is unknown whether it was executed',
    },
    detection: {
      pt: 'Chamada do painel sem resposta, ou fim da conexão ao vivo; o painel pergunta de novo antes de dar o servidor como perdido',
      en: 'Call of the panel without an answer, or end of the live connection; the panel asks again before it treats the server as lost',
    },
    answer: null,
    callMs: null,
    checkMs: null,
    after: {
      pt: `a falha da chamada: na hora se a conexão é recusada; ${spanText(deviceTimeoutMs, 'pt')} se nada responde`,
      en: `failure of the call: at once if the connection is refused; ${spanText(deviceTimeoutMs, 'en')} if nothing answers`,
    },
    counts: true,
    reaction: {
      pt: `Os dispositivos ficam ‘desconhecido’, menos os isolados; daí em diante nenhum teste sozinho até o servidor responder; ${threshold} tentativas sem resposta a um mesmo dispositivo em seguida também começam uma pausa`,
      en: `Devices become ‘desconhecido’, except isolated ones; from then on no automatic test until the server answers; ${threshold} attempts without an answer in a row for one device begin a pause, too`,
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
    detection: {
      pt: 'Aviso do navegador; uma resposta do servidor vale mais que o aviso',
      en: 'Report of the browser; an answer of the server outweighs the report',
    },
    answer: null,
    callMs: null,
    checkMs: null,
    after: { pt: 'quando o navegador avisa', en: 'at the report of the browser' },
    counts: false,
    reaction: {
      pt: 'Os dispositivos ficam ‘desconhecido’, menos os isolados; chamadas não contam contra eles',
      en: 'Devices become ‘desconhecido’, except isolated ones; calls do not count against them',
    },
    text: (shown) => deviceSentence(factsOf(shown, { contact: 'offline' })),
    actor: {
      pt: 'Operador confere o cabo ou o Wi-Fi do computador',
      en: 'The operator checks the cable or the Wi-Fi of the computer',
    },
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
      pt: 'Deste navegador não sai comando nem teste ao dispositivo, menos uma exclusão; as consultas e os testes de rede do servidor continuam, também a pedido deste navegador',
      en: 'This browser sends no command and no test to the device, except a deletion; the checks and network tests of the server go on, also at the request of this browser',
    },
    detection: { pt: 'Fim marcado no próprio isolamento', en: 'The end in the isolation itself' },
    answer: null,
    callMs: null,
    checkMs: null,
    after: {
      pt: `no fim marcado, no máximo ${spanText(longestIsolationMs, 'pt')} depois de marcado`,
      en: `at its end, at most ${spanText(longestIsolationMs, 'en')} after a person set the end`,
    },
    counts: false,
    reaction: {
      pt: 'O painel testa o dispositivo, com a página visível e contato com o servidor, e registra o fim; a tela deixa de mostrar ‘isolado’ na hora marcada, ou pouco depois',
      en: 'The panel tests the device, with a visible page and contact to the server, and records the end; the screen stops showing ‘isolado’ at its end, or shortly after',
    },
    text: (shown) => deviceSentence(factsOf(shown, { circuit: { state: 'HALF_OPEN' } })),
    actor: {
      pt: 'Quem pode retomar dispositivos encerra o isolamento antes',
      en: 'A person with the right to resume devices ends the isolation earlier',
    },
    records: ['panel.isolation'],
  },
  moment('door-forced', {
    failure: { pt: 'Porta forçada', en: 'Forced door' },
    cause: { pt: 'Abertura sem autorização', en: 'Opened without permission' },
    effect: { pt: 'A passagem pode estar sem controle', en: 'The gate may be without control' },
  }),
  moment('gate-held-open', {
    failure: { pt: 'Portão aberto além do tempo', en: 'Gate held open' },
    cause: { pt: 'Portão preso, ou alguém o segura', en: 'Blocked gate, or a person holds it' },
    effect: { pt: 'A passagem pode estar aberta', en: 'The gate may be open' },
  }),
  moment('alarm', {
    failure: { pt: 'Evento que chama', en: 'Alarm of a controller' },
    cause: { pt: 'Evento de um tipo do catálogo que chama', en: 'Event of a catalogued kind that calls' },
    effect: { pt: 'O que o nome do tipo diz, por exemplo pânico', en: 'As the kind is named, for example panic' },
  }),
]

export const exampleAlarm: Alarm = { code: 'E120', name: 'Pânico', rank: 'urgent' }

function moment(
  kind: 'door-forced' | 'gate-held-open' | 'alarm',
  words: Pick<FailureMode, 'failure' | 'cause' | 'effect'>,
): FailureMode {
  const period: Both = { pt: spanText(reopenedWithinMs, 'pt'), en: spanText(reopenedWithinMs, 'en') }
  return {
    id: kind,
    ...words,
    detection: {
      pt: 'Evento do dispositivo, que o controlador dele envia',
      en: 'Event of the device, sent by its controller',
    },
    answer: null,
    callMs: null,
    checkMs: null,
    after: { pt: 'quando o evento chega', en: 'at the arrival of the event' },
    counts: false,
    reaction: {
      pt: `Ocorrência e aviso; ela termina ${period.pt} depois do último evento igual do mesmo dispositivo, e um que vem até ${period.pt} depois do fim a recomeça, se ninguém a encerrou; um que chega mais de ${period.pt} depois da sua hora não é de ocorrência alguma`,
      en: `Incident and notification; it ends ${period.en} after the last event of this kind of the device, and one within ${period.en} after its end begins it again, unless a person has closed it; one that arrives more than ${period.en} after its time belongs to no incident`,
    },
    text: (shown) =>
      incidentSentence(incidentOf(shown, { kind, alarm: kind === 'alarm' ? exampleAlarm : null, cause: 'unknown' })),
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
