import * as v from 'valibot'
import { type EventKind, eventKindSchema } from '../../contract/wire/answers/event-kinds.ts'
import { bounds } from '../bounds.ts'
import type { Queryable } from '../database/database.ts'
import { columnsOf, firstValue } from '../database/row-values.ts'
import { Refusal } from '../http/refusal.ts'

const mostKinds = bounds.eventKinds.most.count

/** Lists the kinds of the customer's catalogue by code (EVT-1). */
export function eventKindsOf(database: Queryable, customersId: string): Promise<EventKind[]> {
  return database.query(
    'select code, name, rank, calls from event_kinds where customers_id = $1 order by code',
    [customersId],
    eventKindSchema,
  )
}

/** Adds or replaces kinds; returns those that changed. Throws a 409 `Refusal` if the catalogue would be too long. */
export async function setEventKinds(
  transaction: Queryable,
  customersId: string,
  kinds: readonly EventKind[],
): Promise<EventKind[]> {
  const byCode = [...new Map(kinds.map((kind) => [kind.code, kind])).values()]
  const changed = await transaction.query(
    `insert into event_kinds as known (customers_id, code, name, rank, calls)
     select $1, code, name, rank, calls from unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) as given (code, name, rank, calls)
     on conflict (customers_id, code) do update set name = excluded.name, rank = excluded.rank, calls = excluded.calls
       where (known.name, known.rank, known.calls) <> (excluded.name, excluded.rank, excluded.calls)
     returning code, name, rank, calls`,
    [customersId, ...columnsOf(byCode, ['code', 'name', 'rank', 'calls'])],
    eventKindSchema,
  )
  const count = await firstValue(
    transaction,
    'select count(*)::int from event_kinds where customers_id = $1',
    [customersId],
    v.number(),
  )
  if ((count ?? 0) > mostKinds) throw new Refusal(409, { message: `O catálogo tem no máximo ${mostKinds} tipos.` })
  return changed
}

/** Removes a kind; undefined if the catalogue has no such kind. */
export async function removeEventKind(
  transaction: Queryable,
  customersId: string,
  code: string,
): Promise<EventKind | undefined> {
  const [removed] = await transaction.query(
    'delete from event_kinds where customers_id = $1 and code = $2 returning code, name, rank, calls',
    [customersId, code],
    eventKindSchema,
  )
  return removed
}
