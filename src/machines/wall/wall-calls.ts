import type { WallView } from '../../../contract/wire/answers/wall.ts'

/** Keys of incidents to sound for: notified, not taken, not silenced. A reopened incident gets a new key. */
export function callingIds({ incidents }: WallView): string[] {
  return incidents
    .filter(({ life, isTold }) => life === 'new' && isTold)
    .map(({ id, reopenings }) => `${id} ${reopenings}`)
}

/** Whether `ids` has an id that is not in `before`. */
export function hasNew(ids: readonly string[], before: readonly string[]): boolean {
  return ids.some((id) => !before.includes(id))
}
