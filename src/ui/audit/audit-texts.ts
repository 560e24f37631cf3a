import { auditText as auditTextWith, type ShownRecord } from '../../../contract/evidence/audit-texts.ts'
import { minutesText, secondsText } from '../../../contract/texts/time-texts.ts'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'

export const auditKindNames: Record<AuditRecord['kind'], string> = {
  transition: 'Mudança da proteção',
  refusals: 'Chamadas não enviadas',
  reset: 'Retomada por uma pessoa',
  isolation: 'Isolamento do dispositivo',
  'delete-step': 'Passo de exclusão',
  command: 'Ação de uma pessoa',
}

export const auditActorNames = { person: 'Pessoa', panel: 'Painel, na sessão de uma pessoa' } as const

export const auditKinds = [
  'transition',
  'refusals',
  'reset',
  'isolation',
  'delete-step',
  'command',
] as const satisfies readonly AuditRecord['kind'][]

/** Describes a record in words, with times of this computer's zone. */
export function auditText(record: ShownRecord): string {
  return auditTextWith(record, { minutes: minutesText, seconds: secondsText })
}
