/** Where the hosted inspector is. */
export const statelyOrigin = 'https://stately.ai'

type Listener = (event: MessageEvent) => void

interface Posted {
  message: { type: string; [key: string]: unknown }
  origin: string
}

/** A browser window, and the one that it opens, as far as the hosted inspector needs them. */
export class StandInWindow {
  readonly opened: { url: string; target: string }[] = []
  readonly posted: Posted[] = []
  readonly listeners = new Set<Listener>()
  readonly inspector = {
    closed: false,
    postMessage: (message: Posted['message'], origin: string) => {
      this.posted.push({ message: structuredClone(message), origin })
    },
  }
  isBlocking = false

  open(url: string, target: string) {
    this.opened.push({ url, target })
    return this.isBlocking ? null : this.inspector
  }

  addEventListener(_: 'message', listener: Listener): void {
    this.listeners.add(listener)
  }

  removeEventListener(_: 'message', listener: Listener): void {
    this.listeners.delete(listener)
  }

  /** A message reaches this window; by default it is the one that the hosted inspector sends when it is ready. */
  hear({
    data = { type: '@statelyai.connected' },
    origin = statelyOrigin,
    source = this.inspector,
  }: {
    data?: unknown
    origin?: string
    source?: object | null
  } = {}): void {
    for (const listener of this.listeners) listener({ data, origin, source } as MessageEvent)
  }

  messages(type: string): Posted['message'][] {
    return this.posted.map(({ message }) => message).filter((message) => message.type === type)
  }
}
