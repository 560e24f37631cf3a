import { panelConfig } from '../panel-config.ts'
import type { Route } from '../route.ts'
import { servedVersion } from '../version.ts'

/** `no-store`, without a token. */
export const pageRoutes = {
  panelConfig: {
    base: 'page',
    method: 'GET',
    path: '/config.json',
    who: 'everybody',
    says: 'What the panel is to know of its place (CFG-1).',
    status: 200,
    answer: panelConfig,
    errors: {},
  },
  servedVersion: {
    base: 'page',
    method: 'GET',
    path: '/version.json',
    who: 'everybody',
    says: 'What is served now (VER-1).',
    status: 200,
    answer: servedVersion,
    errors: {},
  },
} as const satisfies Record<string, Route>
