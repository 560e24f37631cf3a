import type { AuditRecord } from '../wire/answers/audit.ts'

/**
 * Whether the panel acted by itself, in the session of the person that the record names (EVI-9): the pauses and tests of a device, the calls
 * that were not sent, and the steps of a deletion. Commands, resets and isolations by hand are acts of the person.
 */
export function isByPanel({ kind, cause }: Pick<AuditRecord, 'kind' | 'cause'>): boolean {
  return kind === 'refusals' || (cause !== 'manual' && cause !== 'undo')
}

/** Text of an automatic act of the panel: 'Painel, na sessão de Ana'. */
export function panelText(person: string): string {
  return `Painel, na sessão de ${person}`
}
