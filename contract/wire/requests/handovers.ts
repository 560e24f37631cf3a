import * as v from 'valibot'
import { signInBody } from './session.ts'

const longestNote = 2_000

/** What the giver says, and the sign-in of the taker. */
export const handoverBody = v.object({
  ...v.pick(signInBody, ['email', 'password']).entries,
  note: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(longestNote, `Use no máximo ${longestNote} caracteres.`)),
    '',
  ),
})
