import { usualDays } from '../../backend/database/table.ts'
import { checkTimes } from '../../backend/health/check-times.ts'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import { circuitStateNames } from '../../contract/devices/circuit-texts.ts'
import { type DeviceStatus, deviceStatuses, deviceStatusOrder } from '../../contract/devices/device-status.ts'
import { networkOperation, quickRetry, type RetryPolicy } from '../../contract/devices/retry-policies.ts'
import { adviceOf, type Trouble } from '../../contract/devices/troubles.ts'
import { longestSilenceMs, reopenedWithinMs } from '../../contract/incidents/incident-rules.ts'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import { auditPauses } from '../../src/machines/audit/audit.machine.ts'
import { deletionRules } from '../../src/machines/devices/commands/device-delete.machine.ts'
import { trialRules } from '../../src/machines/devices/due-trials.ts'
import { healthTimes } from '../../src/machines/health/health-protocol.ts'
import { auditKeptMs, mostUndelivered } from '../../src/services/audit/audit-store.ts'
import { deviceTimeoutMs } from '../../src/services/devices/device-control-api.ts'
import { type Both, type ManualLanguage, spanText } from './both.ts'
import { namesOf } from './breaker-facts.ts'
import { type FailureMode, failureModes, recordNames, type ShownDevice } from './failure-modes.ts'
import { bullets, heading, table } from './markdown.ts'
import { ruleHistory } from './rule-history.ts'
import { troubleNames } from './trouble-names.ts'
import { worstTimes } from './worst-times.ts'

const dayMs = 24 * 60 * 60_000

/** Values of `{{name}}` in the template of a language, without the cover. */
export function manualValues(language: ManualLanguage): Record<string, string> {
  const span = (ms: number) => spanText(ms, language)
  const says = (text: Both) => text[language]
  const { threshold, openTimeoutMs, halfOpenTimeoutMs, longestIsolationMs, slowCallMs } = breakerRules
  return {
    threshold: `${threshold}`,
    attempts: `${networkOperation.attempts}`,
    atOnce: `${trialRules.atOnce}`,
    deletionTries: `${2 * deletionRules.triesEach + 1}`,
    pingEvery: span(healthTimes.pingEveryMs),
    openTimeout: span(openTimeoutMs),
    longestIsolation: span(longestIsolationMs),
    longestSilence: span(longestSilenceMs),
    reopenedWithin: span(reopenedWithinMs),
    callTimeout: span(checkTimes.callTimeoutMs),
    checkTimeout: span(checkTimes.checkTimeoutMs),
    checkEvery: span(checkTimes.everyMs),
    quickDevices: ((50_000 * checkTimes.everyMs) / checkTimes.longestEveryMs).toLocaleString(
      says({ pt: 'pt-BR', en: 'en-US' }),
    ),
    longestEvery: span(checkTimes.longestEveryMs),
    fewDevices: Math.floor((50_000 * checkTimes.everyMs) / checkTimes.longestEveryMs).toLocaleString(
      says({ pt: 'pt-BR', en: 'en-US' }),
    ),
    panelTimeout: span(deviceTimeoutMs),
    trialLook: span(trialRules.lookEveryMs),
    auditKept: span(auditKeptMs),
    mostUndelivered: mostUndelivered.toLocaleString(says({ pt: 'pt-BR', en: 'en-US' })),
    auditDays: span(usualDays.audit * dayMs),
    eventDays: span(usualDays.events * dayMs),
    ...Object.fromEntries(namesOf(circuitStateNames).map((state) => [state, circuitStateNames[state].toLowerCase()])),
    fmea: failureTable(language),
    ...worstTables(language),
    statuses: statusTable(language),
    steps: table(
      [says({ pt: 'o que há', en: 'what is wrong' }), says({ pt: 'primeiros passos', en: 'first steps' })],
      namesOf<Trouble>(adviceOf).map((trouble) => [
        says(troubleNames[trouble]),
        adviceOf[trouble].steps.map(exampleStep).join('<br>') || '–',
      ]),
    ),
    exampleDevice: says({
      pt: `${shownDevice.name}, de código ${shownDevice.wordCode}, em ${shownDevice.ip}, no ${shown.condominiumName}`,
      en: `${shownDevice.name} (code ${shownDevice.wordCode}) at ${shownDevice.ip}, of ${shown.condominiumName}`,
    }),
    history: historyText(language),
    constants: constantsTable(
      { threshold, openTimeoutMs, halfOpenTimeoutMs, slowCallMs, longestIsolationMs },
      language,
    ),
  }
}

