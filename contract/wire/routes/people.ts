import { invitationDays, passwordLinkHours } from '../../fields/one-time-link.ts'
import { fieldsError, proofError } from '../answers/errors.ts'
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
const withoutReach = 'without the right, or for a person with a right that the caller lacks'

/** For the holder of a one-time link, signed in or not. The token is in the body, because addresses are logged. */
export const invitationRoutes = {
  invitation: {
    ...post,
    path: '/invitations/look',
    access: 'everybody',
    records: { none: 'the call only reads; a POST keeps the token out of addresses' },
    idempotent: 'naturally',
    summary: 'The person and the purpose of a one-time link. The link stays usable; only `accept` consumes it.',
    body: linkBody,
    answer: invitation,
    errors: { 404: dead, 429: 'the 11th unknown link of this address within 5 minutes' },
  },
  acceptInvitation: {
    ...post,
    path: '/invitations/accept',
    access: 'everybody',
    records: ['person', 'session.ended', 'wall'],
    idempotent: 'by key',
    summary:
      'Sets the password and consumes the link: of two concurrent calls only the first succeeds. Ends the person’s sessions.',
    body: acceptBody,
    answer: invitationAccepted,
    errors: {
      404: dead,
      409: 'an administrator exists already',
      422: 'a field is wrong, or the password is common or derived from the e-mail',
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
    summary: 'All people of the customer, sorted by name.',
    answer: people,
    errors: { 403: 'without the right' },
  },
  person: {
    ...get,
    path: '/users/:id',
    access: 'users:write',
    summary: 'One person, with the assigned condominiums.',
    answer: personDetails,
    responseHeaders: ['ETag'],
    errors: { 403: 'without the right', 404: unknown },
  },
  personHistory: {
    ...get,
    path: '/users/:id/history',
    access: 'users:write',
    summary: 'The changes of the person’s access, newest first, at most the last 200.',
    answer: personHistory,
    errors: { 403: 'without the right', 404: unknown },
  },
  invite: {
    ...post,
    path: '/users',
    access: 'users:write',
    proof: 'recent',
    records: ['person'],
    idempotent: 'by key',
    summary: `Invites a new person. The answer has a one-time link for ${invitationDays} days, which is sent only once. After ${invitationDays} days without an answer another customer may invite the e-mail.`,
    body: inviteBody,
    status: 201,
    answer: invited,
    errors: {
      403: 'without the right',
      409: 'the e-mail belongs to another person',
      422: 'a field is wrong, or a condominium that is not the customer’s',
      429: 'the 21st e-mail of another customer within an hour',
    },
    errorBodies: { 403: proofError, 422: fieldsError },
  },
  changePerson: {
    ...put,
    path: '/users/:id',
    access: 'users:write',
    proof: 'recent',
    records: ['person'],
    idempotent: 'by key',
    summary: 'Replaces the person’s data and rights. The change applies to the person’s next call and to open sockets.',
    body: personBody,
    answer: personDetails,
    requestHeaders: ['If-Match'],
    responseHeaders: ['ETag'],
    errors: {
      403: withoutReach,
      404: unknown,
      409: 'nobody else could give a right of the person any more (ACC-1)',
      412: 'the person has changed since `If-Match`',
      422: 'a field is wrong, or a condominium that is not the customer’s',
    },
    errorBodies: { 403: proofError, 412: personChanged, 422: fieldsError },
  },
  makeLink: {
    ...post,
    path: '/users/:id/link',
    access: 'users:write',
    proof: 'recent',
    records: ['person'],
    idempotent: 'by key',
    summary: `Creates a one-time link, for ${invitationDays} days to join, or for ${passwordLinkHours} hours to choose a new password. The previous link becomes invalid. The link is valid while its maker may give the rights of the person (ACC-5).`,
    answer: oneTimeLink,
    errors: {
      403: 'without the right, for oneself, or for a person with a right that the caller lacks',
      404: unknown,
      409: 'the person is disabled',
    },
    errorBodies: { 403: proofError },
  },
  disablePerson: {
    ...post,
    path: '/users/:id/disable',
    access: 'users:write',
    records: ['person', 'session.ended', 'wall'],
    idempotent: 'by key',
    summary:
      'Disables the person: ends their sessions and sockets within a second, and their link. They cannot sign in until enabled.',
    status: 204,
    errors: { 403: withoutReach, 404: unknown, 409: `the caller’s own account, or ${last}` },
  },
  enablePerson: {
    ...post,
    path: '/users/:id/enable',
    access: 'users:write',
    proof: 'recent',
    records: ['person'],
    idempotent: 'by key',
    summary: 'Enables a disabled person to sign in again, with the previous password.',
    status: 204,
    errors: { 403: withoutReach, 404: unknown },
    errorBodies: { 403: proofError },
  },
} as const satisfies Record<string, Route>
