/** Times of the socket in milliseconds, and its number of attempts (spec §9). */
export const socketLimits = {
  attempts: 10,
  firstDelayMs: 1_000,
  longestDelayMs: 5_000,
  connectionTimeoutMs: 20_000,
  fallbackDelayMs: 4_000,
  /** Pause between ten failed attempts and the next ten, ±20 % (LIVE-2). */
  restMs: 60_000,
  /**
   * Range of the delay between a message that cannot be read and the fetch of its data: random, because all panels get
   * the message, and as long as the interval of the fetches without a live connection (INC-3).
   */
  refetchAtLeastMs: 5_000,
  refetchAtMostMs: 15_000,
} as const
