import * as v from 'valibot'
import { longestReason } from '../../fields/reason.ts'

/** Why a person resets the server's circuit of a device (CB-6). */
export const healthResetBody = v.object({
  reason: v.optional(
    v.nullable(v.pipe(v.string(), v.maxLength(longestReason, `Use no máximo ${longestReason} caracteres.`))),
  ),
})

const mostItems = 500
const limitText = `Informe um número de 1 a ${mostItems}.`

/** `before` is the `nextCursor` of an earlier page. */
export const timelineQuery = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.digits(limitText), v.toNumber(), v.minValue(1, limitText), v.maxValue(mostItems, limitText)),
    '50',
  ),
  before: v.optional(v.string()),
})
