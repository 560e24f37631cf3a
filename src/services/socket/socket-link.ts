import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client'
import * as v from 'valibot'
import { type Activity, activitySchema } from '../../../contract/wire/answers/events.ts'
import { type Incident, incidentSchema } from '../../../contract/wire/answers/incidents.ts'
import { type Notification, notificationSchema } from '../../../contract/wire/answers/notifications.ts'
import { id } from '../../../contract/wire/scalars.ts'
import type { Log } from '../log/log.ts'

/** Why a connection failed. `invalidNamespace` includes 404 (SOC-3). */
export type LinkRefusal = 'unauthorized' | 'invalidNamespace' | 'unreachable'

/** The messages of one interval of `batchMs`: each id once, activities in order (ACT-5). */
export interface GateBatch {
  condominiumIds: string[]
  activities: Activity[]
}

export interface LinkListener {
  onUp(): void
  /** `token` is the token of the failed handshake. */
  onRefused(refusal: LinkRefusal, token: string | null): void
  onLost(): void
  onBatch(batch: GateBatch): void
  /** New notifications of this user, in order, once per `batchMs`. */
  onNotifications(notifications: Notification[]): void
  /** Changed incidents, in order, once per `batchMs`. */
  onIncidents(incidents: Incident[]): void
  /**
   * Called with the ids of condominiums that other people changed, one message at a time; without ids if any
   * condominium may have changed.
   */
  onCondominiums(condominiumIds: string[]): void
  /** A message, or a part of it, could not be read: data of this kind must be loaded again (HTTP-7). */
  onUnread(): void
  /** Called with the version of the server. A backend that announces no version never causes this call. */
  onVersion(version: string): void
}

export interface SocketLinkParts {
  /** An origin. */
  socketUrl: string
  /** '' for the root namespace. */
  namespace: string
  token: () => string | null
  /** The transport to try first. If the server refuses it, the attempt continues with the other transport. */
  transport: 'websocket' | 'polling'
  log: Log
}

/** Messages are delivered in batches, so that a burst costs a listener at most ten calls a second. */
const batchMs = 100

/**
 * Opens one connection and returns a function that closes it. The chart decides about attempts, delays and time-outs
 * (SOC-2).
 */
export function openSocketLink(parts: SocketLinkParts, listener: LinkListener): () => void {
  const closing = new AbortController()
  try {
    connect(parts, listener, closing.signal)
  } catch (error) {
    parts.log.warn('Falha ao abrir o socket.', error)
    listener.onRefused('unreachable', parts.token())
  }
  return () => closing.abort()
}

function connect(parts: SocketLinkParts, listener: LinkListener, closed: AbortSignal): void {
  const { socketUrl, namespace, log } = parts
  const token = parts.token()
  const socket = io(`${socketUrl}${namespace}`, socketOptions(parts))
  const unread = (issue: string) => {
    log.warn('Mensagem ilegível do socket.', issue)
    listener.onUnread()
  }
  const batch = collectBatches(listener, unread)
  closed.addEventListener('abort', () => {
    batch.drop()
    socket.close()
  })
  socket.on('connect', () => listener.onUp())
  socket.on('disconnect', () => {
    if (!closed.aborted) listener.onLost()
  })
  socket.on('connect_error', async (error) => {
    log.warn('Erro de conexão do socket.', error)
    const refusal = await refusalOf(error, parts, closed)
    if (!closed.aborted) listener.onRefused(refusal, token)
  })
  socket.on('events:condominiums', batch.addIds)
  socket.on('events:condominiums:lastActivity', batch.addActivity)
  socket.on('notifications:new', batch.addNotification)
  socket.on('incidents:changed', batch.addIncidents)
  socket.on('condominiums:changed', (message: unknown) => {
    const parsed = v.safeParse(v.array(id), message)
    if (parsed.success) listener.onCondominiums(parsed.output)
    else unread(parsed.issues[0].message)
  })
  socket.on('server:version', (version: unknown) => {
    if (typeof version === 'string') listener.onVersion(version)
  })
}

function socketOptions({ token, transport }: SocketLinkParts): Partial<ManagerOptions & SocketOptions> {
  const bearer = token()
  return {
    transports: transport === 'websocket' ? ['websocket', 'polling'] : ['polling', 'websocket'],
    tryAllTransports: true,
    reconnection: false,
    forceNew: true,
    // Longer than the time-out of the chart, which ends the attempt.
    timeout: 2 ** 31 - 1,
    auth: (send) => send({ token: token() }),
    ...(bearer === null
      ? {}
      : { transportOptions: { polling: { extraHeaders: { Authorization: `Bearer ${bearer}` } } } }),
  }
}

async function refusalOf(error: Error, parts: SocketLinkParts, closed: AbortSignal): Promise<LinkRefusal> {
  if (error.message === 'unauthorized') return 'unauthorized'
  if (error.message === 'unavailable') return 'unreachable'
  if (error.message === 'Invalid namespace' || httpStatus(error) === 404)
    return parts.namespace === '' ? 'unreachable' : 'invalidNamespace'
  if (parts.namespace === '') return 'unreachable'
  return (await rootAnswers(parts, closed)) ? 'invalidNamespace' : 'unreachable'
}

/** The status of a failed handshake is hidden: if the root answers, the namespace is missing (SOC-3). */
function rootAnswers(parts: SocketLinkParts, closed: AbortSignal): Promise<boolean> {
  const probe = io(parts.socketUrl, socketOptions(parts))
  return new Promise((resolve) => {
    const answer = (answers: boolean) => () => {
      probe.close()
      resolve(answers)
    }
    probe.on('connect', answer(true))
    probe.on('connect_error', answer(false))
    closed.addEventListener('abort', answer(false))
  })
}

function httpStatus(error: Error): unknown {
  return 'description' in error ? error.description : undefined
}

function collectBatches(listener: LinkListener, unread: (issue: string) => void) {
  let ids = new Set<string>()
  let activities: Activity[] = []
  let notifications: Notification[] = []
  let incidents: Incident[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    const batch = { condominiumIds: [...ids], activities }
    const arrived = notifications
    const changed = incidents
    ids = new Set()
    activities = []
    notifications = []
    incidents = []
    timer = undefined
    if (batch.condominiumIds.length > 0 || batch.activities.length > 0) listener.onBatch(batch)
    if (arrived.length > 0) listener.onNotifications(arrived)
    if (changed.length > 0) listener.onIncidents(changed)
  }
  const readItem = <Schema extends v.GenericSchema>(
    schema: Schema,
    item: unknown,
    take: (item: v.InferOutput<Schema>) => unknown,
  ) => {
    const parsed = v.safeParse(schema, item)
    if (!parsed.success) return unread(parsed.issues[0].message)
    take(parsed.output)
    timer ??= setTimeout(flush, batchMs)
  }
  const readList = <Schema extends v.GenericSchema>(schema: Schema, take: (item: v.InferOutput<Schema>) => unknown) => {
    return (message: unknown) => {
      if (!Array.isArray(message)) return unread('Expected a list')
      for (const item of message) readItem(schema, item, take)
    }
  }
  return {
    addIds: readList(id, (each) => ids.add(each)),
    addActivity: (message: unknown) => readItem(activitySchema, message, (activity) => activities.push(activity)),
    addNotification: (message: unknown) => readItem(notificationSchema, message, (each) => notifications.push(each)),
    addIncidents: readList(incidentSchema, (incident) => incidents.push(incident)),
    drop: () => clearTimeout(timer),
  }
}
