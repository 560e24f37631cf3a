import { type Dossier, dossier } from '../../../contract/wire/answers/evidence.ts'
import { dataOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** Of a device, of a condominium, or of all; ISO date-times. */
export interface DossierWish {
  wordCode?: string | undefined
  condominiumId?: string | undefined
  from: string
  to: string
}

export interface EvidenceApi {
  /** All records of a period, to be verified elsewhere (permission `audit:read`, and all condominiums seen). Throws a `CallError`. */
  dossier(wish: DossierWish, signal: AbortSignal): Promise<Dossier>
}

/** contract "Evidence". */
export function createEvidenceApi(http: HttpClient, log: Log): EvidenceApi {
  const data = createDataAccess(http)
  return {
    async dossier(wish, signal) {
      const result = await data.get('evidence/dossier', { query: { ...wish }, signal })
      return dataOf(parseResult(result, dossier, { log, call: 'evidence/dossier' }))
    },
  }
}
