import { createAuthorization } from '../../../src/services/http/authorization.ts'
import { createHttpClient, type HttpClient } from '../../../src/services/http/http-client.ts'

/** The panel's client on a server's `/rest`, signed in where there is a token; a 401 is nobody's business here. */
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
