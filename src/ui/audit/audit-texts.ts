import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { failuresText, failureText } from '../devices/circuit-texts.ts'
import { commandText, type ToldCommand } from './command-texts.ts'

/** What the kinds of audit records are called. */
export const auditKindNames: Record<AuditRecord['kind'], string> = {
  transition: 'Mudança do circuito',
  refusals: 'Chamadas recusadas',
  reset: 'Redefinição do circuito',
  'delete-step': 'Passo de exclusão',
  command: 'Ação de uma pessoa',
}

export const auditKinds = [
  'transition',
  'refusals',
  'reset',
  'delete-step',
  'command',
] as const satisfies readonly AuditRecord['kind'][]

const wayTexts: Record<string, string> = {
  device: 'Exclusão pelo dispositivo',
  pool: 'Exclusão pelo pool de conexões',
  database: 'Exclusão só do cadastro',
}

type Told = Pick<AuditRecord, 'kind' | 'cause' | 'from' | 'failureCount' | 'refused'> & ToldCommand

/** An audit record in words: 'Circuito aberto após 5 falhas seguidas (timeout)'. */
export function auditText(record: Told): string {
  switch (record.kind) {
    case 'transition':
      return transitionText(record)
    case 'refusals': {
      const count = record.refused ?? 0
      const when = record.from === 'HALF_OPEN' ? 'durante o teste' : 'com o circuito aberto'
      return count === 1 ? `1 chamada recusada ${when}` : `${count} chamadas recusadas ${when}`
    }
    case 'reset':
      return record.reason ? `Circuito redefinido: ${record.reason}` : 'Circuito redefinido'
    case 'delete-step':
      return deletionText(record)
    case 'command':
      return commandText(record)
  }
}

function transitionText({ cause, failureCount, lastError }: Told): string {
  const error = lastError ? ` (${failureText(lastError)})` : ''
  switch (cause) {
    case 'threshold':
      return `Circuito aberto após ${failuresText(failureCount ?? 0)}${error}`
    case 'elapsed':
      return 'Espera cumprida: circuito em teste'
    case 'trial-succeeded':
      return 'O teste foi respondido: circuito fechado'
    case 'trial-failed':
      return `O teste falhou: circuito aberto de novo${error}`
    case 'manual':
    case 'undo':
      return 'Circuito fechado por uma pessoa'
    case 'delete':
      return 'Circuito encerrado: dispositivo excluído'
  }
}

function deletionText({ reason = '', lastError }: Told): string {
  const [way = '', tries] = reason.split(' ')
  const attempt = tries === undefined ? '' : `, tentativa ${tries.replace('/', ' de ')}`
  return `${wayTexts[way] ?? 'Exclusão'}${attempt}: ${outcomeOf(lastError)}`
}

function outcomeOf(lastError: string | undefined): string {
  if (!lastError) return 'feita'
  return lastError === 'status 404' ? 'já não existia' : `falhou (${failureText(lastError)})`
}
