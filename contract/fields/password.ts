import * as v from 'valibot'

/** How long a new password may be, in characters (contract "Session"). */
export const passwordLength = { least: 8, most: 128 } as const

/** What is said of each rule that is broken. */
export const passwordTexts = {
  missing: 'Informe a senha atual.',
  tooShort: `Use pelo menos ${passwordLength.least} caracteres.`,
  tooLong: `Use no máximo ${passwordLength.most} caracteres.`,
  unchanged: 'Escolha uma senha diferente da atual.',
} as const

/** No password is longer; what is, is not worth deriving a key of. */
export const longestTriedPassword = 200

/** What is sent to change a password; whether the current one is right and the next one is another is the server's to say. */
export const passwordChange = v.object({
  current: v.pipe(
    v.string(),
    v.nonEmpty(passwordTexts.missing),
    v.check((text) => text.length <= longestTriedPassword, `Use no máximo ${longestTriedPassword} caracteres.`),
  ),
  next: v.pipe(
    v.string(),
    v.check((text) => text.length >= passwordLength.least, passwordTexts.tooShort),
    v.check((text) => text.length <= passwordLength.most, passwordTexts.tooLong),
  ),
})

/** Whether two passwords open the same lock, however their accents were typed. */
export function isSamePassword(one: string, other: string): boolean {
  return lockText(one) === lockText(other)
}

/** What of a password is hashed. */
export function lockText(password: string): string {
  return password.normalize('NFKC')
}
