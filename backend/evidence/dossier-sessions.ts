import { type Dossier, dossier } from '../../contract/wire/answers/evidence.ts'
import type { Queryable } from '../database/database.ts'
import { longestSessionMs } from '../sessions/sessions.ts'

/** Sessions of the customer's people that the chain knows to have been open at some time of the period. */
export function sessionsOpen(
  database: Queryable,
  customersId: string,
  { from, to }: { from: Date; to: Date },
): Promise<Dossier['signedIn']> {
  return database.query(
    `select begun.person, begun.session, jsonb_build_object('seq', begun.seq, 'at', evidence_time(begun.at)) as begun,
       case when ended.seq is not null then jsonb_build_object('seq', ended.seq, 'at', evidence_time(ended.at)) end as ended
     from (
       select seq, at, record::jsonb #>> '{subject,person}' as person, record::jsonb #>> '{data,session}' as session
       from evidence where customers_id = $1 and kind = 'session.begun' and at >= $4 and at < $3) as begun
     left join lateral (
       select seq, at from evidence where customers_id = $1 and kind = 'session.ended' and evidence.at >= begun.at
         and evidence.at <= begun.at + $5 * interval '1 millisecond' and record::jsonb #>> '{data,session}' = begun.session order by seq limit 1) as ended on true
     where ended.at is null or ended.at >= $2 order by begun.seq`,
    [customersId, from, to, new Date(from.getTime() - longestSessionMs), longestSessionMs],
    dossier.entries.signedIn.item,
  )
}
