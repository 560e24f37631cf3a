import * as v from 'valibot'

export const codeTexts = { missing: 'Informe o código.' } as const

/** Six digits of the authenticator, or a recovery code. Blanks and hyphens are ignored (SES-12). */
export const code = v.pipe(
  v.string(),
  v.nonEmpty(codeTexts.missing),
  v.maxLength(40, 'Use no máximo 40 caracteres.'),
  v.transform((text) => text.replace(/[\s-]/g, '').toUpperCase()),
)
