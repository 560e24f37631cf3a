import * as v from 'valibot'
import { keeps } from '../../fields/person.ts'
import { storedTextRule } from '../../fields/rule.ts'
import { handover, handoverDraft, handoverError } from '../answers/handovers.ts'
import { get, post, type Route } from '../route.ts'
import { signInBody } from './session.ts'

const longestNote = 2_000

/** The giver's note, and the credentials of the taker. */
export const handoverBody = v.object({
  ...v.pick(signInBody, ['email', 'password']).entries,
  note: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(longestNote, `Use no máximo ${longestNote} caracteres.`),
      keeps(storedTextRule),
    ),
    '',
  ),
})

export const handoverRoutes = {
  handoverDraft: {
    ...get,
    path: '/handovers/next',
    access: 'signedIn',
    summary:
      'Data for the next shift, at the condominiums that the person may see: open incidents, and incidents that ended since the person’s last handover, at most 12 hours ago (INC-7).',
    answer: handoverDraft,
  },
  acceptHandover: {
    ...post,
    path: '/handovers',
    access: 'signedIn',
    records: ['handover', 'incident', 'session.refused', 'session.locked'],
    idempotent: 'by key',
    summary:
      'Hands the shift over to another person of the same customer, who proves their identity by e-mail and password. The caller’s session continues. The taker becomes the owner of the caller’s incidents that the taker may see.',
    body: handoverBody,
    status: 201,
    answer: handover,
    errors: {
      422: 'a field is wrong, wrong e-mail or password (also for a person of another customer), or the caller’s own account',
      429: 'too many wrong passwords of this caller or network',
    },
    errorBodies: { 422: handoverError },
  },
  handover: {
    ...get,
    path: '/handovers/:id',
    access: 'signedIn',
    summary: 'A handover that the person gave or took, in its accepted form.',
    answer: handover,
    errors: { 404: 'no handover of this person with this id' },
  },
} as const satisfies Record<string, Route>
