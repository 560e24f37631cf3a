import { createHash, randomBytes } from 'node:crypto'

/** A secret that nobody guesses, for whoever is to be known by it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
