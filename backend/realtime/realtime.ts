import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import * as v from 'valibot'
import { connectErrors, handshakeAuth, type ToPanel } from '../../contract/wire/sockets.ts'
import { bearerToken } from '../access/authentication.ts'
import type { TokenLookup } from '../access/token-lookup.ts'
import { accountById } from '../access/users.ts'
import { bounds } from '../bounds.ts'
import type { Bus } from '../bus/bus.ts'
import type { BusMessage } from '../bus/bus-message.ts'
import type { Database } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { noteToken } from '../http/connection-limits.ts'
import { hasRepeatedHeader } from '../http/security-headers.ts'
import { livingSessions } from '../sessions/expired-sessions.ts'
import { noteConnected } from '../sessions/presence.ts'
import type { Identity } from '../sessions/sessions.ts'
import { type Audience, audienceOf, audienceRoom } from './audience.ts'
import { handshakes } from './handshakes.ts'
import { openAudiences } from './open-audiences.ts'

export const socketTransports = ['websocket', 'polling'] as const
export type SocketTransport = (typeof socketTransports)[number]

/** Limit per message: other messages must not wait long behind thousands of changes. */
const mostIncidents = 100

type SocketData = { identity: Identity; audience: Audience }
type PanelSocket = Socket<DefaultEventsMap, ToPanel, DefaultEventsMap, SocketData>

export type Realtime = {
  /** Counts open sockets of this instance by customer id. */
  socketCounts(): Map<string, number>
  close(): void
}

export type RealtimeOptions = {
  database: Database
  /** Source of the messages for sockets. */
  bus: Bus
  tokens: TokenLookup
  /** Address of the caller of a handshake. */
  addressOf: (request: IncomingMessage) => string
  now: () => number
  /** Version of the build. */
  version: string
  namespaces: string[]
  origins: string[]
  /** In the order of preference. */
  transports: SocketTransport[]
  sessionSweepMs: number
  /** Longest time of a socket without a token. Default: as `bounds` has it. */
  handshakeMs?: number | undefined
}

/**
 * Starts Socket.IO on the root and the configured namespaces (contract "Realtime"). Each instance forwards messages of
 * the bus to its own sockets; a socket gets only messages that concern its user. While the bus is lost, this instance
 * closes and refuses sockets: clients connect to another instance, fetch missed data, then receive all later messages
 * (SCA-2). Resolves when the bus is connected.
 */
