import * as v from 'valibot'

/** `remember` keeps the session beyond the browser's end; the server only notes it. */
export const signInBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Preencha este campo.'), v.maxLength(254)),
  password: v.pipe(v.string(), v.nonEmpty('Preencha este campo.'), v.maxLength(200)),
  remember: v.optional(v.unknown()),
})

export const passwordBody = v.object({
  current: v.pipe(v.string(), v.nonEmpty('Preencha este campo.'), v.maxLength(200)),
  next: v.pipe(
    v.string(),
    v.minLength(8, 'A nova senha precisa de pelo menos 8 caracteres.'),
    v.maxLength(128, 'A nova senha pode ter no máximo 128 caracteres.'),
  ),
})
