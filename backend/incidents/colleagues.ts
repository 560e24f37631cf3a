import * as v from 'valibot'
import { isActive } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import type { MovedIncident } from './moved-incident.ts'

const personRow = v.object({ id: v.string(), name: v.string() })

/** Who sees the incident, and may be given it. */
export function colleaguesOf(
  database: Queryable,
  { customersId, condominiumId }: Pick<MovedIncident, 'customersId' | 'condominiumId'>,
): Promise<{ id: string; name: string }[]> {
  return database.query(
    `select id, name from users where customers_id = $1 and ${isActive} and ($2::text is null or sees_all or exists (
       select 1 from user_condominiums where user_id = users.id and condominium_id = $2)) order by name, id`,
    [customersId, condominiumId],
    personRow,
  )
}
