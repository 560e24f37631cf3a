import * as v from 'valibot'
import { longestTriedPassword } from '../../fields/password.ts'

/** `remember` keeps the session beyond the browser's end; the server only notes it. */
export const signInBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Preencha este campo.'), v.maxLength(254)),
  password: v.pipe(v.string(), v.nonEmpty('Preencha este campo.'), v.maxLength(longestTriedPassword)),
  remember: v.optional(v.unknown()),
})
