import * as v from 'valibot'
import { chainHead, dossierFiles } from '../answers/evidence.ts'
import { get, type Route } from '../route.ts'
import { existingTime } from '../scalars.ts'
import { isTimeZone } from '../time-zone.ts'

/** `from` is inclusive, `to` is exclusive. The subject is a device, a condominium, or all. `zone` is for the local times on the page. */
export const dossierQuery = v.object({
  from: existingTime,
  to: existingTime,
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
  zone: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, 'Informe um fuso horário IANA, como America/Sao_Paulo.')),
    'UTC',
  ),
})

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
      'A dossier: the records of a period, to be verified without this server (EVI-4). The export and its author are recorded.',
    query: dossierQuery,
    answer: dossierFiles,
    errors: {
      403: 'without the right, or the person does not see all condominiums: the dossier has records of all',
      409: unsound,
      422: 'no period, an unknown time zone, or more than 50,000 records in the period',
    },
  },
} as const satisfies Record<string, Route>
