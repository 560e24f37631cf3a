import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { requireToken } from './access/authentication.ts'
import type { TokenLookup } from './access/token-lookup.ts'
import { alarmLoadRoutes } from './alarm-load/alarm-load-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import type { DeclaredQuota } from './audit/declared-quota.ts'
import { bounds } from './bounds.ts'
import type { Bus } from './bus/bus.ts'
import type { CepLookup } from './cep/cep-lookup.ts'
import { cepRoutes } from './cep/cep-routes.ts'
import type { ClockWatch } from './clock/clock-watch.ts'
import { condominiumRoutes, condominiumWriteRoutes } from './condominiums/condominium-routes.ts'
import { contactRoutes } from './contacts/contact-routes.ts'
import type { Database } from './database/database.ts'
import { importRoutes } from './device-import/import-routes.ts'
import type { DeviceCommands } from './devices/device-commands.ts'
import type { DeviceConnections } from './devices/device-connections.ts'
import type { DeviceContacts } from './devices/device-contacts.ts'
import type { DeviceNetworks } from './devices/device-networks.ts'
import { deviceOpenRoute } from './devices/device-open-route.ts'
import { deviceRoutes } from './devices/device-routes.ts'
import { deviceDeleteRoutes, deviceWriteRoutes } from './devices/device-write-routes.ts'
import { eventRoutes } from './events/event-routes.ts'
import type { GateEvents } from './events/gate-events.ts'
import { evidenceRoutes } from './evidence/evidence-routes.ts'
import type { SigningKey } from './evidence/signing-key.ts'
import { handoverRoutes } from './handovers/handover-routes.ts'
import type { DeviceChecks } from './health/device-checks.ts'
import { healthRoutes } from './health/health-routes.ts'
import { ownCounts, sharedCounts } from './health/shared-counts.ts'
import { compressAnswers } from './http/compression.ts'
import { boundConnections, boundUnanswered, type ConnectionLimits } from './http/connection-limits.ts'
import { allowOrigins } from './http/cross-origin.ts'
import { refuseForgedWrites } from './http/cross-site-request.ts'
import { answerErrors, asRefusal, sendRefusal } from './http/error-answers.ts'
import { readJsonBodies } from './http/json-bodies.ts'
import type { ListCache } from './http/list-cache.ts'
import { Refusal } from './http/refusal.ts'
import { boundPeople, boundRequests, boundWritesWithoutRight } from './http/request-bound.ts'
import { countRequests } from './http/request-counts.ts'
import { hasRepeatedHeader, repeatedHeader, secureAnswers, securityHeaders } from './http/security-headers.ts'
import { type PanelOptions, routedUrl, servePanel } from './http/static-files.ts'
import type { IdempotentCalls } from './idempotency/idempotent-calls.ts'
import { incidentRoutes } from './incidents/incident-routes.ts'
import { logKey, securityLog } from './logging/security-log.ts'
import { type LogOptions, logAnswers, serverLog } from './logging/server-log.ts'
import { machineRoutes } from './machines/machine-routes.ts'
import { metricsRoute } from './metrics/metrics-route.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { apiReferenceRoutes } from './openapi/api-reference-routes.ts'
import { invitationRoutes } from './people/invitation-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import type { PortTests } from './port-tests/port-tests.ts'
import { procedureRoutes } from './procedures/procedure-routes.ts'
import type { DiskReserve } from './readiness/disk-reserve.ts'
import { readinessRoutes } from './readiness/readiness-routes.ts'
import type { Warnings } from './readiness/warnings.ts'
import type { Realtime } from './realtime/realtime.ts'
import { rulesRoutes } from './rules/rules-routes.ts'
import { browserMarks } from './sessions/browser-mark.ts'
import { codeProofs } from './sessions/code-proofs.ts'
import { personProofs } from './sessions/person-proofs.ts'
import { addProofs } from './sessions/recent-proof.ts'
import { secondFactorRoutes } from './sessions/second-factor-routes.ts'
import { secondFactors } from './sessions/second-factors.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import type { DeviceNetwork } from './simulator/device-network.ts'
import { simulatorRoutes } from './simulator/simulator-routes.ts'
import { wallRoutes } from './walls/wall-routes.ts'

export type HttpParts = PanelOptions & {
  database: Database
  clock: ClockWatch
  /** Other instances may work on the same database. */
  isShared: boolean
  bus: Bus
  tokens: TokenLookup
  realtime: Realtime
  gate: GateEvents
  portTests: PortTests
  connections: DeviceConnections
  contacts: DeviceContacts
  commands: DeviceCommands
  contactState: () => string
  lists: ListCache
  checks: DeviceChecks
  network: DeviceNetwork
  networks: DeviceNetworks
  isSimulated: boolean
  idempotentCalls: IdempotentCalls
  isEnding: () => boolean
  signingKey: SigningKey
  warnings: Warnings
  findCep: CepLookup
  now: () => number
  hasApiReference: boolean
  corsOrigins: string[]
  trustedProxies: string[]
  /** Token for `/metrics`; undefined: no such page. */
  metricsToken: string | undefined
  /** Directory of the database's files; undefined: not on this machine's disk. */
  diskPath: string | undefined
  diskReserve: DiskReserve
  declaredQuota: DeclaredQuota
  /** Numbers of failed deliveries of signed heads; the name is the variable that configures the anchor. */
  anchorFailures: Readonly<Record<string, number>>
  commit: string | null
}

