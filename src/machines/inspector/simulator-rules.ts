/** Limits for the delay of a slow device, in milliseconds. */
export const slowLimitsMs = { least: 1, most: 60_000 } as const

/** The entered delay in milliseconds; null unless it is a whole number within the limits. */
export function slowMsOf(entered: string): number | null {
  const text = entered.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return ms >= slowLimitsMs.least && ms <= slowLimitsMs.most ? ms : null
}