const shownDevice: Device = {
  wordCode: 'AGUAVIVA-01',
  name: 'Catraca Torre A',
  model: 'CA-200',
  ip: '10.1.0.7',
  port: 9_000,
  condominiumId: 'condominio-01',
  active: true,
  status: 'online',
  lastContactAt: '2026-11-27T06:00:00.000Z',
  latencyMs: 6_000,
}

/** The device in the examples of the document. */
export const shown: ShownDevice = {
  device: shownDevice,
  condominiumName: 'Edifício Água Viva',
  failing: 3,
  condominiums: 1,
}

/** A step with the values of the example. */
function exampleStep(step: string): string {
  const { name, ip, port, wordCode: code } = shownDevice
  const values: Record<string, string> = { name, ip, port: `${port}`, code, place: shown.condominiumName }
  return step.replaceAll(/\{(\w+)\}/g, (field, key: string) => values[key] ?? field)
}

const tableHead: Record<ManualLanguage, readonly string[]> = {
  pt: [
    'falha',
    'causas possíveis',
    'efeito na passagem',
    'como é detectada',
    'depois de quanto tempo',
    'reação',
    'exemplo do texto na tela',
    'quem deve agir',
    'o que é registrado',
  ],
  en: [
    'failure',
    'possible causes',
    'effect at the gate',
    'how it is detected',
    'after how long',
    'reaction',
    'example of the text on the screen',
    'who should act',
    'what is recorded',
  ],
}

function failureTable(language: ManualLanguage): string {
  return table(
    tableHead[language],
    failureModes.map((mode) => [
      ...[mode.failure, mode.cause, mode.effect, mode.detection].map((text) => text[language]),
      timeText(mode, language),
      mode.reaction[language],
      mode.text(mode.id === 'service' ? { ...shown, failing: 41, condominiums: 11 } : shown),
      mode.actor[language],
      mode.records.map((record) => recordNames[record][language]).join(', ') || '–',
    ]),
  )
}

function timeText({ callMs, checkMs, after }: FailureMode, language: ManualLanguage): string {
  const words = {
    pt: { call: 'chamada', check: 'consulta', atOnce: 'em geral na hora', upTo: 'até' },
    en: { call: 'call', check: 'check', atOnce: 'usually at once', upTo: 'up to' },
  }[language]
  if (after !== undefined) return after[language]
  const { everyMs, tickMs, checkTimeoutMs, callTimeoutMs } = checkTimes
  const latest = (ms: number) => `${words.upTo} ${wholeSeconds(ms, language)}`
  return [
    ...(callMs === null
      ? []
      : [`${words.call}: ${callMs === 0 ? `${words.atOnce}, ${latest(callTimeoutMs)}` : spanText(callMs, language)}`]),
    // A refusal may also be slow.
    ...(checkMs === null ? [] : [`${words.check}: ${latest(everyMs + tickMs + checkTimeoutMs)}`]),
  ].join('; ')
}

function wholeSeconds(ms: number, language: ManualLanguage): string {
  return spanText(Math.ceil(ms / 1_000) * 1_000, language)
}

