import * as v from 'valibot'
import { reasonField } from '../../fields/schemas.ts'
import { deviceTimeline } from '../answers/devices/device-timeline.ts'
import { deviceHealth, healthCleanup, healthDetails, healthOverview, healthStats } from '../answers/devices/health.ts'
import { get, post, type Route } from '../route.ts'
import { pageLimit } from '../scalars.ts'

/** The reason to reset the server's circuit of a device (CB-6). */
export const healthResetBody = v.object({
  reason: v.optional(v.nullable(reasonField)),
})

/** `automatic`: the panel cleans up by itself, not at the request of a person (EVI-9). */
export const cleanupBody = v.object({ automatic: v.optional(v.boolean()) })

/** `before` is the `nextCursor` of the previous page. */
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
    summary: 'A summary of the server’s health (HEA-1).',
    answer: healthOverview,
  },
  deviceHealth: {
    ...get,
    path: '/api/health/device/:wordCode',
    access: 'signedIn',
    summary:
      'Pings the device, with a timeout of 4 s. Results of the last 2 s are reused. A failure of the device is not an HTTP error.',
    answer: deviceHealth,
    errors: { 403: notSeen, 404: unknown },
  },
  deviceTimeline: {
    ...get,
    path: '/api/health/device/:wordCode/timeline',
    access: 'signedIn',
    summary:
      'The device’s history on this server: contact lost and recovered, switched off and on, restarts, commands of which nobody knows whether the device got them, and events at its gate; and its online time (PAGE-5). The server keeps changes for 90 days.',
    query: timelineQuery,
    answer: deviceTimeline,
    errors: { 403: notSeen, 404: unknown, 422: 'a limit outside 1 to 500, or an invalid `before`' },
  },
  resetHealth: {
    ...post,
    path: '/api/health/device/:wordCode/reset',
    access: 'device:reset',
    records: ['device.reset'],
    idempotent: 'by key',
    summary: 'Resets the failure count of the device without a call to the device (CB-6). The body is optional.',
    body: healthResetBody,
    answer: deviceHealth,
    errors: { 403: `without the right, or ${notSeen}`, 404: unknown, 422: 'a reason of more than 200 characters' },
  },
  healthDetails: {
    ...get,
    path: '/api/health/detailed',
    access: 'signedIn',
    summary: 'Counts of the active devices that the person may see, and of the customer’s sockets.',
    answer: healthDetails,
  },
  healthStats: {
    ...get,
    path: '/api/health/stats',
    access: 'signedIn',
    summary:
      'Request counts since the server started, and the devices that the person may see and that had contact at least once.',
    answer: healthStats,
  },
  cleanUpHealth: {
    ...post,
    path: '/api/health/cleanup',
    access: 'signedIn',
    records: ['device.reset'],
    idempotent: 'by key',
    summary: 'Deletes check results older than 10 minutes, of devices that the person may see. The body is optional.',
    body: cleanupBody,
    answer: healthCleanup,
    errors: { 422: 'a body of another shape' },
  },
} as const satisfies Record<string, Route>
