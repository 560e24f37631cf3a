import type { WallView } from '../../../contract/wire/answers/wall.ts'

/** The incidents that nobody is on, nobody has silenced, and people have been told of; those that came back are others. */
export function callingIds({ incidents }: WallView): string[] {
  return incidents
    .filter(({ life, isTold }) => life === 'new' && isTold)
    .map(({ id, reopenings }) => `${id} ${reopenings}`)
}

/** Whether one of `ids` was not there before. */
export function hasNew(ids: readonly string[], before: readonly string[]): boolean {
  return ids.some((id) => !before.includes(id))
}
