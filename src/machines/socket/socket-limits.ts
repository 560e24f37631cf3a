/** Socket times in milliseconds, and its number of attempts (spec §9). */
export const socketLimits = {
  attempts: 10,
  firstDelayMs: 1_000,
  longestDelayMs: 5_000,
  connectionTimeoutMs: 20_000,
  fallbackDelayMs: 4_000,
  /** Between ten attempts used up and the next ten, give or take a fifth (LIVE-2). */
  restMs: 60_000,
} as const
