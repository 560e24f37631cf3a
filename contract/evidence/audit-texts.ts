import type { AuditRecord } from '../wire/answers/audit.ts'
import { commandText, type ReportedCommand, type TimeTexts } from './command-texts.ts'
import { failuresWithCauseText, failureText } from './failure-texts.ts'

const wayTexts: Record<string, string> = {
  device: 'Exclusão pelo dispositivo',
  pool: 'Exclusão pelo conjunto de conexões',
  database: 'Exclusão direto no cadastro',
}

export type ShownRecord = Pick<AuditRecord, 'kind' | 'cause' | 'from' | 'to' | 'failureCount' | 'refused' | 'opening'> &
  ReportedCommand

/** Describes a record in words: 'Em pausa após 5 falhas seguidas, a última sem resposta a tempo'. */
export function auditText(record: ShownRecord, times: TimeTexts): string {
  switch (record.kind) {
    case 'transition':
      return transitionText(record)
    case 'refusals': {
      const count = record.refused ?? 0
      if (count === 0) return 'Resultados que não contaram'
      const when = refusedTexts[record.from ?? ''] ?? 'durante a pausa'
      return count === 1 ? `1 chamada não enviada ${when}` : `${count} chamadas não enviadas ${when}`
    }
    case 'reset':
      return record.reason ? `Retomado por uma pessoa: ${record.reason}` : 'Retomado por uma pessoa'
    case 'isolation':
      return isolationRecordText(record, times)
    case 'delete-step':
      return deletionText(record)
    case 'command':
      return commandText(record, times)
  }
}

const refusedTexts: Readonly<Record<string, string>> = {
  HALF_OPEN: 'durante o teste',
  FORCED_OPEN: 'durante o isolamento',
}

function isolationRecordText({ to, cause, reason, retryAt }: ShownRecord, times: TimeTexts): string {
  const why = reason ? `: ${reason}` : ''
  const until = retryAt ? ` até ${times.minutes(Date.parse(retryAt))}` : ''
  if (to === 'FORCED_OPEN') return `Isolado por uma pessoa${until}${why}`
  if (cause === 'new-version') return 'Isolamento encerrado por uma versão nova do painel'
  return cause === 'elapsed'
    ? `Fim do isolamento na hora marcada${to === 'HALF_OPEN' ? ': em teste' : ''}`
    : `Isolamento encerrado por uma pessoa${why}`
}

function transitionText({ cause, failureCount, lastError, opening }: ShownRecord): string {
  switch (cause) {
    case 'threshold':
      return `Em pausa após ${failuresWithCauseText(failureCount ?? 0, lastError)}`
    case 'elapsed':
    case 'new-version':
    case 'page-hidden':
    case 'session-ended':
      return 'Fim da pausa: em teste'
    case 'trial-succeeded':
      return 'O teste foi respondido: normal de novo'
    case 'trial-failed':
      return `O teste falhou${lastError ? `, ${failureText(lastError)}` : ''}: em pausa ${againText(opening)}`
    case 'manual':
    case 'undo':
      return 'Normal de novo: retomado por uma pessoa'
    case 'delete':
      return 'Fim da proteção: dispositivo excluído'
  }
}

/** Returns, for example, 'pela 3ª vez seguida'. */
function againText(opening: number | undefined): string {
  return opening === undefined ? 'de novo' : `pela ${opening}ª vez seguida`
}

function deletionText({ reason = '', lastError }: ShownRecord): string {
  const [way = '', tries] = reason.split(' ')
  const attempt = tries === undefined ? '' : `, tentativa ${tries.replace('/', ' de ')}`
  return `${wayTexts[way] ?? 'Exclusão'}${attempt}: ${outcomeOf(lastError)}`
}

function outcomeOf(lastError: string | undefined): string {
  if (!lastError) return 'feita'
  return lastError === 'status 404' ? 'já não existia' : `falhou, ${failureText(lastError)}`
}
