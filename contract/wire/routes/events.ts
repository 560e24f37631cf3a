import { eventPage } from '../answers/event-search.ts'
import { activityList, lastEventList } from '../answers/events.ts'
import { notificationList } from '../answers/notifications.ts'
import { portTestList } from '../answers/port-tests.ts'
import { ofUserQuery } from '../requests/condominiums.ts'
import { eventSearchQuery, eventsQuery, markReadBody } from '../requests/events.ts'
import type { Route } from '../route.ts'

const ownList = { none: 'a notification that its person has read proves nothing about a gate' } as const

export const eventRoutes = {
  lastEvents: {
    base: 'api',
    method: 'GET',
    path: '/events/last-events',
    access: 'signedIn',
    summary: 'One for each condominium that the person may see and that ever had an event, newest first.',
    status: 200,
    answer: lastEventList,
    errors: {},
  },
  searchEvents: {
    base: 'api',
    method: 'GET',
    path: '/events',
    access: 'signedIn',
    summary:
      'The events of all condominiums that the person may see, as far as they pass the filter, newest first; what happens meanwhile does not move what lies behind a cursor (PAGE-3).',
    query: eventSearchQuery,
    status: 200,
    answer: eventPage,
    errors: {
      403: 'not one of this person’s condominiums',
      404: 'no such condominium, or another customer’s',
      422: 'a filter is wrong',
    },
  },
  events: {
    base: 'api',
    method: 'GET',
    path: '/events/:condominiumId',
    access: 'signedIn',
    summary: 'The events of a condominium, newest first.',
    query: eventsQuery,
    status: 200,
    answer: activityList,
    errors: {
      403: 'not one of this person’s condominiums',
      404: 'no such condominium, or another customer’s',
      422: 'a limit that is none from 1 to 500, or a `before` that is neither an event nor a time',
    },
  },
  portTests: {
    base: 'api',
    method: 'GET',
    path: '/port-tests',
    access: 'signedIn',
    summary:
      'Connects to every address at which active devices of the person stand, or repeats what was found less than 30 s ago.',
    status: 200,
    answer: portTestList,
    errors: {},
  },
  notifications: {
    base: 'api',
    method: 'GET',
    path: '/notifications/list',
    access: 'signedIn',
    summary: 'The newest 200 of the person, newest first (NOT-1).',
    query: ofUserQuery,
    status: 200,
    answer: notificationList,
    errors: { 403: 'a colleague’s `userId`', 404: 'anybody else’s `userId`', 422: '`userId` twice' },
  },
  markRead: {
    base: 'api',
    method: 'POST',
    path: '/notifications/mark-read',
    access: 'signedIn',
    records: ownList,
    summary: 'The person has read it (NOT-3).',
    body: markReadBody,
    status: 204,
    errors: { 404: 'the person has no such notification', 422: 'no id' },
  },
  markAllRead: {
    base: 'api',
    method: 'POST',
    path: '/notifications/mark-all-read',
    access: 'signedIn',
    records: ownList,
    summary: 'The person has read all that there are now.',
    status: 204,
    errors: {},
  },
  deleteNotification: {
    base: 'api',
    method: 'DELETE',
    path: '/notifications/:id',
    access: 'signedIn',
    records: ownList,
    summary: 'Removes it for good.',
    status: 204,
    errors: { 404: 'the person has no such notification' },
  },
} as const satisfies Record<string, Route>
