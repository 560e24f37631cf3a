import { bounds } from '../../backend/bounds.ts'
import { usualDays } from '../../backend/database/table.ts'
import { slowestClock } from '../../backend/devices/device-talk.ts'
import { checkTimes } from '../../backend/health/check-times.ts'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import { circuitStateNames } from '../../contract/devices/circuit-texts.ts'
import { type DeviceStatus, deviceStatuses, deviceStatusOrder } from '../../contract/devices/device-status.ts'
import { namedSteps } from '../../contract/devices/device-steps.ts'
import { longestOpeningMs } from '../../contract/devices/opening.ts'
import { networkOperation } from '../../contract/devices/retry-policies.ts'
import { adviceOf, type Trouble } from '../../contract/devices/troubles.ts'
import { longestSilenceMs, reopenedWithinMs } from '../../contract/incidents/incident-rules.ts'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import { mostCondominiumIds } from '../../contract/wire/answers/session.ts'
import { mostAheadMs } from '../../contract/wire/requests/device-events.ts'
import { mostListedDevices } from '../../contract/wire/requests/devices.ts'
import { isolationLookMs } from '../../src/machines/devices/calls/isolation-timer.ts'
import { deletionRules } from '../../src/machines/devices/commands/device-delete.machine.ts'
import { trialRules } from '../../src/machines/devices/due-trials.ts'
import { openingPauseMs } from '../../src/machines/devices/openings/gate-opening.machine.ts'
import { healthTimes } from '../../src/machines/health/health-protocol.ts'
import { leavingMs } from '../../src/machines/parts/page-leaving.ts'
import { auditKeptMs, mostUndelivered, storageLimitMs } from '../../src/services/audit/audit-store.ts'
import { deviceTimeoutMs } from '../../src/services/devices/device-control-api.ts'
import { type Both, type ManualLanguage, spanText, wholeSeconds } from './both.ts'
import { namesOf } from './breaker-facts.ts'
import { constantsTable } from './constants-table.ts'
import { type FailureMode, failureModes, recordNames, type ShownDevice } from './failure-modes.ts'
import { bullets, heading, table } from './markdown.ts'
import { ruleHistory } from './rule-history.ts'
import { troubleNames } from './trouble-names.ts'
import { worstTables } from './worst-tables.ts'

const dayMs = 24 * 60 * 60_000

/** Values of `{{name}}` in the template of a language, without the cover. */
export function manualValues(language: ManualLanguage): Record<string, string> {
  const span = (ms: number) => spanText(ms, language)
  const says = (text: Both) => text[language]
  const number = (count: number) => count.toLocaleString(says({ pt: 'pt-BR', en: 'en-US' }))
  const { threshold, openTimeoutMs, halfOpenTimeoutMs, slowCallMs, longestIsolationMs } = breakerRules
  return {
    threshold: `${threshold}`,
    attempts: `${networkOperation.attempts}`,
    atOnce: `${trialRules.atOnce}`,
    deletionTries: `${2 * deletionRules.triesEach + 1}`,
    pingEvery: span(healthTimes.pingEveryMs),
    openTimeout: span(openTimeoutMs),
    trialSlot: span(halfOpenTimeoutMs),
    slowCall: span(slowCallMs),
    leaving: span(leavingMs),
    opening: span(longestOpeningMs),
    openingPause: span(openingPauseMs),
    clockReserve: `${Math.round(100 * (1 - slowestClock))} %`,
    mostCommands: `${bounds.deviceCommands.most.count}`,
    commandWait: span(checkTimes.answerTimeoutMs + checkTimes.turnSlackMs),
    mostListed: number(mostListedDevices),
    storageLimit: span(storageLimitMs),
    longestIsolation: span(longestIsolationMs),
    longestSilence: span(longestSilenceMs),
    reopenedWithin: span(reopenedWithinMs),
    callTimeout: span(checkTimes.answerTimeoutMs),
    checkEvery: span(checkTimes.everyMs),
    longestEvery: span(checkTimes.longestEveryMs),
    manyDevices: number(checkTimes.mostDevices),
    mostAhead: span(mostAheadMs),
    fewDevices: number(Math.floor((checkTimes.mostDevices * checkTimes.everyMs) / checkTimes.longestEveryMs)),
    panelTimeout: span(deviceTimeoutMs),
    trialLook: span(trialRules.lookEveryMs),
    listedCondominiums: `${mostCondominiumIds}`,
    isolationLook: span(isolationLookMs),
    auditKept: span(auditKeptMs),
    mostUndelivered: number(mostUndelivered),
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
        namedSteps(trouble, { ...shownDevice, place: shown.condominiumName }).join('<br>') || '–',
      ]),
    ),
    exampleDevice: says({
      pt: `${shownDevice.name}, de código ${shownDevice.wordCode}, em ${shownDevice.ip}, no ${shown.condominiumName}`,
      en: `${shownDevice.name} (code ${shownDevice.wordCode}) at ${shownDevice.ip}, of ${shown.condominiumName}`,
    }),
    history: historyText(language),
    constants: constantsTable(language),
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
  const { everyMs, tickMs, answerTimeoutMs } = checkTimes
  const latest = (ms: number) => `${words.upTo} ${wholeSeconds(ms, language)}`
  return [
    ...(callMs === null
      ? []
      : [
          `${words.call}: ${callMs === 0 ? `${words.atOnce}, ${latest(answerTimeoutMs)}` : spanText(callMs, language)}`,
        ]),
    // A refusal may also be slow.
    ...(checkMs === null ? [] : [`${words.check}: ${latest(everyMs + tickMs + answerTimeoutMs)}`]),
  ].join('; ')
}

const statusMeanings: Record<DeviceStatus, Both> = {
  open: {
    pt: 'Esta aba parou de chamar o dispositivo; uma exclusão e uma abertura ainda são enviadas. A página dele mostra a próxima tentativa.',
    en: 'This tab has stopped calling the device; a deletion and an opening are still sent. The page of the device shows the next attempt.',
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
    pt: 'Chamadas desta aba falharam; até onde este painel sabe, o servidor não o dá como sem contato, nem o viu online depois delas. O painel pode saber só mais tarde que o servidor o viu online.',
    en: 'Calls of this tab failed; as far as this panel knows, the server does not report it as without contact, and did not find it online after them. The panel may learn only later that the server found it online.',
  },
  unknown: {
    pt: 'O painel não sabe: falta rede, o servidor ou um serviço dele não responde, ou o servidor ainda não tem resultado.',
    en: 'The panel does not know: it has no network, the server or one of its services does not answer, or the server has no result yet.',
  },
  isolated: {
    pt: 'Uma pessoa o isolou neste navegador. Na hora de terminar, ou pouco depois, passa normalmente a ‘Em teste’.',
    en: 'A person has isolated it in this browser. At the time of its end, or shortly after, it usually becomes ‘Em teste’.',
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
