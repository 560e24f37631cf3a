import { maskTokens } from '../../services/log/mask-tokens.ts'

/** Replaces secret texts. */
export const masked = '•••'

const secretKey =
  /token|passw|senha|secret|segredo|authorization|cookie|credential|api[-_]?key|vapid|^(current|next|repeated)$/i

/** Whether values under this name are secret: passwords, tokens, keys, and the fields of a password change. */
export function isSecretKey(key: string): boolean {
  return secretKey.test(key)
}

/** A long run without words, as in tokens. UUIDs and other ids are shorter or have one case. */
const opaqueRun = /[\w:~+=-]{40,}/g

/** Removes tokens from a text; replaces the whole text if it is secret. */
export function maskedText(text: string, isSecret: boolean): string {
  if (isSecret) return masked
  return maskTokens(text).replace(opaqueRun, (run) =>
    /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) ? `${run.slice(0, 4)}…` : run,
  )
}
