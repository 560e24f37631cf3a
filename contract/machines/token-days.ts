/** Days for which a machine token is valid if its maker chooses no other number (CALL-4). */
export const usualTokenDays = 365
export const mostTokenDays = 3_650
/** Days before the end of a token from which on administrators are warned. */
export const endWarningDays = 14

const dayMs = 24 * 60 * 60_000

/** Returns the days, rounded up, until the end of a token; negative or 0 after the end, null without an end. */
export function daysLeft(expiresAt: string | null, now: number): number | null {
  return expiresAt === null ? null : Math.ceil((Date.parse(expiresAt) - now) / dayMs)
}

/** Returns the end of a token in epoch milliseconds; null without an end. */
export function endAfter(days: number | null, now: number): number | null {
  return days === null ? null : now + days * dayMs
}

/** Returns the latest end, in epoch milliseconds, of which administrators are warned now. */
export function warnedUntil(now: number): number {
  return now + endWarningDays * dayMs
}
