import type { Server as HttpServer } from 'node:http'
import { type DefaultEventsMap, Server } from 'socket.io'
import * as v from 'valibot'
import type { Activity } from '../../contract/wire/answers/events.ts'
import type { Notification } from '../../contract/wire/answers/notifications.ts'
import { connectErrors, handshakeAuth, type ToPanel } from '../../contract/wire/sockets.ts'
import { bearerToken } from '../access/bearer-token.ts'
import type { Account } from '../access/users.ts'
import { customersOfCondominiums } from '../condominiums/condominiums.ts'
import type { Database } from '../database/database.ts'
import { type Identity, identityOfToken, livingSessions } from '../sessions/sessions.ts'
import { type Audience, audienceOf, audienceRoom } from './audience.ts'

export type Realtime = {
  /** `events:condominiums`: each socket gets those of the ids that concern its user. */
  announce(condominiumIds: string[]): Promise<void>
  announceActivity(activity: Activity): Promise<void>
  announceNotification(notification: Notification): void
  /** Drops the sockets of sessions that have ended. */
  disconnectSessions(sessionIds: string[]): void
  /** A condominium of this customer came or went: open sockets get from now on what concerns their users then. */
  condominiumsChanged(customersId: string): Promise<void>
  /** The sockets of one customer's users that are open now. */
  socketCount(customersId: string): number
  close(): void
}

export type RealtimeOptions = {
  database: Database
  now: () => number
  namespaces: string[]
  origins: string[]
  sessionSweepMs: number
}

/** Socket.IO on the root and the configured namespaces (contract "Realtime"). */
export function startRealtime(httpServer: HttpServer, options: RealtimeOptions): Realtime {
  const { database, now } = options
  const io = new Server<DefaultEventsMap, ToPanel, DefaultEventsMap, { identity: Identity; audience: Audience }>(
    httpServer,
    {
      serveClient: false,
      maxHttpBufferSize: 100_000,
      // A panel notices a server that hangs within the two together (LIVE-1).
      pingInterval: 6_000,
      pingTimeout: 6_000,
      ...(options.origins.length > 0 && { cors: { origin: options.origins, allowedHeaders: ['Authorization'] } }),
    },
  )
  const namespaces = ['/', ...options.namespaces].map((name) => io.of(name))
  const audiences = new Map<string, Audience & { sockets: number }>()
  const customerOf = new Map<string, string>()

  for (const namespace of namespaces) {
    namespace.use(async (socket, next) => {
      try {
        const token = tokenOf(socket.handshake)
        const identity = token === undefined ? undefined : await identityOfToken(database, token, now())
        if (identity === undefined) return next(new Error(connectErrors.unauthorized))
        socket.data.identity = identity
        socket.data.audience = await audienceOf(database, identity.account)
        next()
      } catch {
        next(new Error(connectErrors.unavailable))
      }
    })
    namespace.on('connection', (socket) => {
      const { account } = socket.data.identity
      const room = audienceRoom(account)
      audiences.set(room, { ...socket.data.audience, sockets: (audiences.get(room)?.sockets ?? 0) + 1 })
      socket.join([room, userRoom(account.userId)])
      socket.on('disconnect', () => leave(room))
    })
  }

  /** One for each socket. */
  function connectedAccounts(): Account[] {
    return namespaces.flatMap((namespace) =>
      [...namespace.sockets.values()].map((socket) => socket.data.identity.account),
    )
  }

  function leave(room: string): void {
    const audience = audiences.get(room)
    if (audience === undefined) return
    audience.sockets -= 1
    if (audience.sockets <= 0) audiences.delete(room)
  }

  async function learnCustomers(condominiumIds: string[]): Promise<void> {
    const unknown = condominiumIds.filter((id) => !customerOf.has(id))
    if (unknown.length === 0) return
    for (const { id, customersId } of await customersOfCondominiums(database, unknown)) customerOf.set(id, customersId)
  }

  function concerns(audience: Audience, condominiumId: string): boolean {
    if (customerOf.get(condominiumId) !== audience.customersId) return false
    return audience.condominiumIds === 'all' || audience.condominiumIds.has(condominiumId)
  }

  function disconnect(wanted: (sessionId: string) => boolean): void {
    for (const namespace of namespaces)
      for (const socket of namespace.sockets.values())
        if (wanted(socket.data.identity.sessionId)) socket.disconnect(true)
  }

  const sweep = setInterval(async () => {
    const connected = namespaces.flatMap((namespace) =>
      [...namespace.sockets.values()].map((socket) => socket.data.identity.sessionId),
    )
    if (connected.length === 0) return
    const living = await livingSessions(database, connected, now()).catch(() => undefined)
    if (living) disconnect((sessionId) => connected.includes(sessionId) && !living.has(sessionId))
  }, options.sessionSweepMs).unref()

  return {
    async announce(condominiumIds) {
      await learnCustomers(condominiumIds)
      for (const [room, audience] of audiences) {
        const concerning = condominiumIds.filter((id) => concerns(audience, id))
        if (concerning.length === 0) continue
        for (const namespace of namespaces) namespace.to(room).emit('events:condominiums', concerning)
      }
    },
    async announceActivity(activity) {
      await learnCustomers([activity.condominiumId])
      for (const [room, audience] of audiences)
        if (concerns(audience, activity.condominiumId))
          for (const namespace of namespaces) namespace.to(room).emit('events:condominiums:lastActivity', activity)
    },
    announceNotification(notification) {
      for (const namespace of namespaces)
        namespace.to(userRoom(notification.userId)).emit('notifications:new', notification)
    },
    async condominiumsChanged(customersId) {
      for (const [id, customer] of customerOf) if (customer === customersId) customerOf.delete(id)
      const accounts = new Map(connectedAccounts().map((account) => [audienceRoom(account), account]))
      for (const [room, account] of accounts) {
        if (account.customersId !== customersId) continue
        const audience = await audienceOf(database, account)
        const known = audiences.get(room)
        if (known) Object.assign(known, audience)
      }
    },
    disconnectSessions(sessionIds) {
      disconnect((sessionId) => sessionIds.includes(sessionId))
    },
    socketCount: (customersId) => connectedAccounts().filter((account) => account.customersId === customersId).length,
    close() {
      clearInterval(sweep)
      io.disconnectSockets(true)
      // Not io.close(): it would wait for the HTTP server, whose open requests are ended by the application's own close.
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