export async function startRealtime(httpServer: HttpServer, options: RealtimeOptions): Promise<Realtime> {
  const { database, bus, tokens, now, handshakeMs = bounds.socketTokens.most.timeMs } = options
  const shakes = handshakes(options.addressOf, handshakeMs)
  const io = new Server<DefaultEventsMap, ToPanel, DefaultEventsMap, SocketData>(httpServer, {
    serveClient: false,
    allowRequest: (request, decide) =>
      hasRepeatedHeader(request) ? decide(null, false) : shakes.allow(request, decide),
    transports: options.transports,
    maxHttpBufferSize: bounds.socketMessages.most.bytes,
    // `handshakes` ends them first.
    connectTimeout: 2 * handshakeMs,
    // Within the sum of these times a panel notices a server that hangs (LIVE-1).
    pingInterval: 6_000,
    pingTimeout: 6_000,
    ...(options.origins.length > 0 && { cors: { origin: options.origins, allowedHeaders: ['Authorization'] } }),
  })
  const namespaces = ['/', ...options.namespaces].map((name) => io.of(name))
  const audiences = openAudiences(database)
  io.engine.on('connection', shakes.begin)
  // If the connection ends without an answer, a proxy repeats the handshake at another instance.
  io.engine.use(({ socket }: IncomingMessage, _response: unknown, next: () => void) => {
    if (bus.isConnected()) next()
    else socket.destroy()
  })
  /** Number of changes of rights or of visible condominiums. */
  let changes = 0
  /** Runs message handlers one after another, in order of arrival. */
  let delivering = Promise.resolve()

  function noteChange(): void {
    changes += 1
    tokens.changed()
  }

  for (const namespace of namespaces) {
    namespace.use(async (socket, next) => {
      const { conn, request } = socket
      const refuse = (reason: string) => {
        next(new Error(reason))
        // After the answer was written: no further token of this connection is looked up (OPS-4).
        setImmediate(() => shakes.end(conn))
      }
      try {
        const token = tokenOf(socket.handshake)
        const caller = { connection: conn, network: callerNetwork(options.addressOf(request)) }
        let read: number
        do {
          read = changes
          const identity = await tokens.identityOf(caller, token)
          if (identity === undefined) return refuse(connectErrors.unauthorized)
          socket.data.identity = identity
          socket.data.audience = await audienceOf(database, identity.account)
        } while (read !== changes)
        noteToken(request.socket)
        shakes.succeed(conn)
        if (
          namespace.adapter.rooms.get(userRoom(socket.data.identity.account.userId))?.size === bounds.sockets.most.count
        )
          return refuse(connectErrors.unavailable)
        if (bus.isConnected()) next()
        else refuse(connectErrors.unavailable)
      } catch {
        refuse(connectErrors.unavailable)
      }
    })
    namespace.on('connection', (socket) => {
      enter(socket)
      socket.join(userRoom(socket.data.identity.account.userId))
      notePresent([socket.data.identity.sessionId])
      socket.emit('server:version', options.version)
      socket.on('disconnect', () => audiences.leave(audienceRoom(socket.data.identity.account)))
    })
  }

  function enter(socket: PanelSocket): void {
    const room = audienceRoom(socket.data.identity.account)
    audiences.enter(room, socket.data.audience)
    socket.join(room)
  }

  /** Optional: the next sweep stores it again. */
  function notePresent(sessionIds: readonly string[]): void {
    noteConnected(database, sessionIds, now())
      .catch(passOverUnavailable)
      .catch((error: unknown) => console.error('presence was not stored', error))
  }

  function allSockets(): PanelSocket[] {
    return namespaces.flatMap((namespace) => [...namespace.sockets.values()])
  }

  function emit<Name extends keyof ToPanel>(room: string, name: Name, ...payload: Parameters<ToPanel[Name]>): void {
    for (const namespace of namespaces) namespace.to(room).emit(name, ...payload)
  }

  function disconnect(wanted: (sessionId: string) => boolean): void {
    for (const socket of allSockets()) if (wanted(socket.data.identity.sessionId)) socket.disconnect(true)
  }

  function disconnectAll(): void {
    audiences.forgetCustomers()
    disconnect(() => true)
  }

  /** Closes all sockets after missed messages, so that their panels reconnect and load the data again. */
  function readAgain(): void {
    noteChange()
    disconnectAll()
  }

  async function deliver(message: BusMessage): Promise<void> {
    switch (message.kind) {
      case 'condominiums':
        await audiences.learnCustomers(message.list)
        for (const [room, audience] of audiences.all()) {
          const concerning = message.list.filter((id) => audiences.concerns(audience, id))
          if (concerning.length > 0) emit(room, 'events:condominiums', concerning)
        }
        return
      case 'activities':
        await audiences.learnCustomers(message.list.map(({ condominiumId }) => condominiumId))
        for (const activity of message.list)
          for (const [room, audience] of audiences.all())
            if (audiences.concerns(audience, activity.condominiumId))
              emit(room, 'events:condominiums:lastActivity', activity)
        return
      case 'notifications':
        for (const notification of message.list) emit(userRoom(notification.userId), 'notifications:new', notification)
        return
      case 'incidents':
        await audiences.learnCustomers(message.list.flatMap(({ incident }) => incident.condominiumId ?? []))
        for (const [room, audience] of audiences.all()) {
          const concerning = message.list.flatMap(({ customersId, incident }) =>
            audiences.isSeen(audience, customersId, incident.condominiumId) ? incident : [],
          )
          for (let at = 0; at < concerning.length; at += mostIncidents)
            emit(room, 'incidents:changed', concerning.slice(at, at + mostIncidents))
        }
        return
      case 'changedCondominiums':
        for (const [room, { customersId, condominiumIds }] of audiences.all()) {
          const concerning = message.list.flatMap((each) =>
            each.customersId === customersId && (condominiumIds === 'all' || condominiumIds.has(each.condominiumId))
              ? each.condominiumId
              : [],
          )
          if (concerning.length > 0) emit(room, 'condominiums:changed', concerning)
        }
        return
      case 'endedSessions':
        noteChange()
        return disconnect((sessionId) => message.list.includes(sessionId))
      case 'changedCustomers':
        noteChange()
        return audiences.readAgain(
          message.list,
          allSockets().map(({ data }) => data.identity.account),
        )
      case 'changedPeople':
        noteChange()
        for (const userId of message.list) await readPerson(userId)
        return
    }
  }

  async function readPerson(userId: string): Promise<void> {
    const account = await accountById(database, userId)
    const audience = account && (await audienceOf(database, account))
    let hasChanged = false
    for (const socket of allSockets()) {
      const { identity } = socket.data
      if (identity.account.userId !== userId) continue
      if (account === undefined || audience === undefined) {
        socket.disconnect(true)
        continue
      }
      const room = audienceRoom(identity.account)
      audiences.leave(room)
      socket.leave(room)
      hasChanged ||= !isDeepStrictEqual(socket.data.audience, audience)
      socket.data = { identity: { ...identity, account }, audience }
      enter(socket)
    }
    if (hasChanged) emit(userRoom(userId), 'condominiums:changed', [])
  }

  const sweep = setInterval(async () => {
    const connected = allSockets().map((socket) => socket.data.identity.sessionId)
    if (connected.length === 0) return
    const living = await livingSessions(database, connected, now()).catch(() => undefined)
    if (living === undefined) return
    disconnect((sessionId) => connected.includes(sessionId) && !living.has(sessionId))
    notePresent([...living])
  }, options.sessionSweepMs).unref()

  await bus.listen({
    onMessage(message) {
      delivering = delivering
        .then(() => deliver(message))
        .catch((error: unknown) => {
          console.error('a bus message was not delivered: panels reconnect and fetch the state', error)
          disconnectAll()
        })
    },
    onLost: readAgain,
    onResumed() {},
    onMissed: readAgain,
  })

  return {
    socketCounts() {
      const counts = new Map<string, number>()
      for (const { data } of allSockets()) {
        const { customersId } = data.identity.account
        counts.set(customersId, (counts.get(customersId) ?? 0) + 1)
      }
      return counts
    },
    close() {
      clearInterval(sweep)
      io.disconnectSockets(true)
      // Not io.close(): it would wait for the HTTP server; the application's own close ends its open requests.
      io.engine.close()
    },
  }
}

function userRoom(userId: string): string {
  return `user:${userId}`
}

function tokenOf(handshake: { auth: unknown; headers: { authorization?: string | undefined } }): string | undefined {
  const auth = v.safeParse(handshakeAuth, handshake.auth)
  return auth.success ? auth.output.token : bearerToken(handshake.headers.authorization)
}
