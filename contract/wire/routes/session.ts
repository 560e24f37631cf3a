import * as v from 'valibot'
import { longestTriedPassword } from '../../fields/password.ts'
import { passwordChange } from '../../fields/schemas.ts'
import { code } from '../../fields/second-factor.ts'
import { ownSessions, passwordError } from '../answers/account.ts'
import { fieldsError } from '../answers/errors.ts'
import { renewAnswer, signInAnswer } from '../answers/session.ts'
import { get, post, proofHoldsMinutes, type Route, remove } from '../route.ts'

/** `remember` keeps the session after the browser closes; the server only records the choice. */
export const signInBody = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('Preencha este campo.'), v.maxLength(254)),
  password: v.pipe(v.string(), v.nonEmpty('Preencha este campo.'), v.maxLength(longestTriedPassword)),
  remember: v.optional(v.unknown()),
})

/** `code` is needed only if the person has a second factor. */
export const proofBody = v.object({ password: signInBody.entries.password, code: v.exactOptional(code) })

export const sessionRoutes = {
  signIn: {
    ...post,
    path: '/auth/sign-in',
    access: 'everybody',
    records: ['session.begun', 'session.refused', 'session.locked'],
    idempotent: 'by key',
    summary:
      'Begins a session of 60 minutes, or asks a person with a second factor for a code. The error does not reveal whether the e-mail or the password is wrong, and neither does the duration of the call (RFC 6749 §5.2).',
    body: signInBody,
    answer: signInAnswer,
    errors: {
      400: 'wrong e-mail or password',
      422: 'a field is wrong',
      429: 'the 11th try within 5 minutes for this e-mail and address',
    },
  },
  signOut: {
    ...post,
    path: '/auth/sign-out',
    access: 'signedIn',
    records: ['session.ended'],
    // The repetition gets 401: the session has ended.
    idempotent: 'naturally',
    summary: 'Ends this session and its sockets.',
    status: 204,
  },
  renew: {
    ...post,
    path: '/auth/renew',
    access: 'signedIn',
    records: { none: 'the session continues' },
    // The token stays the same.
    idempotent: 'naturally',
    summary: 'Renews the session for 60 minutes, up to 12 hours after its sign-in.',
    answer: renewAnswer,
  },
  ownSessions: {
    ...get,
    path: '/auth/sessions',
    access: 'signedIn',
    summary: 'The person’s open sessions.',
    answer: ownSessions,
  },
  endSession: {
    ...remove,
    path: '/auth/sessions/:id',
    access: 'signedIn',
    records: ['session.ended'],
    idempotent: 'by key',
    summary: 'Ends one of the person’s own sessions and its sockets.',
    errors: { 404: 'the person has no such session' },
  },
  prove: {
    ...post,
    path: '/auth/proof',
    access: 'signedIn',
    records: ['session.refused', 'session.locked', 'person'],
    idempotent: 'naturally',
    summary: `Proves with the password, and with a code for a person with a second factor, that the person of the session is present. The proof holds for ${proofHoldsMinutes} minutes in this session, as a sign-in does (ACC-4).`,
    body: proofBody,
    status: 204,
    errors: {
      422: 'a wrong password, or a missing or wrong code',
      429: 'the 11th wrong password within 5 minutes, or the 6th wrong code within 15',
    },
    errorBodies: { 422: fieldsError },
  },
  changePassword: {
    ...post,
    path: '/auth/password',
    access: 'signedIn',
    records: ['person', 'session.ended', 'session.refused', 'session.locked'],
    idempotent: 'by key',
    summary: 'Changes the password, and ends the person’s other sessions and one-time link.',
    body: passwordChange,
    status: 204,
    errors: {
      422: 'a field is wrong: the current password is wrong, or the next one is too short or unchanged',
      429: 'the 11th try within 5 minutes',
    },
    errorBodies: { 422: passwordError },
  },
} as const satisfies Record<string, Route>
