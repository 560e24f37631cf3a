import type { Incident } from '../wire/answers/incidents.ts'

/** Whether the open incident was handed to the user, who has not answered yet (DESK-5). */
export function isPassedTo(
  { end, passed, owner }: Pick<Incident, 'end' | 'passed' | 'owner'>,
  userId: string,
): boolean {
  return end === null && passed !== null && owner?.id === userId
}
