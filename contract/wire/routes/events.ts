import { portTestList } from '../answers/devices/port-tests.ts'
import { eventPage } from '../answers/event-search.ts'
import { activityList, lastEventList } from '../answers/events.ts'
import { notificationList } from '../answers/notifications.ts'
import { ofUserQuery } from '../requests/condominiums.ts'
import { eventSearchQuery, eventsQuery, markReadBody } from '../requests/events.ts'
import { errorsOfCondominium, errorsOfSelf, get, post, type Route, remove } from '../route.ts'

const ownList = { none: 'a notification that its person has read proves nothing about a gate' } as const

export const eventRoutes = {
  lastEvents: {
    ...get,
    path: '/events/last-events',
    access: 'signedIn',
    summary: 'One for each condominium that the person may see and that ever had an event, newest first.',
    answer: lastEventList,
  },
  searchEvents: {
    ...get,
    path: '/events',
    access: 'signedIn',
    summary:
      'The events of all condominiums that the person may see, as far as they pass the filter, newest first; what happens meanwhile does not move what lies behind a cursor (PAGE-3).',
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
      422: 'a limit that is none from 1 to 500, or a `before` that is neither an event nor a time',
    },
  },
  portTests: {
    ...get,
    path: '/port-tests',
    access: 'signedIn',
    summary:
      'Connects to every address at which active devices of the person stand, or repeats what was found less than 30 s ago.',
    answer: portTestList,
  },
  notifications: {
    ...get,
    path: '/notifications/list',
    access: 'signedIn',
    summary: 'The newest 200 of the person, newest first (NOT-1).',
    query: ofUserQuery,
    answer: notificationList,
    errors: errorsOfSelf,
  },
  markRead: {
    ...post,
    path: '/notifications/mark-read',
    access: 'signedIn',
    records: ownList,
    summary: 'The person has read it (NOT-3).',
    body: markReadBody,
    status: 204,
    errors: { 404: 'the person has no such notification', 422: 'no id' },
  },
  markAllRead: {
    ...post,
    path: '/notifications/mark-all-read',
    access: 'signedIn',
    records: ownList,
    summary: 'The person has read all that there are now.',
    status: 204,
  },
  deleteNotification: {
    ...remove,
    path: '/notifications/:id',
    access: 'signedIn',
    records: ownList,
    summary: 'Removes it for good.',
    errors: { 404: 'the person has no such notification' },
  },
} as const satisfies Record<string, Route>
