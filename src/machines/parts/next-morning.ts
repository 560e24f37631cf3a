/** The hour, on the clock of this computer, at which a night ends. */
const morningHour = 6

/** When the next night ends, in milliseconds since the epoch. */
export function nextMorning(at: number): number {
  const morning = new Date(at)
  morning.setHours(morningHour, 0, 0, 0)
  if (morning.getTime() <= at) morning.setDate(morning.getDate() + 1)
  return morning.getTime()
}
