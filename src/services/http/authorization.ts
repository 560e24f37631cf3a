/** The bearer token of every later request to all services, while one is granted (SES-3). */
export interface Authorization {
  grant(token: string): void
  remove(): void
  /** The token, or null while nobody is signed in. */
  token(): string | null
}

export function createAuthorization(): Authorization {
  let granted: string | null = null
  return {
    grant: (token) => {
      granted = token
    },
    remove: () => {
      granted = null
    },
    token: () => granted,
  }
}
