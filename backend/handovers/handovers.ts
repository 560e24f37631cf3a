import * as v from 'valibot'
import { type Handover, type HandoverDraft, handover } from '../../contract/wire/answers/handovers.ts'
import { clearingActs } from '../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../contract/wire/answers/incidents.ts'
import { type Account, namesOf, personIn } from '../access/users.ts'
import { visibleNow } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue, timeColumn } from '../database/row-values.ts'
import { deactivatedDevices } from '../devices/deactivations.ts'
import { seenIncidents } from '../incidents/incident-views.ts'
import { isOpenIncident } from '../incidents/open-incidents.ts'
import { longestShiftMs, shiftStartOf } from './shift-start.ts'

const mostOver = 200

const headRow = v.object({ ...v.pick(handover, ['id', 'note', 'from', 'to']).entries, at: timeColumn })
const lastRow = v.object({ ...headRow.entries, lastNote: v.number() })
const wholeRow = v.object({ ...handover.entries, at: timeColumn, since: timeColumn })

const headColumns = `id, note, at, ${personIn('from_id')} as from, ${personIn('to_id')} as to`

/** The note with which the incident ended: the first of its ends after it was opened the last time. */
const endNote = `(select min(ended.id) from incident_notes as ended
  where ended.incident_id = incidents.id and ended.act = any('{${clearingActs},closed}') and ended.id > coalesce((
    select max(begun.id) from incident_notes as begun
    where begun.incident_id = incidents.id and begun.act in ('opened', 'reopened')), 0))`

/**
 * Builds the handover that the next person needs at `now`, in milliseconds since the epoch (INC-7). The sequence of the notes decides which
 * incidents ended after the last handover: its time may be of a wrong clock.
 */
export async function handoverDraft(database: Queryable, account: Account, now: number): Promise<HandoverDraft> {
  const [found] = await database.query(
    `select ${headColumns}, last_note::float8 as "lastNote" from handovers
     where from_id = $1 or to_id = $1 order by seq desc limit 1`,
    [account.userId],
    v.pipe(
      lastRow,
      v.transform(({ lastNote, ...last }) => ({ lastNote, last })),
    ),
  )
  const { lastNote, last } = found ?? { lastNote: 0, last: null }
  const earliest = new Date(now - longestShiftMs)
  const isOpen = `${isOpenIncident} order by incidents.seq desc`
  const isOver = `life in ('resolved', 'closed') and to_timestamp((context ->> 'resolvedAt')::float8 / 1000) >= $4
    and ${endNote} > $5 order by incidents.seq desc limit ${mostOver}`
  return {
    since: new Date(await shiftStartOf(database, account, now)).toISOString(),
    open: await seenIncidents(database, account, isOpen, [], now),
    over: await seenIncidents(database, account, isOver, [earliest, lastNote], now),
    inactive: await deactivatedDevices(database, account),
    last,
  }
}

/** Resolves to a handover that the person gave or took, without condominiums that the person may no longer see. */
export async function handoverOf(database: Queryable, account: Account, id: string): Promise<Handover | undefined> {
  const [row] = await database.query(
    `select ${headColumns}, since, open, over, inactive, taken from handovers where id = $1 and $2 in (from_id, to_id)`,
    [id, account.userId],
    wholeRow,
  )
  if (row === undefined) return undefined
  const isVisible = await visibleNow(database, account)
  const seen = <Item extends { condominiumId: string | null }>(items: readonly Item[]) =>
    items.filter(({ condominiumId }) => isVisible(condominiumId))
  const shown = { open: seen(row.open), over: seen(row.over), inactive: seen(row.inactive) }
  const people = [...shown.open, ...shown.over].flatMap(({ owner, silence, passed }) =>
    [owner ?? [], silence?.by ?? [], passed?.by ?? []].flat(),
  )
  const names = await namesOf(
    database,
    [...people, ...shown.inactive.flatMap(({ by }) => by ?? [])].map((person) => person.id),
  )
  const taken = row.taken.filter((taken) => shown.open.some((incident) => incident.id === taken))
  return { ...row, ...listsWithNames(shown, (id) => names.get(id) ?? ''), taken }
}

/** Returns the id of the newest note of any incident; 0 without notes. */
export async function newestNote(database: Queryable): Promise<number> {
  const sql = 'select coalesce(max(id), 0)::float8 from incident_notes'
  return (await firstValue(database, sql, [], v.number())) ?? 0
}

/**
 * Stores only ids of people: an erased person then has no name here either (EVI-6). `lastNote`: the newest note before the lists of the
 * handover were read.
 */
export async function storeHandover(
  transaction: Queryable,
  customersId: string,
  given: Handover,
  lastNote: number,
): Promise<void> {
  const { id, from, to, at, since, note, taken } = given
  const { open, over, inactive } = listsWithNames(given, () => '')
  await transaction.execute(
    `insert into handovers (id, customers_id, from_id, to_id, at, since, note, last_note, open, over, inactive, taken)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11::jsonb, $12::jsonb)`,
    [
      ...[id, customersId, from.id, to.id, at, since, note, lastNote],
      ...[open, over, inactive, taken].map((list) => JSON.stringify(list)),
    ],
  )
}

/** Fills the names of all people in the lists of a handover. */
function listsWithNames(
  { open, over, inactive }: Pick<Handover, 'open' | 'over' | 'inactive'>,
  nameOf: (id: string) => string,
): Pick<Handover, 'open' | 'over' | 'inactive'> {
  const named = (each: Incident) => withNames(each, nameOf)
  return {
    open: open.map(named),
    over: over.map(named),
    inactive: inactive.map((each) => ({ ...each, by: each.by && { id: each.by.id, name: nameOf(each.by.id) } })),
  }
}

function withNames(incident: Incident, nameOf: (id: string) => string): Incident {
  const { owner, silence, passed } = incident
  return {
    ...incident,
    owner: owner && { id: owner.id, name: nameOf(owner.id) },
    silence: silence && { ...silence, by: { id: silence.by.id, name: nameOf(silence.by.id) } },
    passed: passed && { ...passed, by: { id: passed.by.id, name: nameOf(passed.by.id) } },
  }
}
