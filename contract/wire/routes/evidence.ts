import * as v from 'valibot'
import { chainHead } from '../answers/evidence.ts'
import { rulesAnswer } from '../answers/rules.ts'
import { get, type Route } from '../route.ts'
import { existingDay, existingTime } from '../scalars.ts'
import { isTimeZone } from '../time-zone.ts'

const zone = v.optional(
  v.pipe(v.string(), v.check(isTimeZone, 'Informe um fuso horário IANA, como America/Sao_Paulo.')),
  'UTC',
)

/** `from` is inclusive, `to` is exclusive. The subject is a device, a condominium, or all. `zone` is for the local times on the page. */
export const dossierQuery = v.object({
  from: existingTime,
  to: existingTime,
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
  zone,
})

/** `on`: the day (`YYYY-MM-DD`) in the time zone `zone`; by default today. */
export const rulesQuery = v.object({ on: v.optional(existingDay), zone })

const unsound = 'the chain is not as it was signed: the server signs nothing'

export const evidenceRoutes = {
  chainHead: {
    ...get,
    path: '/evidence/head',
    access: 'audit:read',
    summary: 'The signed head of the customer’s chain, and the public key that verifies it (EVI-3).',
    answer: chainHead,
    errors: { 403: 'without the right', 409: unsound },
  },
  dossier: {
    ...get,
    path: '/evidence/dossier',
    access: 'audit:read',
    records: ['export'],
    summary:
      'A dossier: the records of a period, to be verified without this server (EVI-4). The answer is a form with two files: `page` (HTML) and `json`. The export and its author are recorded.',
    query: dossierQuery,
    mediaType: 'multipart/form-data',
    errors: {
      403: 'without the right, or the person does not see all condominiums: the dossier has records of all',
      409: unsound,
      422: 'no period, an unknown time zone, more than 500,000 records in the period, or a page of more than 500 MB',
      429: 'a dossier of the customer is being made',
    },
  },
  rules: {
    ...get,
    path: '/rules',
    access: 'signedIn',
    summary:
      'The rules of circuit, retries and incidents that were in force on a day, by the records of the customer’s chain (EVI-10): version, commit, hash, numbers and words, and the difference from the rules before.',
    query: rulesQuery,
    answer: rulesAnswer,
    errors: { 422: 'no such day, or an unknown time zone' },
  },
} as const satisfies Record<string, Route>
