import { hourText } from '../../../contract/texts/time-texts.ts'
import type { OnDuty } from '../../../contract/wire/answers/on-duty.ts'

/** Largest number of names in the line. Further people are only counted. */
const mostNames = 4

/** Names the people on duty in one line: 'De plantão: Ana Albuquerque (desde 22:01), Bruno Dias' (CALL-2). */
export function dutyText(onDuty: OnDuty): string {
  if (onDuty.length === 0) return 'Ninguém de plantão'
  const names = onDuty
    .slice(0, mostNames)
    .map(({ name, since }) => (since === null ? name : `${name} (desde ${hourText(since)})`))
  const more = onDuty.length - names.length
  return `De plantão: ${names.join(', ')}${more > 0 ? ` e mais ${more}` : ''}`
}