function worstTables(language: ManualLanguage): Record<'worstServer' | 'worstPanel' | 'example', string> {
  const { server, panel } = worstTimes
  const says = (pt: string, en: string) => (language === 'pt' ? pt : en)
  const time = (ms: number) =>
    ms === 0
      ? says('na hora', 'at once')
      : ms < 10_000
        ? spanText(Math.ceil(ms / 100) * 100, language)
        : wholeSeconds(ms, language)
  const row = (what: string, { refused, silent }: { refused: number; silent: number }) => [
    what,
    time(refused),
    time(silent),
  ]
  const both = (ms: number) => ({ refused: ms, silent: ms })
  const head = (first: string) => [
    first,
    says('recusa na hora', 'refuses at once'),
    says('nunca responde', 'never answers'),
  ]
  const { openTimeoutMs } = breakerRules
  const failedAt = Date.UTC(2026, 10, 27, 2, 29, 32)
  const clock = (ms: number) => new Date(failedAt + ms).toISOString().slice(11, 19)
  return {
    worstServer: table(head(says('o servidor', 'the server')), [
      row(
        says(
          'da falha até ‘sem contato’, sem chamada de uma pessoa',
          'from the failure to ‘sem contato’, without a call of a person',
        ),
        server.alert,
      ),
      row(says('o mesmo, com 50.000 dispositivos', 'the same, with 50,000 devices'), server.alertOfMany),
      row(
        says('da chamada de uma pessoa até ‘sem contato’', 'from a call of a person to ‘sem contato’'),
        server.alertByCall,
      ),
      row(
        says(
          'daí até a ocorrência que o servidor envia aos painéis conectados',
          'from there to the incident that the server sends to the connected panels',
        ),
        both(server.incident),
      ),
      row(
        says(
          'de ‘sem contato’ até o aviso de uma ocorrência nova, de um condomínio, que continua (com as outras falhas até ali)',
          'from ‘sem contato’ to the notification of a new incident of one condominium that still lasts (with the other failures until then)',
        ),
        both(server.notification),
      ),
      row(
        says(
          'da última mudança de um dispositivo que oscila até o aviso de que parou',
          'from the last change of an oscillating device to the notification that this has ended',
        ),
        both(server.oscillation),
      ),
      row(
        says(
          'da volta do dispositivo até ‘online’, sem chamada de uma pessoa',
          'from the return of the device to ‘online’, without a call of a person',
        ),
        server.recovery,
      ),
    ]),
    worstPanel: table(head(says('o painel', 'the panel')), [
      row(says('da chamada até a primeira falha', 'from the call to the first failure'), panel.firstFailure),
      row(
        says('o mesmo, se o próprio servidor nunca responde', 'the same, if the server itself never answers'),
        both(panel.firstFailure.noServer),
      ),
      row(
        says(
          `da chamada até o erro na tela: ${networkOperation.attempts} tentativas, ${networkOperation.attempts} falhas contadas, se antes nenhuma estava contada`,
          `from the call to the error on the screen: ${networkOperation.attempts} attempts, ${networkOperation.attempts} counted failures, if none was counted before`,
        ),
        panel.firstCall,
      ),
      row(
        says(
          `começo da pausa, se a pessoa chama de novo depois desse erro: na chamada nº ${panel.pauseAtCall}, e não na primeira; depois do começo dela`,
          `begin of the pause, if the person calls again after that error: in call no. ${panel.pauseAtCall}, not in the first one; after the begin of that call`,
        ),
        panel.pauseInCall,
      ),
      row(
        says(
          `da volta do dispositivo até o fim da pausa, com a página visível, rede e servidor que respondem, e no máximo ${trialRules.atOnce} dispositivos à espera de um teste`,
          `from the return of the device to the end of the pause, with a visible page, a network and server that answer, and at most ${trialRules.atOnce} devices that wait for a trial`,
        ),
        panel.recovery,
      ),
    ]),
    example: says(
      `Servidor e painel podem voltar em momentos diferentes. Exemplo: a última falha no painel é às ${clock(0)}, e a pausa vai até ${clock(openTimeoutMs)}. O servidor consulta o dispositivo às ${clock(checkTimes.everyMs)} e o vê online; até ${clock(openTimeoutMs)} o painel ainda não envia chamadas, a não ser uma exclusão. ‘Retomar agora’ encerra a pausa antes.`,
      `Server and panel may recover at different times. Example: the last failure in the panel is at ${clock(0)}, and the pause lasts until ${clock(openTimeoutMs)}. The server checks the device at ${clock(checkTimes.everyMs)} and finds it online; until ${clock(openTimeoutMs)} the panel still sends no calls, except a deletion. ‘Retomar agora’ ends the pause earlier.`,
    ),
  }
}

const statusMeanings: Record<DeviceStatus, Both> = {
  open: {
    pt: 'Esta aba parou de chamar o dispositivo; a página dele mostra a próxima tentativa.',
    en: 'This tab has stopped calling the device; the page of the device shows the next attempt.',
  },
  halfOpen: {
    pt: 'Depois de uma pausa ou de um isolamento: uma chamada, em andamento ou a próxima, decide se ele volta ao normal.',
    en: 'After a pause or an isolation: one call, running or the next, decides whether it is normal again.',
  },
  offline: {
    pt: 'A última consulta ou chamada do servidor que teve resultado falhou.',
    en: 'The last check or call of the server that had a result failed.',
  },
  failing: {
    pt: 'Chamadas desta aba falharam; o servidor não o dá como sem contato.',
    en: 'Calls of this tab failed; the server does not report it as without contact.',
  },
  unknown: {
    pt: 'O painel não sabe: falta rede, o servidor ou um serviço dele não responde, ou o servidor ainda não tem resultado.',
    en: 'The panel does not know: it has no network, the server or one of its services does not answer, or the server has no result yet.',
  },
  isolated: {
    pt: 'Uma pessoa o isolou neste navegador. Depois da hora de terminar, aparece até a próxima chamada.',
    en: 'A person has isolated it in this browser. After the time of its end, shown until the next call.',
  },
  inactive: {
    pt: 'Está desativado; o servidor não faz as consultas regulares dele.',
    en: 'It is deactivated; the server makes no regular checks of it.',
  },
  online: {
    pt: 'A última consulta ou chamada do servidor que teve resultado deu certo.',
    en: 'The last check or call of the server that had a result succeeded.',
  },
}

