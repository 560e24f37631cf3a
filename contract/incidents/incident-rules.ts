const minuteMs = 60_000

/** Devices of a condominium that fail within this time of each other are one incident (INC-1). */
export const groupedWithinMs = minuteMs

/** How long people are not told of a new incident, so that they are told once, and all of it (INC-6). */
export const gatheredForMs = 2_000

/** Three changes within it are an oscillation, which ends once there were fewer (INC-5). */
export const oscillationMs = 15 * minuteMs
export const oscillationChanges = 3

/** What returns within it is the same incident (INC-2); what has been over for longer is closed. A forced door that does not happen again is over after it. */
export const reopenedWithinMs = 30 * minuteMs

/** INC-4. */
export const longestSilenceMs = 12 * 60 * minuteMs

/** Fewer are no failure of the central, whatever their share (INC-1). */
export const fewestOfService = 3

/** Of how many condominiums one must have heard, or of all, to tell what befalls most of them. */
export const heardOfService = 20
