/** Age in milliseconds from which a list that changes of other people do not renew is loaded again with the next page. */
export const listOldAfterMs = 300_000
