import type { AuditCommand, AuditOutcome, AuditRecord } from '../wire/answers/audit.ts'
import { failureText, isolatedCode, unsentCode } from './failure-texts.ts'

export type ReportedCommand = Pick<
  AuditRecord,
  'cause' | 'command' | 'outcome' | 'reason' | 'lastError' | 'retryAt' | 'durations'
>

const names: Record<AuditCommand, string> = {
  restart: 'Reinício',
  activate: 'Ativação',
  deactivate: 'Desativação',
  delete: 'Exclusão',
  reset: 'Retomada',
  test: 'Teste',
}

const undone: Partial<Record<AuditCommand, string>> = {
  activate: 'Desfazer a desativação',
  deactivate: 'Desfazer a ativação',
}

/** Formats a time in ms since the epoch; the reader's side knows the time zone. */
export type TimeTexts = { minutes: (at: number) => string; seconds: (at: number) => string }

/** Describes a command and its outcome: 'Reinício pedido. Motivo: leitor travado' (LIVE-11). */
export function commandText(record: ReportedCommand, times: TimeTexts): string {
  const { command, cause, reason } = record
  const why = reason ? `. Motivo: ${reason}` : ''
  if (command === undefined) return `Ação no dispositivo${why}`
  const what = cause === 'undo' ? `${undone[command] ?? 'Desfazer'}: ${names[command].toLowerCase()}` : names[command]
  return `${what} ${endText(command, record, times)}${why}`
}

/** Why nothing was sent. */
function barrierText(code: string | undefined): string {
  if (code === unsentCode) return 'o computador do painel estava sem rede'
  return code === isolatedCode ? 'o dispositivo estava isolado' : 'o dispositivo estava em pausa'
}

function endText(
  command: AuditCommand,
  { outcome, lastError, retryAt, durations }: ReportedCommand,
  times: TimeTexts,
): string {
  const o = command === 'restart' || command === 'test' ? 'o' : 'a'
  const ends: Record<AuditOutcome, string> = {
    asked: `pedid${o}`,
    succeeded: doneText(command, o),
    refused: `não enviad${o}: ${barrierText(lastError)}${retryAt ? ` até ${times.seconds(Date.parse(retryAt))}` : ''}`,
    rejected: `não aceit${o} pelo servidor`,
    failed: `sem confirmação${lastError ? `: ${failureText(lastError)}` : ''}`,
    cancelled: 'sem confirmação: a espera foi cancelada',
  }
  const end = ends[outcome ?? 'asked']
  return command === 'test' && durations ? `${end}, em ${durations.reduce((sum, each) => sum + each, 0)} ms` : end
}

function doneText(command: AuditCommand, o: string): string {
  if (command === 'delete') return 'feita'
  if (command === 'test') return 'respondido pelo dispositivo'
  return command === 'reset' ? 'confirmada pelo servidor' : `aceit${o} pelo dispositivo`
}