function statusTable(language: ManualLanguage): string {
  return table(
    language === 'pt' ? ['na tela', 'significado'] : ['on the screen', 'meaning'],
    deviceStatusOrder.map((status) => [deviceStatuses[status].label, statusMeanings[status][language]]),
  )
}

function historyText(language: ManualLanguage): string {
  return ruleHistory
    .map(({ since, version, hash, changes }) =>
      [
        heading(3, `${since}, ${language === 'pt' ? 'versão' : 'version'} ${version}`),
        bullets(changes.map((change) => change[language])),
        ...(hash === null
          ? []
          : [`${language === 'pt' ? 'Impressão digital das regras' : 'Fingerprint of the rules'}: \`${hash}\``]),
      ].join('\n\n'),
    )
    .join('\n\n')
}

function constantsTable(
  rules: Pick<
    typeof breakerRules,
    'threshold' | 'openTimeoutMs' | 'halfOpenTimeoutMs' | 'slowCallMs' | 'longestIsolationMs'
  >,
  language: ManualLanguage,
): string {
  const span = (ms: number) => spanText(ms, language)
  const says = (pt: string, en: string) => (language === 'pt' ? pt : en)
  const policy = ({ attempts, baseMs, factor, maxMs, jitterMs }: RetryPolicy) =>
    [attempts, span(baseMs), factor.toLocaleString(says('pt-BR', 'en-US')), span(maxMs), span(jitterMs)].join('; ')
  const policyWords = says(
    'tentativas; base; fator; máximo; variação aleatória até',
    'attempts; base; factor; max; jitter up to',
  )
  return table(says('o quê,valor,origem', 'what,value,source').split(','), [
    [
      says('falhas seguidas que põem o dispositivo em pausa', 'failures in a row that open the circuit'),
      `${rules.threshold}`,
      'spec §9',
    ],
    [
      says(
        'por quanto tempo após a última falha um dispositivo fica em pausa',
        'how long after the last failure an open circuit refuses',
      ),
      span(rules.openTimeoutMs),
      'spec §9',
    ],
    [
      says('por quanto tempo um teste sem resultado mantém a vaga', 'how long a trial without a result keeps its slot'),
      span(rules.halfOpenTimeoutMs),
      'spec §9, CB-5',
    ],
    [
      says(
        'a partir de quanto tempo uma chamada é contada como lenta, o que não muda estado algum',
        'duration from which a call counts as slow, which changes no state',
      ),
      span(rules.slowCallMs),
      'decisions/devices.md',
    ],
    [
      says(
        'por quanto tempo, no máximo, uma pessoa pode isolar um dispositivo',
        'how long a person may isolate a device at most',
      ),
      span(rules.longestIsolationMs),
      'decisions/devices.md',
    ],
    [
      says('prazo de uma chamada: servidor; painel', 'time-out of a call: server; panel'),
      `${span(checkTimes.callTimeoutMs)}; ${span(deviceTimeoutMs)}`,
      'spec §9',
    ],
    [
      says('consulta do servidor: menor intervalo; prazo', 'check of the server: shortest interval; time-out'),
      `${span(checkTimes.everyMs)}; ${span(checkTimes.checkTimeoutMs)}`,
      'SCA-3',
    ],
    [`NETWORK_OPERATION: ${policyWords}`, policy(networkOperation), 'spec §9'],
    [`QUICK_RETRY: ${policyWords}`, policy(quickRetry), 'spec §9'],
    [
      says(
        'exclusão: tentativas de cada uma das duas primeiras formas; intervalo',
        'deletion: tries of each of the first two ways; pause',
      ),
      `${deletionRules.triesEach}; ${span(deletionRules.pauseMs)}`,
      'spec §7',
    ],
    [
      says(
        'idade a partir da qual o painel aberto apaga registros de auditoria do navegador',
        'age from which an open panel deletes audit records of the browser',
      ),
      span(auditKeptMs),
      'AUD-2',
    ],
    [
      says('espera após uma entrega que falhou, primeira; mais longa', 'pause after a failed delivery, first; longest'),
      `${span(auditPauses.firstMs)}; ${span(auditPauses.longestMs)}`,
      'AUD-2',
    ],
  ])
}
