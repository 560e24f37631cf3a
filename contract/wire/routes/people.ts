import { fieldsError } from '../answers/errors.ts'
import {
  invitation,
  invitationAccepted,
  invited,
  oneTimeLink,
  people,
  personChanged,
  personDetails,
  personHistory,
} from '../answers/people.ts'
import { acceptBody, inviteBody, linkBody, personBody } from '../requests/people.ts'
import { get, post, put, type Route } from '../route.ts'

const dead = 'no such link, or it was used, replaced or is over'
const unknown = 'nobody of the person’s own customer'
const last = 'nobody else could write users any more (ACC-1)'

/** For whoever holds a one-time link, signed in or not. The token is in the body: addresses are logged. */
export const invitationRoutes = {
  invitation: {
    ...post,
    path: '/invitations/look',
    access: 'everybody',
    records: { none: 'the call only reads; a POST keeps the token out of addresses' },
    summary: 'Whom a one-time link is for; using it up is `accept`’s.',
    body: linkBody,
    answer: invitation,
    errors: { 404: dead, 429: 'the 11th unknown link of this address within 5 minutes' },
  },
  acceptInvitation: {
    ...post,
    path: '/invitations/accept',
    access: 'everybody',
    records: ['person'],
    summary: 'Sets the password, once: the first of two who come with one link has it. Ends the person’s sessions.',
    body: acceptBody,
    answer: invitationAccepted,
    errors: {
      404: dead,
      409: 'there is an administrator by now',
      422: 'a field is wrong, or a password that is common or made of the e-mail',
      429: 'as for `look`',
    },
    errorBodies: { 422: fieldsError },
  },
} as const satisfies Record<string, Route>

export const peopleRoutes = {
  people: {
    ...get,
    path: '/users',
    access: 'users:write',
    summary: 'Everybody of the customer, by name.',
    answer: people,
    errors: { 403: 'without the right' },
  },
  person: {
    ...get,
    path: '/users/:id',
    access: 'users:write',
    summary: 'One of them, with the condominiums that are assigned.',
    answer: personDetails,
    responseHeaders: ['ETag'],
    errors: { 403: 'without the right', 404: unknown },
  },
  personHistory: {
    ...get,
    path: '/users/:id/history',
    access: 'users:write',
    summary: 'What was done to the person’s access, newest first, at most the last 200 acts.',
    answer: personHistory,
    errors: { 403: 'without the right', 404: unknown },
  },
  invite: {
    ...post,
    path: '/users',
    access: 'users:write',
    records: ['person'],
    summary: 'Somebody new, and a link of 72 hours that is told this once.',
    body: inviteBody,
    status: 201,
    answer: invited,
    errors: {
      403: 'without the right',
      409: 'the e-mail belongs to somebody already',
      422: 'a field is wrong, or a condominium that is not the customer’s',
    },
    errorBodies: { 422: fieldsError },
  },
  changePerson: {
    ...put,
    path: '/users/:id',
    access: 'users:write',
    records: ['person'],
    summary:
      'Replaces what an administrator says of a person; holds from the person’s next call on, and on open sockets.',
    body: personBody,
    answer: personDetails,
    requestHeaders: ['If-Match'],
    responseHeaders: ['ETag'],
    errors: {
      403: 'without the right',
      404: unknown,
      409: last,
      412: 'the person has changed since `If-Match`',
      422: 'a field is wrong, or a condominium that is not the customer’s',
    },
    errorBodies: { 412: personChanged, 422: fieldsError },
  },
  makeLink: {
    ...post,
    path: '/users/:id/link',
    access: 'users:write',
    records: ['person'],
    summary: 'Another link of 72 hours in place of the one before: to join, or to choose another password.',
    answer: oneTimeLink,
    errors: { 403: 'without the right', 404: unknown, 409: 'the person is disabled' },
  },
  disablePerson: {
    ...post,
    path: '/users/:id/disable',
    access: 'users:write',
    records: ['person'],
    summary: 'Ends sessions and sockets within a second, and the link; the person cannot sign in until enabled.',
    status: 204,
    errors: { 403: 'without the right', 404: unknown, 409: `oneself, or ${last}` },
  },
  enablePerson: {
    ...post,
    path: '/users/:id/enable',
    access: 'users:write',
    records: ['person'],
    summary: 'Lets a disabled person sign in again, with the password from before.',
    status: 204,
    errors: { 403: 'without the right', 404: unknown },
  },
} as const satisfies Record<string, Route>
