import { minutesText } from '../../../../contract/texts/time-texts.ts'
import type { AuditRecord } from '../../../../contract/wire/answers/audit.ts'
import type { Deactivation } from '../../../../contract/wire/answers/devices/deactivation.ts'
import { nameText } from '../../incidents/incident-texts.ts'

/** Describes person, time and reason of a deactivation, as far as known (STATE-3): 'Desativado por Ana em 27/11, 14:10: obra.' */
export function deactivationText({ at, by, reason }: Deactivation): string {
  if (at === null && by === null) return 'Não sabemos quem o desativou, nem quando.'
  const person = by === null ? '' : ` por ${nameText(by)}`
  const time = at === null ? '' : ` em ${minutesText(Date.parse(at))}`
  const why = reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`
  return `Desativado${person}${time}${why}.`
}

/** Adds the reason from this browser's own records, newest first: the server gets them later. */
export function withOwnReason(known: Deactivation, records: readonly AuditRecord[]): Deactivation {
  if (known.reason !== '') return known
  const own = records.find(({ command, reason }) => command === 'deactivate' && reason !== undefined)
  const isOfThis = own !== undefined && own.userId === known.by?.id
  return isOfThis ? { ...known, reason: own.reason ?? '' } : known
}
