const minuteMs = 60_000

/** Times of the server's own contacts with devices, in milliseconds. */
export const checkTimes = {
  /** Time between two checks of one device, if there are few devices (SCA-3). */
  everyMs: minuteMs,
  /** Time between two checks of one device at `mostDevices`; one minute remains for devices that hang (SCA-3). */
  longestEveryMs: 4 * minuteMs,
  mostDevices: 50_000,
  /** Longest delay of a due check while slots are free. */
  tickMs: 400,
  /**
   * A call or a check fails if the device does not answer within this time (default of `GUARITA_DEVICE_TIMEOUT_MS`).
   * The time is equal for both: otherwise a call could lose a slow device that a check still finds.
   */
  answerTimeoutMs: 8_000,
  /** A command waits for one earlier command that gets no answer, and this time for its record. */
  turnSlackMs: 2_000,
} as const
