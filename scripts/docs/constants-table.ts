import { checkTimes } from '../../backend/health/check-times.ts'
import { breakerRules } from '../../contract/devices/breaker-rules.ts'
import { networkOperation, quickRetry, type RetryPolicy } from '../../contract/devices/retry-policies.ts'
import { auditPauses } from '../../src/machines/audit/audit.machine.ts'
import { deletionRules } from '../../src/machines/devices/commands/device-delete.machine.ts'
import { auditKeptMs } from '../../src/services/audit/audit-store.ts'
import { deviceTimeoutMs } from '../../src/services/devices/device-control-api.ts'
import { type ManualLanguage, spanText } from './both.ts'
import { table } from './markdown.ts'

/** Returns the table of the values in the rules of failures and retries, each with its source. */
export function constantsTable(language: ManualLanguage): string {
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
      `${breakerRules.threshold}`,
      'spec §9',
    ],
    [
      says(
        'por quanto tempo após a última falha um dispositivo fica em pausa',
        'how long after the last failure an open circuit refuses',
      ),
      span(breakerRules.openTimeoutMs),
      'spec §9',
    ],
    [
      says(
        'por quanto tempo, no máximo, um teste que não terminou impede outras chamadas',
        'how long a circuit refuses other calls, at most, while its trial has not ended',
      ),
      span(breakerRules.halfOpenTimeoutMs),
      'spec §9, CB-5',
    ],
    [
      says(
        'a partir de quanto tempo uma chamada é contada como lenta, o que não muda estado algum',
        'duration from which a call counts as slow, which changes no state',
      ),
      span(breakerRules.slowCallMs),
      'decisions/devices.md',
    ],
    [
      says(
        'por quanto tempo, no máximo, uma pessoa pode isolar um dispositivo',
        'how long a person may isolate a device at most',
      ),
      span(breakerRules.longestIsolationMs),
      'decisions/devices.md',
    ],
    [
      says(
        'por quanto tempo o servidor espera um dispositivo, em uma chamada ou consulta',
        'how long the server waits for a device, in a call or check',
      ),
      span(checkTimes.answerTimeoutMs),
      '`GUARITA_DEVICE_TIMEOUT_MS`',
    ],
    [
      says(
        'por quanto tempo o painel espera o serviço de dispositivos, em uma chamada',
        'how long the panel waits for the device-control service, in a call',
      ),
      span(deviceTimeoutMs),
      'spec §9',
    ],
    [
      says(
        'consultas do servidor por conta própria: menor intervalo',
        "the server's own checks of a device: shortest interval",
      ),
      span(checkTimes.everyMs),
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
