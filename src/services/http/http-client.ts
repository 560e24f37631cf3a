import { ofetch } from 'ofetch'
import type { Authorization } from './authorization.ts'
import { type CallResult, noResponseText } from './call-result.ts'

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; form data is sent unchanged. */
  body?: unknown
  /** `null`, `undefined` and `''` are left out (HTTP-4). */
  query?: Record<string, string | number | boolean | null | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Instead of the client's: `no-store` also takes no lock of the cache, which would hold back the same call of another tab. */
  cache?: RequestCache | undefined
  /** False for the sign-in call: it carries no token, and its 401 does not end a session (SES-11). */
  authenticated?: boolean
  /** The data is then the body's stream, for any status. */
  isStreamed?: boolean
}

/** Numbers of the items of an answer that could not be read: shown as unknown, and not shown at all (HTTP-7). */
export interface Unread {
  known: number
  missing: number
}

/** An answer that was read. `route` is the path of the route, `path` the requested path; without `unread`, all was read. */
export interface ReadAnswer {
  route: string
  path: string
  request: Pick<CallOptions, 'query'>
  unread?: Unread | undefined
}

export interface HttpClient {
  /** Rejects only when `signal` aborts; `CallResult` has all other results (HTTP-1). */
  call(path: string, options?: CallOptions): Promise<CallResult>
  noteRead?: (answer: ReadAnswer) => void
}

export interface HttpClientParts {
  baseUrl: string
  authorization: Pick<Authorization, 'token'>
  /** `no-cache` for requests about the current state: the browser must revalidate a stored answer (LIVE-9). */
  cache?: RequestCache
  /** The readable cookie `XSRF-TOKEN`, for same-origin requests (HTTP-3). */
  xsrfToken: () => string | undefined
  /** The page's address, to recognise same-origin requests. */
  pageUrl: string
  /** Whether this computer has a network: a failed call that began without one was not sent (STATE-8). */
  hasNetwork?: () => boolean
  /** A call with this token got a 401 (SES-5). */
  onUnauthorized: (token: string) => void
  /** A call begins (1) or ends (-1), cancelled calls included. */
  onRunning?: (change: 1 | -1) => void
  /**
   * A call has ended; `status` is null without an answer. Not called for cancelled calls, but for timeouts.
   * `serverTime` is the answer's `Date` header in ms since the epoch, or NaN.
   */
  onCompleted?: (call: { durationMs: number; status: number | null; serverTime: number }) => void
}

/** The generic client: JSON, no timeout, no retry (spec §9, HTTP-1, HTTP-2). */
export function createHttpClient(parts: HttpClientParts): HttpClient {
  const {
    baseUrl,
    authorization,
    cache: usualCache = 'default',
    xsrfToken,
    pageUrl,
    hasNetwork = () => true,
    onUnauthorized,
    onRunning,
    onCompleted,
  } = parts
  return {
    async call(
      path,
      { method = 'GET', body, query, headers = {}, signal, cache = usualCache, authenticated = true, isStreamed } = {},
    ) {
      const url = `${baseUrl.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
      const token = authenticated ? authorization.token() : null
      const xsrf = sameOrigin(url, pageUrl) ? xsrfToken() : undefined
      const startedAt = performance.now()
      const isUnsent = !hasNetwork()
      const completed = (status: number | null, date?: string | null) =>
        onCompleted?.({ durationMs: performance.now() - startedAt, status, serverTime: Date.parse(String(date)) })
      onRunning?.(1)
      try {
        const response = await ofetch.raw<unknown, 'json' | 'stream'>(url, {
          method,
          cache,
          ...(query === undefined ? {} : { query: withoutEmpty(query) }),
          retry: false,
          ignoreResponseError: true,
          headers: {
            accept: 'application/json',
            ...headers,
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(xsrf === undefined ? {} : { 'x-xsrf-token': xsrf }),
          },
          ...(body === undefined ? {} : { body: asBody(body) }),
          ...(signal === undefined ? {} : { signal }),
          ...(isStreamed && { responseType: 'stream' }),
        })
        completed(response.status, response.headers.get('date'))
        if (response.status === 401 && authenticated) {
          if (token !== null) onUnauthorized(token)
          return undefined
        }
        const { status, _data: data, headers: responseHeaders } = response
        return status < 400
          ? { ok: true, data, headers: responseHeaders }
          : { ok: false, error: true, status, data, headers: responseHeaders }
      } catch (error) {
        if (!signal?.aborted || timedOut(signal)) completed(null)
        if (signal?.aborted) throw error
        return { ok: false, error: true, status: null, data: noResponseText, ...(isUnsent && { isUnsent }) }
      } finally {
        onRunning?.(-1)
      }
    },
  }
}

function asBody(body: unknown): BodyInit | Record<string, unknown> {
  return body instanceof FormData ? body : JSON.stringify(body)
}

function timedOut({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}

function sameOrigin(url: string, pageUrl: string): boolean {
  return new URL(url, pageUrl).origin === new URL(pageUrl).origin
}

function withoutEmpty(query: NonNullable<CallOptions['query']>): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') kept[name] = value
  return kept
}
