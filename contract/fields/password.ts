/** How long a new password may be, in characters (contract "Session"). */
export const passwordLength = { least: 8, most: 128 } as const

/** What is said of each rule that is broken. */
export const passwordTexts = {
  missing: 'Informe a senha atual.',
  tooShort: `Use pelo menos ${passwordLength.least} caracteres.`,
  tooLong: `Use no máximo ${passwordLength.most} caracteres.`,
  common: 'Muita gente usa esta senha, ou uma quase igual. Escolha outra.',
  ownEmail: 'A senha não pode ser o seu e-mail. Escolha outra.',
  unchanged: 'Escolha uma senha diferente da atual.',
} as const

/** No password is longer; what is, is not worth deriving a key of. */
export const longestTriedPassword = 200

/** Whether two passwords open the same lock, however their accents were typed. */
export function isSamePassword(one: string, other: string): boolean {
  return lockText(one) === lockText(other)
}

/** What of a password is hashed. */
export function lockText(password: string): string {
  return password.normalize('NFKC')
}
