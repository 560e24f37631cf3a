import * as v from 'valibot'
import { chainHead, dossier } from '../answers/evidence.ts'
import { get, type Route } from '../route.ts'
import { existingTime } from '../scalars.ts'

/** `from` is inclusive, `to` is not; of a device, of a condominium, or of all. */
export const dossierQuery = v.object({
  from: existingTime,
  to: existingTime,
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
})

export const evidenceRoutes = {
  chainHead: {
    ...get,
    path: '/evidence/head',
    access: 'audit:read',
    summary: 'Where the chain of the person’s customer ends now, signed, and the key to verify it with (EVI-3).',
    answer: chainHead,
    errors: { 403: 'without the right' },
  },
  dossier: {
    ...get,
    path: '/evidence/dossier',
    access: 'audit:read',
    records: ['export'],
    summary: 'The records of a period, to be verified elsewhere (EVI-4). That it was made, and by whom, is recorded.',
    query: dossierQuery,
    answer: dossier,
    errors: {
      403: 'without the right, or who does not see all condominiums: records of all are in it',
      422: 'no period, or one of more than 50,000 records',
    },
  },
} as const satisfies Record<string, Route>
