import * as v from 'valibot'
import { code } from '../../fields/second-factor.ts'
import { fieldsError, proofError } from '../answers/errors.ts'
import { sessionBegun } from '../answers/session.ts'
import { get, post, type Route } from '../route.ts'
import { count, filledText, isoTime } from '../scalars.ts'

export const codeBody = v.object({ code })
export const signInCodeBody = v.object({ challenge: v.pipe(filledText, v.maxLength(1000)), code })

/**
 * The second factor of the person; `setAt` is null if there is none. `isRequired`: without a second factor, the person
 * has no `users:write`.
 */
const secondFactor = v.object({ setAt: v.nullable(isoTime), recoveryCodesLeft: count, isRequired: v.boolean() })
export type SecondFactor = v.InferOutput<typeof secondFactor>

/** `secret` is in base32; `address` is an `otpauth://` address for a QR code. */
const offer = v.object({ secret: filledText, address: filledText })
export type SecondFactorOffer = v.InferOutput<typeof offer>

const tooMany = 'the 6th wrong code within 15 minutes'

/**
 * Second factors by RFC 6238 (SHA1, 6 digits, 30 s). A code is accepted once, also one step before or after its time
 * (SES-12).
 */
export const secondFactorRoutes = {
  signInCode: {
    ...post,
    path: '/auth/sign-in/code',
    access: 'everybody',
    records: ['session.begun', 'session.refused', 'person'],
    idempotent: 'by key',
    summary: 'Begins a session with the `challenge` of a sign-in, valid for 5 minutes, and a code or a recovery code.',
    body: signInCodeBody,
    answer: sessionBegun,
    errors: { 400: 'a wrong or used code', 404: 'the challenge is over', 422: 'a field is wrong', 429: tooMany },
  },
  secondFactor: {
    ...get,
    path: '/auth/second-factor',
    access: 'signedIn',
    summary: 'The person’s second factor.',
    answer: secondFactor,
  },
  offerSecondFactor: {
    ...post,
    path: '/auth/second-factor',
    access: 'signedIn',
    proof: 'recent',
    records: { none: 'the secret counts for nothing before a code confirms it' },
    idempotent: 'by key',
    summary: 'Makes a secret for an authenticator and replaces an earlier one that no code confirmed.',
    answer: offer,
    errors: { 409: 'the person has a second factor' },
    errorBodies: { 403: proofError },
  },
  confirmSecondFactor: {
    ...post,
    path: '/auth/second-factor/confirm',
    access: 'signedIn',
    records: ['person', 'session.ended'],
    idempotent: 'by key',
    summary:
      'Sets the offered secret as second factor and ends the person’s other sessions. The answer has ten recovery codes, which are sent only once.',
    body: codeBody,
    answer: v.object({ recoveryCodes: v.array(filledText) }),
    errors: { 409: 'no secret was offered, or it was confirmed', 422: 'a wrong code', 429: tooMany },
    errorBodies: { 422: fieldsError },
  },
  removeSecondFactor: {
    ...post,
    path: '/auth/second-factor/remove',
    access: 'signedIn',
    records: ['person', 'session.refused'],
    idempotent: 'by key',
    summary: 'Removes the second factor, with a code or a recovery code.',
    body: codeBody,
    status: 204,
    errors: { 409: 'the person has no second factor', 422: 'a wrong or used code', 429: tooMany },
    errorBodies: { 422: fieldsError },
  },
} as const satisfies Record<string, Route>
