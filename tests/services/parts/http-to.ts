import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { createHttpClient, type HttpClient } from '../../../src/services/http/http-client.ts'

/** The panel's client for a server's `/rest`, signed in if a token is given; a 401 is not reported. */
export function httpTo(url: string, token?: string | null): HttpClient {
  const authorization = createAuthorization()
  if (typeof token === 'string') authorization.grant(token)
  return createHttpClient({
    baseUrl: `${url}/rest`,
    authorization,
    xsrfToken: () => undefined,
    pageUrl: url,
    onUnauthorized: () => {},
  })
}
