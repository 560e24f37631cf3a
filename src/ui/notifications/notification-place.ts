import { placeAddress } from '../device-list/device-addresses.ts'
import { incidentAddress } from '../incidents/incident-address.ts'

/** Address of the incident, device or condominium in the `data` of a notification; null if there is none (ALERT-2). */
export function notificationPlace({
  incidentId,
  wordCode,
  condominiumId,
}: Readonly<Record<string, unknown>>): string | null {
  if (textOf(incidentId) !== '') return incidentAddress(textOf(incidentId))
  const target = { wordCode: textOf(wordCode), condominiumId: textOf(condominiumId) }
  return target.wordCode === '' && target.condominiumId === '' ? null : placeAddress(target)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
