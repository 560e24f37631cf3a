import * as v from 'valibot'
import {
  type Handover,
  type HandoverDraft,
  type HandoverHead,
  handover,
} from '../../contract/wire/answers/handovers.ts'
import type { Incident } from '../../contract/wire/answers/incidents.ts'
import type { Account } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { seenIncidents } from '../incidents/incident-views.ts'

/** Who never took part in a handover is told of as much as a long shift. */
const longestShiftMs = 12 * 60 * 60_000
const mostOver = 200

const headEntries = {
  ...v.pick(handover, ['id', 'note']).entries,
  at: v.date(),
  fromId: v.string(),
  fromName: v.string(),
  toId: v.string(),
  toName: v.string(),
}
const headRow = v.object(headEntries)
const wholeRow = v.object({
  ...headEntries,
  since: v.date(),
  ...v.pick(handover, ['open', 'over', 'taken']).entries,
})

const headColumns = `handovers.id, note, handovers.at, from_id as "fromId", to_id as "toId",
  coalesce((select name from users where users.id = from_id), '') as "fromName",
  coalesce((select name from users where users.id = to_id), '') as "toName"`

/** What whoever takes over from this person is to know at `now`, in milliseconds since the epoch (INC-7). */
export async function handoverDraft(database: Queryable, account: Account, now: number): Promise<HandoverDraft> {
  const [last] = await database.query(
    `select ${headColumns} from handovers where from_id = $1 or to_id = $1 order by handovers.at desc limit 1`,
    [account.userId],
    headRow,
  )
  const since = new Date(Math.max(last?.at.getTime() ?? 0, now - longestShiftMs))
  const isOpen = "life in ('new', 'claimed', 'silenced') order by opened_at desc, incidents.id"
  const isOver = `life in ('resolved', 'closed') and to_timestamp((context ->> 'resolvedAt')::float8 / 1000) >= $4
    order by opened_at desc, incidents.id limit ${mostOver}`
  return {
    since: since.toISOString(),
    open: await seenIncidents(database, account, isOpen, [], now),
    over: await seenIncidents(database, account, isOver, [since], now),
    last: last === undefined ? null : headOf(last),
  }
}

/** One that the person gave or took. */
export async function handoverOf(database: Queryable, account: Account, id: string): Promise<Handover | undefined> {
  const [row] = await database.query(
    `select ${headColumns}, since, open, over, taken from handovers where id = $1 and $2 in (from_id, to_id)`,
    [id, account.userId],
    wholeRow,
  )
  if (row === undefined) return undefined
  const { open, over, taken } = row
  const names = await namesIn(database, [...open, ...over])
  const told = (incidents: Incident[]) => incidents.map((each) => withNames(each, (id) => names.get(id) ?? ''))
  return { ...headOf(row), since: row.since.toISOString(), open: told(open), over: told(over), taken }
}

/** Of people the ids alone are kept with it: who is erased has no name here either (EVI-6). */
export async function storeHandover(transaction: Queryable, customersId: string, given: Handover): Promise<void> {
  const { id, from, to, at, since, note, taken } = given
  const lists = [given.open, given.over].map((incidents) => incidents.map((each) => withNames(each, () => '')))
  await transaction.execute(
    `insert into handovers (id, customers_id, from_id, to_id, at, since, note, open, over, taken)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10::jsonb)`,
    [...[id, customersId, from.id, to.id, at, since, note], ...[...lists, taken].map((list) => JSON.stringify(list))],
  )
}

function withNames(incident: Incident, nameOf: (id: string) => string): Incident {
  const { owner, silence } = incident
  return {
    ...incident,
    owner: owner && { id: owner.id, name: nameOf(owner.id) },
    silence: silence && { ...silence, by: { id: silence.by.id, name: nameOf(silence.by.id) } },
  }
}

async function namesIn(database: Queryable, incidents: readonly Incident[]): Promise<Map<string, string>> {
  const ids = incidents.flatMap(({ owner, silence }) => [owner?.id ?? [], silence?.by.id ?? []].flat())
  const rows = await database.query(
    'select id, name from users where id = any($1)',
    [[...new Set(ids)]],
    v.object({ id: v.string(), name: v.string() }),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function headOf({ id, note, at, fromId, fromName, toId, toName }: v.InferOutput<typeof headRow>): HandoverHead {
  return {
    id,
    note,
    at: at.toISOString(),
    from: { id: fromId, name: fromName },
    to: { id: toId, name: toName },
  }
}
