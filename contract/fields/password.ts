/** Length of a new password in characters (contract "Session"). */
export const passwordLength = { least: 8, most: 128 } as const

export const passwordTexts = {
  missing: 'Informe a senha atual.',
  tooShort: `Use pelo menos ${passwordLength.least} caracteres.`,
  tooLong: `Use no máximo ${passwordLength.most} caracteres.`,
  common: 'Muita gente usa esta senha, ou uma quase igual. Escolha outra.',
  ownEmail: 'A senha não pode ser o seu e-mail. Escolha outra.',
  unchanged: 'Escolha uma senha diferente da atual.',
} as const

/** Longer inputs are rejected without deriving a key. */
export const longestTriedPassword = 200

/** Whether two passwords are equal after Unicode normalization. */
export function isSamePassword(one: string, other: string): boolean {
  return lockText(one) === lockText(other)
}

/** The normalized text that is hashed. */
export function lockText(password: string): string {
  return password.normalize('NFKC')
}
