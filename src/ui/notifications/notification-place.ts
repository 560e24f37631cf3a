import { placeAddress } from '../device-list/device-addresses.ts'
import { incidentAddress } from '../incidents/incident-address.ts'

/** Address of the incident, device or condominium in the `data` of a notification; null if there is none (ALERT-2). */
export function notificationPlace({
  incidentId,
  wordCode,
  condominiumId,
}: Readonly<Record<string, unknown>>): string | null {
  if (textOf(incidentId) !== '') return incidentAddress(textOf(incidentId))
  const place = { wordCode: textOf(wordCode), condominiumId: textOf(condominiumId) }
  return place.wordCode === '' && place.condominiumId === '' ? null : placeAddress(place)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
