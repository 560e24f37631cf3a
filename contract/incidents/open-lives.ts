/** The states of an open incident, in the order in which people must look at the incidents (INC-2, DESK-1). */
export const openLives = ['new', 'claimed', 'silenced'] as const

/** The state of an open incident. */
export type OpenLife = (typeof openLives)[number]

const open: ReadonlySet<string> = new Set(openLives)

/** Whether the incident is still open. */
export function isOpen({ life }: { life: string }): boolean {
  return open.has(life)
}
