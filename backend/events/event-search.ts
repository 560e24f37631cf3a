import * as v from 'valibot'
import { type FoundEvent, foundEventSchema } from '../../contract/wire/answers/event-search.ts'
import type { EventSearchQuery } from '../../contract/wire/requests/events.ts'
import type { Account } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { sequenceColumn, timeColumn } from '../database/row-values.ts'
import { sequenceOfPeriod } from '../database/sequence-of-period.ts'
import { pageOf } from '../http/list-cursor.ts'
import { cataloguedColumn } from './events.ts'

export type EventSearch = Partial<Omit<EventSearchQuery, 'limit' | 'cursor'>> & {
  /** The id of the last event of the previous page: later events do not change the rest of the list. */
  after?: string | undefined
  limit: number
}

const foundRow = v.object({ ...foundEventSchema.entries, sequence: sequenceColumn, at: timeColumn })

/**
 * Lists the events that match the filter, of condominiums that the account may see, in the order of their sequence, newest first by default
 * (PAGE-3).
 */
export async function searchEvents(
  database: Queryable,
  account: Account,
  search: EventSearch,
): Promise<{ result: FoundEvent[]; nextCursor: string | null }> {
  const parameters: unknown[] = []
  const given = (value: unknown) => `$${parameters.push(value)}`
  const { condominiumId, wordCode, kind, from, to, order = 'newest', after, limit } = search
  const [direction, beyond] = order === 'newest' ? ['desc', '<'] : ['asc', '>']
  const conditions = [`condominiums.customers_id = ${given(account.customersId)}`]
  // With an `or`, as in `visibleCondominiums`, the planner could not see how few condominiums a person may have.
  if (!account.seesAll)
    conditions.push(
      `events.condominium_id in (select condominium_id from user_condominiums where user_id = ${given(account.userId)})`,
    )
  if (condominiumId !== undefined) conditions.push(`events.condominium_id = ${given(condominiumId)}`)
  if (wordCode !== undefined) conditions.push(`events.word_code = ${given(wordCode)}`)
  if (kind !== undefined) conditions.push(`kind = ${given(kind)}`)
  if (from !== undefined || to !== undefined) {
    const range = await sequenceOfPeriod(database, { table: 'events', sequence: 'id', step: 'day' }, [], { from, to })
    if (range === undefined) return { result: [], nextCursor: null }
    conditions.push(`events.id between ${given(range.first)}::bigint and ${given(range.last)}::bigint`)
    // With a `case`, because the planner would multiply the shares of this condition and of the range: far too few rows.
    conditions.push(
      `case when at >= coalesce(${given(from ?? null)}::timestamptz, '-infinity') then at < coalesce(${given(to ?? null)}::timestamptz, 'infinity') end`,
    )
  }
  if (after !== undefined) conditions.push(`events.id ${beyond} ${given(after)}::bigint`)
  const found = await database.query(
    `select events.id::text, events.id::text as sequence, events.condominium_id as "condominiumId", condominiums.name as "condominiumName",
       events.word_code as "wordCode", ip, kind, description, at, ${cataloguedColumn},
       coalesce((select devices.name from devices where devices.word_code = events.word_code), '') as "deviceName"
     from events join condominiums on condominiums.id = events.condominium_id
     where ${conditions.join(' and ')} order by events.id ${direction} limit ${given(limit + 1)}`,
    parameters,
    foundRow,
  )
  return pageOf(found, limit, (last) => [last.id])
}
