import { portTestList } from '../answers/devices/port-tests.ts'
import { eventPage } from '../answers/event-search.ts'
import { activityList, lastEventList } from '../answers/events.ts'
import { notificationList } from '../answers/notifications.ts'
import { ofUserQuery } from '../requests/condominiums.ts'
import { eventSearchQuery, eventsQuery, markReadBody } from '../requests/events.ts'
import { errorsOfCondominium, errorsOfSelf, get, post, type Route, remove } from '../route.ts'

const ownList = { none: 'that a person has read a notification proves nothing about a gate' } as const

export const eventRoutes = {
  lastEvents: {
    ...get,
    path: '/events/last-events',
    access: 'signedIn',
    summary:
      'The last event of each condominium that the person may see, newest first, without lost and restored contacts of devices (STATE-4). Condominiums without events are left out.',
    answer: lastEventList,
  },
  searchEvents: {
    ...get,
    path: '/events',
    access: 'signedIn',
    summary:
      'The events that match the filter, of all condominiums that the person may see, newest first, or oldest first with `order=oldest`. New events do not change later pages of a cursor (PAGE-3).',
    query: eventSearchQuery,
    answer: eventPage,
    errors: { ...errorsOfCondominium, 422: 'a filter is wrong' },
  },
  events: {
    ...get,
    path: '/events/:condominiumId',
    access: 'signedIn',
    summary: 'The events of a condominium, newest first.',
    query: eventsQuery,
    answer: activityList,
    errors: {
      ...errorsOfCondominium,
      422: 'a limit outside 1 to 500, or a `before` that is neither an event id nor a time',
    },
  },
  portTests: {
    ...get,
    path: '/port-tests',
    access: 'signedIn',
    summary:
      'Connects to the address of every active device that the person may see. Results of the last 30 s are reused.',
    answer: portTestList,
  },
  notifications: {
    ...get,
    path: '/notifications/list',
    access: 'signedIn',
    summary: 'The person’s newest 200 notifications, newest first (NOT-1).',
    query: ofUserQuery,
    answer: notificationList,
    errors: errorsOfSelf,
  },
  markRead: {
    ...post,
    path: '/notifications/mark-read',
    access: 'signedIn',
    records: ownList,
    idempotent: 'naturally',
    summary: 'Marks a notification as read (NOT-3).',
    body: markReadBody,
    status: 204,
    errors: { 404: 'the person has no such notification', 422: 'no id' },
  },
  markAllRead: {
    ...post,
    path: '/notifications/mark-all-read',
    access: 'signedIn',
    records: ownList,
    idempotent: 'by key',
    summary: 'Marks all current notifications as read.',
    status: 204,
  },
  deleteNotification: {
    ...remove,
    path: '/notifications/:id',
    access: 'signedIn',
    records: ownList,
    idempotent: 'by key',
    summary: 'Deletes a notification.',
    errors: { 404: 'the person has no such notification' },
  },
} as const satisfies Record<string, Route>
