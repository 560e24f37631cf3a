import { maskTokens } from '../services/mask-tokens.ts'

/** What stands where something secret stood. */
export const masked = '•••'

const secretKey =
  /token|passw|senha|secret|segredo|authorization|cookie|credential|api[-_]?key|vapid|^(current|next|repeated)$/i

/** Whether what stands under this name is for nobody's eyes: passwords, tokens, keys, and the fields of a change of password. */
export function isSecretKey(key: string): boolean {
  return secretKey.test(key)
}

/** A text without the tokens in it; nothing of it where it is secret as a whole. */
export function maskedText(text: string, isSecret: boolean): string {
  return isSecret ? masked : maskTokens(text)
}
