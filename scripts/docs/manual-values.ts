import { usualDays } from '../../backend/database/table.ts'
import { checkTimes } from '../../backend/health/check-times.ts'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import { circuitStateNames } from '../../contract/devices/circuit-texts.ts'
import { type DeviceStatus, deviceStatuses, deviceStatusOrder } from '../../contract/devices/device-status.ts'
import { networkOperation, quickRetry, type RetryPolicy } from '../../contract/devices/retry-policies.ts'
import { adviceOf, type Trouble } from '../../contract/devices/troubles.ts'
import { longestSilenceMs } from '../../contract/incidents/incident-rules.ts'
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
    callTimeout: span(checkTimes.callTimeoutMs),
    checkTimeout: span(checkTimes.checkTimeoutMs),
    checkEvery: span(checkTimes.everyMs),
    longestEvery: span(checkTimes.longestEveryMs),
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
    'causa',
    'efeito na passagem',
    'como é detectada',
    'depois de quanto tempo',
    'reação',
    'texto na tela',
    'quem age',
    'o que é registrado',
  ],
  en: [
    'failure',
    'cause',
    'effect at the gate',
    'how it is detected',
    'after how long',
    'reaction',
    'text on the screen',
    'who acts',
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
    pt: { call: 'chamada', check: 'consulta', atOnce: 'na hora', upTo: 'até' },
    en: { call: 'call', check: 'check', atOnce: 'at once', upTo: 'up to' },
  }[language]
  if (after !== undefined) return after[language]
  const { everyMs, tickMs } = checkTimes
  return [
    ...(callMs === null ? [] : [`${words.call}: ${callMs === 0 ? words.atOnce : spanText(callMs, language)}`]),
    ...(checkMs === null
      ? []
      : [`${words.check}: ${words.upTo} ${wholeSeconds(everyMs + tickMs + checkMs, language)}`]),
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
      row(says('daí até a ocorrência nas telas', 'from there to the incident on the screens'), both(server.incident)),
      row(
        says(
          'daí até o aviso, para que ele inclua as outras falhas',
          'from ‘sem contato’ to the notification, which includes other failures',
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
        says('o mesmo, se o próprio servidor não responde', 'the same, if the server itself does not answer'),
        both(panel.firstFailure.noServer),
      ),
      row(
        says(
          `da chamada até o erro na tela: ${networkOperation.attempts} tentativas, ${networkOperation.attempts} falhas contadas`,
          `from the call to the error on the screen: ${networkOperation.attempts} attempts, ${networkOperation.attempts} counted failures`,
        ),
        panel.firstCall,
      ),
      row(
        says(
          `começo da pausa: na chamada nº ${panel.pauseAtCall}, e não na primeira; depois do começo dela`,
          `begin of the pause: in call no. ${panel.pauseAtCall}, not in the first one; after the begin of that call`,
        ),
        panel.pauseInCall,
      ),
      row(
        says(
          `da volta do dispositivo até o fim da pausa, com a página visível e no máximo ${trialRules.atOnce} dispositivos à espera de um teste`,
          `from the return of the device to the end of the pause, with a visible page and at most ${trialRules.atOnce} devices that wait for a trial`,
        ),
        panel.recovery,
      ),
    ]),
    example: says(
      `Servidor e painel não voltam juntos. Exemplo: a última falha no painel é às ${clock(0)}, e a pausa vai até ${clock(openTimeoutMs)}. O servidor consulta o dispositivo às ${clock(checkTimes.everyMs)} e o vê online; até ${clock(openTimeoutMs)} o painel ainda não envia chamadas. ‘Retomar agora’ encerra a pausa antes.`,
      `Server and panel do not recover together. Example: the last failure in the panel is at ${clock(0)}, and the pause lasts until ${clock(openTimeoutMs)}. The server checks the device at ${clock(checkTimes.everyMs)} and finds it online; until ${clock(openTimeoutMs)} the panel still sends no calls. ‘Retomar agora’ ends the pause earlier.`,
    ),
  }
}

const statusMeanings: Record<DeviceStatus, Both> = {
  open: {
    pt: 'Este painel parou de chamar o dispositivo; a tela mostra a hora da próxima tentativa.',
    en: 'This panel has stopped calling the device; the screen shows the time of the next attempt.',
  },
  halfOpen: { pt: 'Uma chamada decide se a pausa termina.', en: 'One call decides whether the pause ends.' },
  offline: {
    pt: 'A última consulta ou chamada do servidor não teve resposta.',
    en: 'The last check or call of the server got no answer.',
  },
  failing: {
    pt: 'Chamadas deste painel falharam; o servidor ainda o vê online.',
    en: 'Calls of this panel failed; the server still finds it online.',
  },
  unknown: {
    pt: 'Ninguém sabe: falta contato com o servidor, ou ele ainda não consultou.',
    en: 'Nobody knows: the server is not reachable, or has not checked yet.',
  },
  isolated: { pt: 'Uma pessoa o isolou neste computador.', en: 'A person has isolated it at this computer.' },
  inactive: {
    pt: 'Uma pessoa o desativou; o servidor não o consulta.',
    en: 'A person has switched it off; the server does not check it.',
  },
  online: { pt: 'A última consulta ou chamada teve resposta.', en: 'The last check or call got an answer.' },
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
