import * as v from 'valibot'
import { handover, handoverDraft, handoverError } from '../answers/handovers.ts'
import { get, post, type Route } from '../route.ts'
import { signInBody } from './session.ts'

const longestNote = 2_000

/** What the giver says, and the sign-in of the taker. */
export const handoverBody = v.object({
  ...v.pick(signInBody, ['email', 'password']).entries,
  note: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(longestNote, `Use no máximo ${longestNote} caracteres.`)),
    '',
  ),
})

export const handoverRoutes = {
  handoverDraft: {
    ...get,
    path: '/handovers/next',
    access: 'signedIn',
    summary:
      'What whoever takes over is to know: what is open at the condominiums that the person may see, and what is over since the last handover that the person took part in, or for 12 hours (INC-7).',
    answer: handoverDraft,
  },
  acceptHandover: {
    ...post,
    path: '/handovers',
    access: 'signedIn',
    records: ['handover', 'incident', 'session.refused', 'session.locked'],
    summary:
      'Somebody else of the same customer takes over, proved by e-mail and password; the caller’s session goes on. What the caller is on and the taker sees is the taker’s since.',
    body: handoverBody,
    status: 201,
    answer: handover,
    errors: {
      422: 'a field is wrong, wrong e-mail or password, the caller himself, or another customer’s person',
      429: 'too many tries of a password',
    },
    errorBodies: { 422: handoverError },
  },
  handover: {
    ...get,
    path: '/handovers/:id',
    access: 'signedIn',
    summary: 'A handover that the person gave or took, as it was accepted.',
    answer: handover,
    errors: { 404: 'none that the person took part in' },
  },
} as const satisfies Record<string, Route>