/** Creates a server without routes, so that sockets can be attached before the routes. */
export function emptyApplication(log: LogOptions, trustedProxies: string[], limits: ConnectionLimits): FastifyInstance {
  const app = fastify({
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    ...serverLog(log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: bounds.body.most.bytes,
    rewriteUrl: routedUrl,
    forceCloseConnections: true,
    requestTimeout: limits.requestMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    frameworkErrors: (error, _request, reply) => {
      sendRefusal(reply, asRefusal(error))
    },
    clientErrorHandler: (_error, socket) => {
      const body = JSON.stringify(new Refusal(400).body)
      const headers = Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
      if (socket.writable)
        socket.write(
          `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n${headers.join('')}\r\n${body}`,
        )
      socket.destroySoon()
    },
  })
  boundConnections(app.server, limits, trustedProxies)
  return app
}

/** Adds all HTTP routes: `/rest`, `/device-control` and the panel's files. */
export async function httpApplication(app: FastifyInstance, parts: HttpParts): Promise<void> {
  const { database, now } = parts
  const startedAt = performance.now()
  const own = { socketCounts: parts.realtime.socketCounts, requestCounts: countRequests(app) }
  const counts = parts.isShared ? await sharedCounts(database, own) : ownCounts(own)
  app.addHook('onClose', counts.end)
  app.decorateRequest('identity', null)
  app.decorate('idempotentCalls', parts.idempotentCalls)
  addProofs(app, database, now)
  boundUnanswered(app.server)
  secureAnswers(app.server, parts.trustedProxies)
  app.addHook('onRequest', async (request, reply) => {
    if (hasRepeatedHeader(request.raw)) throw repeatedHeader()
    // Ended for too many unanswered requests: nobody reads this answer.
    if (request.raw.socket.destroyed) throw new Refusal(503)
    // From the server's own clock, which a test may set: panels use this date (LIVE-10).
    reply.header('date', new Date(now()).toUTCString())
  })
  await allowOrigins(app, parts.corsOrigins)
  await app.register(cookie)
  readJsonBodies(app)
  answerErrors(app)
  const readiness = readinessRoutes(app, database, parts)
  logAnswers(app)
  await metricsRoute(app, { ...parts, readiness, securityCounts: await securityLog(app, database) })
  const factors = secondFactors(parts.signingKey, now)
  const proofs = personProofs(database, now, factors)
  const codes = codeProofs(database, now, { factors, proofs })
  const browsers = browserMarks(await logKey(database))
  await app.register(
    apiScope(async (api) => {
      sessionRoutes(api, { ...parts, proofs, browsers, codes })
      secondFactorRoutes(api, { ...parts, proofs, codes })
      invitationRoutes(api, parts)
      peopleRoutes(api, parts)
      condominiumRoutes(api, parts)
      cepRoutes(api, parts)
      condominiumWriteRoutes(api, parts)
      contactRoutes(api, parts)
      eventRoutes(api, parts)
      notificationRoutes(api, parts)
      incidentRoutes(api, parts)
      alarmLoadRoutes(api, parts)
      procedureRoutes(api, parts)
      handoverRoutes(api, { ...parts, proofs })
      wallRoutes(api, parts)
      machineRoutes(api, parts)
      healthRoutes(api, { ...parts, counts, uptimeSeconds: () => (performance.now() - startedAt) / 1000 })
      auditRoutes(api, parts)
      evidenceRoutes(api, parts)
      rulesRoutes(api, parts)
      if (parts.isSimulated) simulatorRoutes(api, parts)
      await importRoutes(api, parts)
    }),
    { prefix: '/rest' },
  )
  await app.register(
    apiScope((api) => {
      answerErrors(api, sayingNothingOfDevices)
      deviceRoutes(api, parts)
      deviceWriteRoutes(api, parts)
      deviceDeleteRoutes(api, parts)
      deviceOpenRoute(api, parts)
    }, bounds.deviceCalls.most.count),
    { prefix: '/device-control' },
  )
  if (parts.hasApiReference) await apiReferenceRoutes(app, parts.version)
  await servePanel(app, parts)

  function apiScope(
    addRoutes: (api: FastifyInstance) => Promise<void> | void,
    mostAtOnce?: number,
  ): (api: FastifyInstance) => Promise<void> {
    return async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      if (mostAtOnce !== undefined) boundRequests(api, mostAtOnce)
      requireToken(api, parts.tokens)
      boundPeople(api)
      boundWritesWithoutRight(api, parts.now)
      refuseForgedWrites(api)
      await compressAnswers(api)
      await addRoutes(api)
      // Otherwise an unknown GET would reach the panel's files and skip the token check.
      api.all('/*', async () => {
        throw new Refusal(404)
      })
    }
  }
}

/** Marks a refusal for lack of a server resource as not the device's fault (SCA-4). */
function sayingNothingOfDevices(refusal: Refusal): Refusal {
  if (refusal.status !== 503 || refusal.unasked !== undefined) return refusal
  const { message, headers } = refusal
  return new Refusal(503, { message, headers: { 'retry-after': '1', ...headers }, unasked: 'notHeard' })
}
