import { maskTokens } from '../../services/log/mask-tokens.ts'

/** What stands where something secret stood. */
export const masked = '•••'

const secretKey =
  /token|passw|senha|secret|segredo|authorization|cookie|credential|api[-_]?key|vapid|^(current|next|repeated)$/i

/** Whether what stands under this name is for nobody's eyes: passwords, tokens, keys, and the fields of a change of password. */
export function isSecretKey(key: string): boolean {
  return secretKey.test(key)
}

/** Long and without a word in it: what a token is like. Ids in parts (UUID) are shorter or all in one case. */
const opaqueRun = /[\w:~+=-]{40,}/g

/** A text without the tokens in it; nothing of it where it is secret as a whole. */
export function maskedText(text: string, isSecret: boolean): string {
  if (isSecret) return masked
  return maskTokens(text).replace(opaqueRun, (run) =>
    /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) ? `${run.slice(0, 4)}…` : run,
  )
}
