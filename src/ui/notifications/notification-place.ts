import { placeAddress } from '../device-list/device-addresses.ts'

/** The page of the device or condominium that the `data` of a notification names; null where it names none (ALERT-2). */
export function notificationPlace({ wordCode, condominiumId }: Readonly<Record<string, unknown>>): string | null {
  const place = { wordCode: textOf(wordCode), condominiumId: textOf(condominiumId) }
  return place.wordCode === '' && place.condominiumId === '' ? null : placeAddress(place)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
