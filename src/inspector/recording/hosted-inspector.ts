import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import { Actor, type AnyActorRef, type AnyEventObject, type InspectionEvent } from 'xstate'
import { chartNames } from '../charts/chart-names.ts'
import { masked } from './masked.ts'
import { maskedCopy } from './masked-copy.ts'
import { isOfChart } from './tracked-actor.ts'

const hostedUrl = 'https://stately.ai/inspect'
const { origin: hostedOrigin } = new URL(hostedUrl)

/** How often it is looked whether the person has closed the window: no event tells of that. */
const lookEveryMs = 1_000

/** Levels of a chart's definition. */
const deepestChart = 60

const blockedText =
  'O navegador bloqueou a janela do inspetor da Stately. Permita janelas pop-up para este endereço e tente novamente.'

interface HostedWindow {
  readonly closed: boolean
  postMessage(message: unknown, targetOrigin: string): void
}

/** What is needed of the browser's window. */
export interface OpeningWindow {
  open(url: string, target: string, features: string): HostedWindow | null
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

export interface HostedInspectorParts {
  /** Root of the system that is shown. */
  root: AnyActorRef
  /** The actors of that system that live now, parents first. */
  actors: () => Iterable<AnyActorRef>
  /** The hosted inspector is there, and has been told of all living actors; again when its window is reloaded. */
  onConnected: () => void
  /** The person closed the window; nothing is sent any more. Not told after `close`. */
  onClosed: () => void
  window?: OpeningWindow
}

/**
 * Opens the inspector that Stately hosts, in a window of its own, and shows it a system's actors, events and snapshots (INS-1).
 * To be called for a click of a person who agreed to it: what is posted leaves this computer. It is posted to Stately's
 * origin alone, bounded and without tokens and passwords (`maskedCopy`); a chart goes as its names alone.
 * @throws Error with a text for a person where the browser blocks the window
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

  const send = (told: StatelyInspectionEvent) => {
    if (isOpen) hosted.postMessage(withMaskedEvent(told), hostedOrigin)
  }
  // It makes its messages when the browser is idle: until then they are only references.
  const { inspect } = createInspector({ send }, { serializationDepthLimit: deepestChart })

  const tell = (inspected: InspectionEvent) => {
    if (inspected.type === '@xstate.event') inspect.next?.(inspected)
    else if (inspected.type === '@xstate.actor' && inspected.actorRef instanceof Actor) tellOf(inspected.actorRef)
    else if (inspected.type === '@xstate.snapshot')
      inspect.next?.({ ...inspected, snapshot: shown(inspected.snapshot, () => isOpen) })
  }
  const tellOf = (ref: AnyActorRef) =>
    inspect.next?.({ type: '@xstate.actor', rootId: root.sessionId, actorRef: standInFor(ref, () => isOpen) })

  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin !== hostedOrigin || source !== hosted || !isConnection(data)) return
    subscription ??= root.system.inspect(tell)
    for (const ref of actors()) tellOf(ref)
    onConnected()
  }
  const end = () => {
    isOpen = false
    subscription?.unsubscribe()
    host.removeEventListener('message', hear)
    clearInterval(looking)
  }
  host.addEventListener('message', hear)
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

/** Snapshots come masked already, for the library would copy all of them first. */
function withMaskedEvent(told: StatelyInspectionEvent): object {
  return 'event' in told ? { ...told, event: maskedEvent(told.event) } : told
}

function maskedEvent(event: AnyEventObject): unknown {
  const parts = Object.entries(event).map(([key, value]) => [key, unnamed.has(key) ? withoutBareText(value) : value])
  return maskedCopy(Object.fromEntries(parts))
}

/** Under these XState hands on what a service is given and what it answers. */
const unnamed: ReadonlySet<string> = new Set(['input', 'output', 'data'])

/** A text that is all of it has no name that says whether it is secret; the token for push is such an answer. */
function withoutBareText(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? masked : value
}

/** An actor as the library may see it: its names, and how it stands, masked. */
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

/** A snapshot that is copied and masked only once the library makes a message of it. */
function shown(snapshot: unknown, isOpen: () => boolean) {
  return {
    status: 'active',
    output: undefined,
    error: undefined,
    toJSON: () => (isOpen() ? maskedSnapshot(snapshot) : {}),
  } as const
}

/** Not the snapshot as a whole: what is no value in it are references to charts and actors. */
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
