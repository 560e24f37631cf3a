/** Whether a simulated device can open: gates, barriers, doors and turnstiles; not readers, intercoms and lifts. */
export function isGate(name: string): boolean {
  return /^(portão|cancela|porta|catraca)/i.test(name)
}

/**
 * Decides whether a device opens (OPEN-1, OPEN-3): never after the deadline on the device's own clock, and once for
 * each key. `clock` and `notAfter` in milliseconds. A repeated command gets the answer of the first command.
 */
export function openingRule({ clock, notAfter, wasDone }: { clock: number; notAfter: number; wasDone: boolean }) {
  if (wasDone) return 'done'
  return clock <= notAfter ? 'opens' : 'late'
}

/** Returns the clock of a simulated device at the start of the server, in milliseconds: up to 20 hours, and constant for each device. */
export function clockStartMs(wordCode: string): number {
  let hash = 0
  for (const letter of wordCode) hash = (hash * 31 + letter.charCodeAt(0)) % 72_000_001
  return hash
}
