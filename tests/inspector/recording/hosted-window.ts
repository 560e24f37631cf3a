/** Origin of the hosted inspector. */
export const statelyOrigin = 'https://stately.ai'

type Listener = (event: MessageEvent) => void

interface Posted {
  message: { type: string; [key: string]: unknown }
  origin: string
}

/** Browser window with the methods that the hosted inspector uses, and the window that it opens. */
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

  /** Delivers a message to this window; by default the connect message of the hosted inspector. */
  receive({
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
