/** The bearer token for all later requests to all services (SES-3). */
export interface Authorization {
  grant(token: string): void
  remove(): void
  /** The token, or null without a session. */
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
