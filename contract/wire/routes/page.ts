import { openApiDocument } from '../answers/openapi.ts'
import { alive, notReady, ready } from '../answers/readiness.ts'
import { panelConfig } from '../panel-config.ts'
import type { Route } from '../route.ts'
import { servedVersion } from '../version.ts'

/** `no-store`, without a token. */
export const pageRoutes = {
  panelConfig: {
    base: 'page',
    method: 'GET',
    path: '/config.json',
    access: 'everybody',
    summary: 'What the panel is to know of its place (CFG-1).',
    status: 200,
    answer: panelConfig,
    errors: {},
  },
  servedVersion: {
    base: 'page',
    method: 'GET',
    path: '/version.json',
    access: 'everybody',
    summary: 'What is served now (VER-1).',
    status: 200,
    answer: servedVersion,
    errors: {},
  },
  alive: {
    base: 'page',
    method: 'GET',
    path: '/livez',
    access: 'everybody',
    summary: 'The process lives, whatever it can do (DUR-4).',
    status: 200,
    answer: alive,
    errors: {},
  },
  healthy: {
    base: 'page',
    method: 'GET',
    path: '/healthz',
    access: 'everybody',
    summary: 'The same as `/livez`, under the name that monitors know (OPS-2).',
    status: 200,
    answer: alive,
    errors: {},
  },
  ready: {
    base: 'page',
    method: 'GET',
    path: '/readyz',
    access: 'everybody',
    summary: 'The server can do its work, as it found a second ago at most (DUR-4).',
    status: 200,
    answer: ready,
    errors: {},
    errorBodies: { 503: notReady },
  },
  openApi: {
    base: 'page',
    method: 'GET',
    path: '/openapi.json',
    access: 'everybody',
    summary: 'This document: every call of the contract as OpenAPI 3.1.',
    status: 200,
    answer: openApiDocument,
    errors: {},
  },
  apiReference: {
    base: 'page',
    method: 'GET',
    path: '/docs/api',
    access: 'everybody',
    summary: 'A page that shows this document to a person.',
    status: 200,
    mediaType: 'text/html',
    errors: {},
  },
} as const satisfies Record<string, Route>
