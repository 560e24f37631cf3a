import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, in a time that does not tell how much of them is. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
