import * as v from 'valibot'
import { longestReason } from '../../fields/reason.ts'
import { deviceTimeline } from '../answers/devices/device-timeline.ts'
import { deviceHealth, healthCleanup, healthDetails, healthOverview, healthStats } from '../answers/devices/health.ts'
import { get, post, type Route } from '../route.ts'
import { pageLimit } from '../scalars.ts'

/** Why a person resets the server's circuit of a device (CB-6). */
export const healthResetBody = v.object({
  reason: v.optional(
    v.nullable(v.pipe(v.string(), v.maxLength(longestReason, `Use no máximo ${longestReason} caracteres.`))),
  ),
})

/** `before` is the `nextCursor` of an earlier page. */
export const timelineQuery = v.object({
  limit: pageLimit(500, 50),
  before: v.optional(v.string()),
})

const unknown = 'no such device, or another customer’s'
const notSeen = 'the person may not see its condominium'

export const healthRoutes = {
  health: {
    ...get,
    path: '/api/health',
    access: 'signedIn',
    summary: 'The server in a line (HEA-1).',
    answer: healthOverview,
  },
  deviceHealth: {
    ...get,
    path: '/api/health/device/:wordCode',
    access: 'signedIn',
    summary:
      'Pings the device, 4 s at most, or repeats what was found less than 2 s ago. A device that fails is no error.',
    answer: deviceHealth,
    errors: { 403: notSeen, 404: unknown },
  },
  deviceTimeline: {
    ...get,
    path: '/api/health/device/:wordCode/timeline',
    access: 'signedIn',
    summary:
      'What this server saw of the device: contact lost and back, switched off and on, restarts, and events at its gate; and how long it was online (PAGE-5). Changes are kept for 90 days.',
    query: timelineQuery,
    answer: deviceTimeline,
    errors: { 403: notSeen, 404: unknown, 422: 'a limit that is none from 1 to 500, or another `before`' },
  },
  resetHealth: {
    ...post,
    path: '/api/health/device/:wordCode/reset',
    access: 'device:reset',
    records: ['device.reset'],
    summary: 'Forgets the failures of the device, without asking it (CB-6). The body may be left out.',
    body: healthResetBody,
    answer: deviceHealth,
    errors: { 403: `without the right, or ${notSeen}`, 404: unknown, 422: 'a reason of more than 200 characters' },
  },
  healthDetails: {
    ...get,
    path: '/api/health/detailed',
    access: 'signedIn',
    summary: 'Devices that the person may see, without those that are switched off, and sockets of the customer.',
    answer: healthDetails,
  },
  healthStats: {
    ...get,
    path: '/api/health/stats',
    access: 'signedIn',
    summary: 'Counts since the start; of the devices those that the person may see and that were ever contacted.',
    answer: healthStats,
  },
  cleanUpHealth: {
    ...post,
    path: '/api/health/cleanup',
    access: 'signedIn',
    records: { none: 'the next check restores the numbers that the call deletes' },
    summary: 'Forgets what was found out more than 10 minutes ago, of devices that the person may see.',
    answer: healthCleanup,
  },
} as const satisfies Record<string, Route>
