const minuteMs = 60_000

/** Devices of a condominium that fail within this time of each other belong to one incident (INC-1). */
export const groupedWithinMs = minuteMs

/** Delay before the first notification, so that one notification covers the whole incident (INC-6). */
export const gatheredForMs = 2_000

/** Three changes within this time are an oscillation; it ends when there are fewer (INC-5). */
export const oscillationMs = 15 * minuteMs
export const oscillationChanges = 3

/**
 * A failure that returns within this time is the same incident (INC-2); after it the incident is closed. A forced door
 * counts as over if it is not forced again within this time.
 */
export const reopenedWithinMs = 30 * minuteMs

export const longestSilenceMs = 12 * 60 * minuteMs

/** Minimum number of failing condominiums for a failure of the central (INC-1). */
export const fewestOfService = 3

/** A failure of the central needs results from this many condominiums, or from all of them. */
export const heardOfService = 20
