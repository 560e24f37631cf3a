import { openApiDocument } from '../answers/openapi.ts'
import { alive, notReady, ready } from '../answers/readiness.ts'
import { panelConfig } from '../panel-config.ts'
import { get, type Route } from '../route.ts'
import { servedVersion } from '../version.ts'

const page = { ...get, base: 'page', access: 'everybody' } as const

/** `no-store`, without a token. */
export const pageRoutes = {
  panelConfig: {
    ...page,
    path: '/config.json',
    summary: 'What the panel is to know of its place (CFG-1).',
    answer: panelConfig,
  },
  servedVersion: {
    ...page,
    path: '/version.json',
    summary: 'What is served now (VER-1).',
    answer: servedVersion,
  },
  alive: {
    ...page,
    path: '/livez',
    summary: 'The process lives, whatever it can do (DUR-4).',
    answer: alive,
  },
  healthy: {
    ...page,
    path: '/healthz',
    summary: 'The same as `/livez`, under the name that monitors know (OPS-2).',
    answer: alive,
  },
  ready: {
    ...page,
    path: '/readyz',
    summary: 'The server can do its work, as it found a second ago at most (DUR-4).',
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
