/** Hours of a gatehouse's shift changes (12 h of work, 36 h of rest). */
const shiftHours = [6, 18]

/** The shift changes between two times, in milliseconds since the epoch, on this computer's clock. */
export function shiftCuts(from: number, to: number): number[] {
  const cuts: number[] = []
  const day = new Date(from)
  day.setHours(0, 0, 0, 0)
  for (; day.getTime() < to; day.setDate(day.getDate() + 1))
    for (const hour of shiftHours) {
      const cut = new Date(day).setHours(hour)
      if (cut > from && cut < to) cuts.push(cut)
    }
  return cuts
}
