import { auditText as auditTextWith, type ShownRecord } from '../../../contract/evidence/audit-texts.ts'
import { panelText } from '../../../contract/evidence/record-actor.ts'
import { minutesText, secondsText } from '../../../contract/texts/time-texts.ts'
import type { AuditRecord, StoredRecord } from '../../../contract/wire/answers/audit.ts'

export const auditKindNames: Record<AuditRecord['kind'], string> = {
  transition: 'Mudança da proteção',
  refusals: 'Chamadas não enviadas',
  reset: 'Retomada por uma pessoa',
  isolation: 'Isolamento do dispositivo',
  'delete-step': 'Passo de exclusão',
  command: 'Ação de uma pessoa',
}

export const auditActorNames = { person: 'Pessoa', panel: 'Painel, na sessão de uma pessoa' } as const

/** Returns 'Ana', or 'Painel, na sessão de Ana' for an automatic act of the panel (EVI-9). */
export function whoText({ userName, userId, byPanel }: StoredRecord): string {
  const person = userName ?? userId
  return byPanel ? panelText(person) : person
}

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
