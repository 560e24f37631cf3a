import cookie from '@fastify/cookie'
import { type FastifyInstance, fastify } from 'fastify'
import { requireToken } from './authentication.ts'
import type { CepLookup } from './cep-lookup.ts'
import { compressAnswers } from './compression.ts'
import { allowOrigins } from './cross-origin.ts'
import { refuseForgedWrites } from './cross-site-request.ts'
import type { Database } from './database.ts'
import type { DeviceChecks } from './device-checks.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { DeviceContacts } from './device-contacts.ts'
import type { DeviceHealth } from './device-health.ts'
import { answerErrors, asRefusal, sendRefusal } from './error-answers.ts'
import type { GateEvents } from './gate-events.ts'
import type { IdempotentCalls } from './idempotent-calls.ts'
import { readJsonBodies } from './json-bodies.ts'
import type { PortTests } from './port-tests.ts'
import type { Realtime } from './realtime.ts'
import { Refusal } from './refusal.ts'
import { countRequests } from './request-counts.ts'
import { auditRoutes } from './routes/audit-routes.ts'
import { cepRoutes } from './routes/cep-routes.ts'
import { condominiumRoutes } from './routes/condominium-routes.ts'
import { condominiumWriteRoutes } from './routes/condominium-write-routes.ts'
import { deviceDeleteRoutes } from './routes/device-delete-routes.ts'
import { deviceRoutes } from './routes/device-routes.ts'
import { deviceWriteRoutes } from './routes/device-write-routes.ts'
import { eventRoutes } from './routes/event-routes.ts'
import { healthRoutes } from './routes/health-routes.ts'
import { importRoutes } from './routes/import-routes.ts'
import { notificationRoutes } from './routes/notification-routes.ts'
import { portTestRoutes } from './routes/port-test-routes.ts'
import { sessionRoutes } from './routes/session-routes.ts'
import { simulatedDeviceRoutes } from './routes/simulated-device-routes.ts'
import { simulatorRoutes } from './routes/simulator-routes.ts'
import type { DeviceNetwork } from './simulator/device-network.ts'
import { type PanelOptions, servePanel } from './static-files.ts'

const largestBodyBytes = 1024 * 1024

export type HttpParts = PanelOptions & {
  database: Database
  realtime: Realtime
  gate: GateEvents
  portTests: PortTests
  connections: DeviceConnections
  contacts: DeviceContacts
  health: DeviceHealth
  checks: DeviceChecks
  network: DeviceNetwork
  idempotentCalls: IdempotentCalls
  findCep: CepLookup
  now: () => number
  corsOrigins: string[]
}

/** A server without routes, so that sockets can be attached before they are added. */
export function emptyApplication(logLevel: string): FastifyInstance {
  return fastify({
    logger: logLevel === 'silent' ? false : { level: logLevel },
    bodyLimit: largestBodyBytes,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => {
      sendRefusal(reply, asRefusal(error))
    },
    clientErrorHandler: (_error, socket) => {
      const body = JSON.stringify(new Refusal(400).body)
      if (socket.writable)
        socket.write(
          `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        )
      socket.destroySoon()
    },
  })
}

/** Adds everything that is answered over HTTP: `/rest`, `/device-control` and the panel's files. */
export async function httpApplication(app: FastifyInstance, parts: HttpParts): Promise<void> {
  const { database, now } = parts
  const startedAt = performance.now()
  const requestCounts = countRequests(app)
  app.decorateRequest('identity', null)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headersForAll)
  })
  await allowOrigins(app, parts.corsOrigins)
  await app.register(cookie)
  readJsonBodies(app)
  answerErrors(app)
  await app.register(
    apiScope(async (api) => {
      sessionRoutes(api, parts)
      condominiumRoutes(api, parts)
      cepRoutes(api, parts)
      condominiumWriteRoutes(api, parts)
      eventRoutes(api, parts)
      notificationRoutes(api, parts)
      portTestRoutes(api, parts.portTests)
      healthRoutes(api, { ...parts, requestCounts, uptimeSeconds: () => (performance.now() - startedAt) / 1000 })
      auditRoutes(api, parts)
      simulatorRoutes(api, parts)
      simulatedDeviceRoutes(api, parts)
      await importRoutes(api, parts)
    }),
    { prefix: '/rest' },
  )
  await app.register(
    apiScope((api) => {
      deviceRoutes(api, parts)
      deviceWriteRoutes(api, parts)
      deviceDeleteRoutes(api, parts)
    }),
    { prefix: '/device-control' },
  )
  await servePanel(app, parts)

  function apiScope(
    addRoutes: (api: FastifyInstance) => Promise<void> | void,
  ): (api: FastifyInstance) => Promise<void> {
    return async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.headers(headersForCalls)
      })
      requireToken(api, database, now)
      refuseForgedWrites(api)
      await compressAnswers(api)
      await addRoutes(api)
      // Without it an unknown GET would fall through to the panel's files, and past the token.
      api.all('/*', async () => {
        throw new Refusal(404)
      })
    }
  }
}

const headersForAll = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

const headersForCalls = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
