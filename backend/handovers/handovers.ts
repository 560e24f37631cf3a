import * as v from 'valibot'
import { type Handover, type HandoverDraft, handover } from '../../contract/wire/answers/handovers.ts'
import type { Incident } from '../../contract/wire/answers/incidents.ts'
import { type Account, namesOf, personIn } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { seenIncidents } from '../incidents/incident-views.ts'

/** Longest period of a draft; also used for a person without an earlier handover. */
const longestShiftMs = 12 * 60 * 60_000
const mostOver = 200

const headRow = v.object({ ...v.pick(handover, ['id', 'note', 'from', 'to']).entries, at: timeColumn })
const wholeRow = v.object({ ...handover.entries, at: timeColumn, since: timeColumn })

const headColumns = `id, note, at, ${personIn('from_id')} as from, ${personIn('to_id')} as to`

/** Builds the handover that the next person needs at `now`, in milliseconds since the epoch (INC-7). */
export async function handoverDraft(database: Queryable, account: Account, now: number): Promise<HandoverDraft> {
  const [last] = await database.query(
    `select ${headColumns} from handovers where from_id = $1 or to_id = $1 order by handovers.at desc limit 1`,
    [account.userId],
    headRow,
  )
  const since = new Date(Math.max(last === undefined ? 0 : Date.parse(last.at), now - longestShiftMs))
  const isOpen = "life in ('new', 'claimed', 'silenced') order by opened_at desc, incidents.id"
  const isOver = `life in ('resolved', 'closed') and to_timestamp((context ->> 'resolvedAt')::float8 / 1000) >= $4
    order by opened_at desc, incidents.id limit ${mostOver}`
  return {
    since: since.toISOString(),
    open: await seenIncidents(database, account, isOpen, [], now),
    over: await seenIncidents(database, account, isOver, [since], now),
    last: last ?? null,
  }
}

/** Returns a handover that the person gave or took. */
export async function handoverOf(database: Queryable, account: Account, id: string): Promise<Handover | undefined> {
  const [row] = await database.query(
    `select ${headColumns}, since, open, over, taken from handovers where id = $1 and $2 in (from_id, to_id)`,
    [id, account.userId],
    wholeRow,
  )
  if (row === undefined) return undefined
  const people = [...row.open, ...row.over].flatMap(({ owner, silence }) => [owner ?? [], silence?.by ?? []].flat())
  const names = await namesOf(
    database,
    people.map((person) => person.id),
  )
  const withCurrentNames = (incidents: Incident[]) =>
    incidents.map((each) => withNames(each, (id) => names.get(id) ?? ''))
  return { ...row, open: withCurrentNames(row.open), over: withCurrentNames(row.over) }
}

/** Stores only ids of people: an erased person then has no name here either (EVI-6). */
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
