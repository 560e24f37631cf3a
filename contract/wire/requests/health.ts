import * as v from 'valibot'
import { longestReason } from '../../fields/reason.ts'

/** Why a person resets the server's circuit of a device (CB-6). */
export const healthResetBody = v.object({
  reason: v.optional(
    v.nullable(v.pipe(v.string(), v.maxLength(longestReason, `Use no máximo ${longestReason} caracteres.`))),
  ),
})
