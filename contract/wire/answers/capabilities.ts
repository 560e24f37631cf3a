import * as v from 'valibot'

/** What this server has beyond the specification; one that answers 404 has none of it, and the panel shows none (INC). */
export const capabilities = v.object({ incidents: v.optional(v.boolean(), false) })
