import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { Actor, type AnyActorRef, type AnyEventObject, type InspectionEvent } from 'xstate'
import { chartNames } from '../charts/chart-names.ts'
import { masked } from './masked.ts'
import { maskedCopy } from './masked-copy.ts'
import { isOfChart } from './tracked-actor.ts'

const hostedUrl = 'https://stately.ai/inspect'
const { origin: hostedOrigin } = new URL(hostedUrl)

/** Polling interval for the window's `closed` flag: there is no event for it. */
const lookEveryMs = 1_000

/** Levels of a chart's definition. */
const deepestChart = 60

const blockedText =
  'O navegador bloqueou a janela do inspetor da Stately. Permita janelas pop-up para este endereço e tente novamente.'

interface HostedWindow {
  readonly closed: boolean
  postMessage(message: unknown, targetOrigin: string): void
}

/** The part of the browser's window that is needed. */
export interface OpeningWindow {
  open(url: string, target: string, features: string): HostedWindow | null
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

export interface HostedInspectorParts {
  root: AnyActorRef
  /** The running actors of the system, parents first. */
  actors: () => Iterable<AnyActorRef>
  /** The hosted inspector is connected and has all running actors; called again after a reload of its window. */
  onConnected: () => void
  /** The person closed the window; nothing more is sent. Not called after `close`. */
  onClosed: () => void
  window?: OpeningWindow
}

/**
 * Opens the inspector that Stately hosts in a new window, and sends it a system's actors, events and snapshots (INS-1).
 * Must be called in a click of a person who agreed: the data leaves this computer. Messages go only to Stately's
 * origin, bounded and without tokens and passwords (`maskedCopy`); of a chart only its names.
 * @throws Error with a text for a person if the browser blocks the window
 */
export function openHostedInspector({
  root,
  actors,
  onConnected,
  onClosed,
  window: host = window,
}: HostedInspectorParts): { close(): void } {
  const hosted = host.open(hostedUrl, '_blank', 'popup,width=1280,height=800')
  if (hosted === null) throw new Error(blockedText)
  let isOpen = true
  let subscription: { unsubscribe(): void } | null = null

  const send = (message: StatelyInspectionEvent) => {
    if (isOpen) hosted.postMessage(withMaskedEvent(message), hostedOrigin)
  }
  // The library makes its messages when the browser is idle: until then it holds references.
  const { inspect } = createInspector({ send }, { serializationDepthLimit: deepestChart })

  const forward = (inspected: InspectionEvent) => {
    if (inspected.type === '@xstate.event') inspect.next?.(inspected)
    else if (inspected.type === '@xstate.actor' && inspected.actorRef instanceof Actor) tellOf(inspected.actorRef)
    else if (inspected.type === '@xstate.snapshot')
      inspect.next?.({ ...inspected, snapshot: shown(inspected.snapshot, () => isOpen) })
  }
  const tellOf = (ref: AnyActorRef) =>
    inspect.next?.({ type: '@xstate.actor', rootId: root.sessionId, actorRef: standInFor(ref, () => isOpen) })

  const onMessage = ({ origin, source, data }: MessageEvent) => {
    if (origin !== hostedOrigin || source !== hosted || !isConnection(data)) return
    subscription ??= root.system.inspect(forward)
    for (const ref of actors()) tellOf(ref)
    onConnected()
  }
  const end = () => {
    isOpen = false
    subscription?.unsubscribe()
    host.removeEventListener('message', onMessage)
    clearInterval(looking)
  }
  host.addEventListener('message', onMessage)
  const looking = setInterval(() => {
    if (!hosted.closed) return
    end()
    onClosed()
  }, lookEveryMs)

  return {
    close() {
      if (!isOpen) return
      end()
      hosted.postMessage({ type: '@statelyai.disconnected' }, hostedOrigin)
    },
  }
}

function isConnection(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === '@statelyai.connected'
}

/** Masks the event only. Snapshots are masked already; otherwise the library would copy all of them first. */
function withMaskedEvent(message: StatelyInspectionEvent): object {
  return 'event' in message ? { ...message, event: maskedEvent(message.event) } : message
}

function maskedEvent(event: AnyEventObject): unknown {
  const parts = Object.entries(event).map(([key, value]) => [key, unnamed.has(key) ? withoutBareText(value) : value])
  return maskedCopy(Object.fromEntries(parts))
}

/** Fields in which XState passes the input and the output of a service. */
const unnamed: ReadonlySet<string> = new Set(['input', 'output', 'data'])

/** Masks a bare text: without a field name there is no way to know whether it is secret, for example the push token. */
function withoutBareText(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? masked : value
}

/** An actor without access to the real one, for the library: its names and its masked state. */
function standInFor(ref: AnyActorRef, isOpen: () => boolean) {
  return {
    id: ref.id,
    sessionId: ref.sessionId,
    _parent: ref._parent,
    send: () => {},
    get logic() {
      const snapshot: unknown = isOpen() ? ref.getSnapshot() : null
      return { config: isOfChart(snapshot) ? chartNames(snapshot.machine.config) : { id: ref.id } }
    },
    getSnapshot: () => (isOpen() ? maskedSnapshot(ref.getSnapshot()) : {}),
  }
}

/** A snapshot that is copied and masked only when the library serializes it. */
function shown(snapshot: unknown, isOpen: () => boolean) {
  return {
    status: 'active',
    output: undefined,
    error: undefined,
    toJSON: () => (isOpen() ? maskedSnapshot(snapshot) : {}),
  } as const
}

/** Only plain values of the snapshot; the rest are references to charts and actors. */
function maskedSnapshot(snapshot: unknown): object {
  if (typeof snapshot !== 'object' || snapshot === null) return { status: 'active' }
  return {
    status: 'status' in snapshot ? snapshot.status : 'active',
    ...(isOfChart(snapshot) && { value: snapshot.value, tags: [...snapshot.tags], children: {} }),
    ...('context' in snapshot && { context: maskedCopy(snapshot.context) }),
    ...('output' in snapshot && { output: maskedCopy(withoutBareText(snapshot.output)) }),
    ...('error' in snapshot && { error: maskedCopy(snapshot.error) }),
  }
}
