import * as v from 'valibot'
import { servedConfig } from '../panel-config.ts'
import { get, type Route } from '../route.ts'
import { builtVersion } from '../version.ts'

/** The parts of `/openapi.json` that readers of the contract need; the tests validate the whole document. */
export const openApiDocument = v.looseObject({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.record(v.string(), v.record(v.string(), v.unknown())),
})

export type OpenApiDocument = v.InferOutput<typeof openApiDocument>

/** `version`: version of the build, as in `/version.json`. */
export const alive = v.object({ alive: v.literal(true), version: v.string() })

/**
 * Faults that need a person although the server works on. `clock`: the server's clock seems to be wrong, so the server
 * deletes no old data. `bus`: messages of other instances do not arrive, so the server answers calls but accepts no
 * sockets.
 */
export const warningKinds = ['unsound-chain', 'uncut-chain', 'anchor', 'clock', 'disk', 'bus'] as const

export const ready = v.object({
  ready: v.literal(true),
  warnings: v.optional(v.array(v.picklist(warningKinds))),
})

/**
 * The body of a 503: the database refuses writes (its disk may be full), does not answer, or belongs to a newer version; or the server ends.
 */
export const notReady = v.object({
  ready: v.literal(false),
  reason: v.picklist(['read-only', 'no-database', 'newer-data', 'ending']),
})

const page = { ...get, base: 'page', access: 'everybody' } as const

/** The server answers with `no-store`; no token is needed. */
export const pageRoutes = {
  panelConfig: {
    ...page,
    path: '/config.json',
    summary: 'The panel’s configuration at this installation (CFG-1).',
    answer: servedConfig,
  },
  servedVersion: {
    ...page,
    path: '/version.json',
    summary:
      'The build that the server serves now (VER-1, OPS-5). `version` has release and commit; `commit` is null if the build knew none, and ends in `-modified` if the sources were changed.',
    answer: builtVersion,
  },
  alive: {
    ...page,
    path: '/livez',
    summary: 'Liveness: the process runs, even if the database is unreachable (DUR-4).',
    answer: alive,
  },
  healthy: {
    ...page,
    path: '/healthz',
    summary: 'The same as `/livez`, under a name that monitors commonly use (OPS-2).',
    answer: alive,
  },
  ready: {
    ...page,
    path: '/readyz',
    summary: 'Readiness: the server can do its work. The result is at most one second old (DUR-4).',
    answer: ready,
    errorBodies: { 503: notReady },
  },
  openApi: {
    ...page,
    path: '/openapi.json',
    summary: 'This document: every call of the contract as OpenAPI 3.1.',
    answer: openApiDocument,
  },
  apiReference: {
    ...page,
    path: '/docs/api',
    summary: 'A page that shows this document to a person.',
    mediaType: 'text/html',
  },
} as const satisfies Record<string, Route>
