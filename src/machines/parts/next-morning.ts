const morningHour = 6

/** The end of the next night after `at`, in milliseconds since the epoch. */
export function nextMorning(at: number): number {
  const morning = new Date(at)
  morning.setHours(morningHour, 0, 0, 0)
  if (morning.getTime() <= at) morning.setDate(morning.getDate() + 1)
  return morning.getTime()
}
