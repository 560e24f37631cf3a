import * as v from 'valibot'

/** Why a person resets the server's circuit of a device (CB-6). */
export const healthResetBody = v.object({
  reason: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200, 'Use no máximo 200 caracteres.')))),
})
