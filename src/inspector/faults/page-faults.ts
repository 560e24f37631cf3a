/** Faults of this page; a reload clears them. Null: no fault. */
export interface PageFaults {
  /**
   * In the order of the values: answers 503; never answers; the connection is cut; the version file has another version
   * (VER-2).
   */
  server: 'unavailable' | 'hangs' | 'cut' | 'otherVersion' | null
  /**
   * In the order of the values: the server does not know the namespace (SOC-3); the WebSocket opens, but transmits
   * nothing.
   */
  socket: 'namespaceRefused' | 'swallowed' | null
  /**
   * In the order of the values: the push service refuses this browser; Firebase answers without a token; the browser has
   * no push (PUSH-3).
   */
  push: 'tokenRefused' | 'noToken' | 'unsupported' | null
  /** Minutes by which the clock of this page is fast: the end of the session comes nearer (SES-9). */
  clock: '31' | '56' | '61' | '120' | null
}

/** The parts of the page that are replaced while a fault is set. */
export interface FaultyPage {
  fetch: typeof fetch
  Date: { now: typeof Date.now }
  WebSocket: { prototype: { send: WebSocket['send'] } }
  PushManager?: { prototype: { getSubscription: PushManager['getSubscription'] } }
}

const versionFile = '/version.json'
/** Firebase registers the subscription of a browser here, and answers with the token. */
const tokenHost = 'fcmregistrations.googleapis.com'

/**
 * Sets the faults of a page (INS-7). While a fault needs it, replaces `fetch`, `Date.now`, `WebSocket.send` and
 * `PushManager`, so that the fault affects the panel's own services. Without a fault, the page has its own functions.
 * @param serverUrls addresses of the servers, absolute or from the page's origin
 */
export function createPageFaults(page: FaultyPage, serverUrls: readonly string[], origin: string) {
  const { PushManager: push } = page
  const own = {
    fetch: page.fetch,
    now: page.Date.now,
    send: page.WebSocket.prototype.send,
    subscription: push?.prototype.getSubscription,
  }
  const servers = serverUrls.map((url) => new URL(url, origin).href)
  return (faults: PageFaults): void => {
    page.fetch = faults.server === null && faults.push !== 'noToken' ? own.fetch : faultyFetch(faults)
    const fastMs = Number(faults.clock) * 60_000
    page.Date.now = fastMs === 0 ? own.now : () => own.now() + fastMs
    page.WebSocket.prototype.send = faults.socket === null ? own.send : faultySend(faults.socket)
    if (push === undefined || own.subscription === undefined) return
    if (faults.push === 'unsupported') Reflect.deleteProperty(page, 'PushManager')
    else page.PushManager = push
    if (faults.push === 'tokenRefused') push.prototype.getSubscription = refusedSubscription
    else if (faults.push === 'noToken') push.prototype.getSubscription = unknownSubscription(own.subscription)
    else push.prototype.getSubscription = own.subscription
  }

  function faultyFetch({ server, push }: PageFaults): typeof fetch {
    return async (input, init) => {
      const { href, host, pathname } = new URL(input instanceof Request ? input.url : input, origin)
      if (push === 'noToken' && host === tokenHost) return Response.json({})
      const isVersion = pathname === versionFile && href.startsWith(origin)
      if (server === 'otherVersion' && isVersion) return Response.json({ version: 'simulated' })
      if (isVersion || servers.some((url) => href.startsWith(url))) {
        if (server === 'unavailable') return new Response('', { status: 503 })
        if (server === 'cut') throw new TypeError('Failed to fetch')
        if (server === 'hangs') return hanging(init?.signal ?? (input instanceof Request ? input.signal : undefined))
      }
      return own.fetch.call(globalThis, input, init)
    }
  }

  function faultySend(fault: NonNullable<PageFaults['socket']>): WebSocket['send'] {
    return function send(this: WebSocket, data) {
      if (fault === 'swallowed') return
      const [, namespace] = (typeof data === 'string' && /^40(\/[^,]*),/.exec(data)) || []
      if (namespace === undefined) return own.send.call(this, data)
      const refusal = `44${namespace},${JSON.stringify({ message: 'Invalid namespace' })}`
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: refusal })))
    }
  }
}

/** The error that a browser throws if the push service refuses the browser. */
function refusedSubscription(): Promise<never> {
  return Promise.reject(new DOMException('Registration failed - push service error', 'AbortError'))
}

/** A subscription with another address, so that Firebase asks for a new token instead of using the stored one. */
function unknownSubscription(own: PushManager['getSubscription']): PushManager['getSubscription'] {
  return async function getSubscription(this: PushManager) {
    const subscription = await own.call(this)
    if (subscription === null) return null
    return Object.create(subscription, {
      endpoint: { value: `${subscription.endpoint}#simulated` },
      getKey: { value: subscription.getKey.bind(subscription) },
      unsubscribe: { value: subscription.unsubscribe.bind(subscription) },
    })
  }
}

function hanging(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
  })
}
