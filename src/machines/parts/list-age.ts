/**
 * Age in milliseconds after which the next opened page loads a list again, unless a change by other people loaded the
 * list earlier.
 */
export const listOldAfterMs = 300_000
