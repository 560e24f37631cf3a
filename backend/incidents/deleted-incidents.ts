import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import type { Actor, Fact } from '../evidence/fact.ts'
import { isOpenIncident } from './open-incidents.ts'

/** Locks the open incidents that a deletion of their condominium deletes, too, and returns their records (EVI-1). `now` in epoch milliseconds. */
export async function factsOfDeletedIncidents(
  transaction: Queryable,
  condominiumId: string,
  { actor, now }: { actor: Actor; now: number },
): Promise<Fact[]> {
  const incidents = await transaction.query(
    `select id, kind, case when kind = 'contact' then '' else word_code end as "wordCode" from incidents
     where condominium_id = $1 and ${isOpenIncident} order by id for update`,
    [condominiumId],
    v.object({ id: v.string(), kind: v.string(), wordCode: v.string() }),
  )
  return incidents.map(({ id, kind, wordCode }) => ({
    kind: 'incident',
    at: now,
    actor,
    subject: { condominium: condominiumId, ...(wordCode !== '' && { device: wordCode }) },
    data: { incident: id, of: kind, act: 'deleted' },
  }))
}
