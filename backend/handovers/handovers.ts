import * as v from 'valibot'
import { type Handover, type HandoverDraft, handover } from '../../contract/wire/answers/handovers.ts'
import { clearingActs } from '../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../contract/wire/answers/incidents.ts'
import { type Account, namesOf, personIn } from '../access/users.ts'
import { visibleNow } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { deactivatedDevices } from '../devices/deactivations.ts'
import { workOn } from '../incidents/incident-stories.ts'
import { seenIncidents } from '../incidents/incident-views.ts'
import { isOpenIncident } from '../incidents/open-incidents.ts'
import { openingsOfShift } from './shift-openings.ts'
import { longestShiftMs, shiftStartOf } from './shift-start.ts'

const mostOver = 200

const headRow = v.object({ ...v.pick(handover, ['id', 'note', 'from', 'to']).entries, at: timeColumn })
const lastRow = v.object({ ...headRow.entries, lastNote: v.number(), lastCommand: v.number() })
const wholeRow = v.object({
  ...v.omit(handover, ['notes']).entries,
  at: timeColumn,
  since: timeColumn,
  lastNote: v.number(),
})

const lastNoteColumn = 'last_note::float8 as "lastNote"'
const headColumns = `id, note, at, ${personIn('from_id')} as from, ${personIn('to_id')} as to`

/** The note with which the incident ended: the first of its ends after it was opened the last time. */
const endNote = `(select min(ended.id) from incident_notes as ended
  where ended.incident_id = incidents.id and ended.act = any('{${clearingActs},closed}') and ended.id > coalesce((
    select max(begun.id) from incident_notes as begun
    where begun.incident_id = incidents.id and begun.act in ('opened', 'reopened')), 0))`

/** The newest note of any incident, and the newest command to any device; 0 without one. */
export type HandoverMarks = v.InferOutput<typeof marksRow>

const marksRow = v.object({ lastNote: v.number(), lastCommand: v.number() })

export async function handoverMarks(database: Queryable): Promise<HandoverMarks> {
  const [marks] = await database.query(
    `select (select coalesce(max(id), 0) from incident_notes)::float8 as "lastNote",
       (select coalesce(max(number), 0) from device_commands)::float8 as "lastCommand"`,
    [],
    marksRow,
  )
  return marks ?? { lastNote: 0, lastCommand: 0 }
}

/**
 * Builds the handover that the next person needs at `now`, in milliseconds since the epoch (INC-7). The sequence of the notes and commands
 * decides what happened after the last handover: its time may be of a wrong clock. `upTo`: the newest note to show.
 */
export async function handoverDraft(
  database: Queryable,
  account: Account,
  now: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<HandoverDraft> {
  const [found] = await database.query(
    `select ${headColumns}, ${lastNoteColumn}, last_command::float8 as "lastCommand" from handovers
     where from_id = $1 or to_id = $1 order by seq desc limit 1`,
    [account.userId],
    v.pipe(
      lastRow,
      v.transform(({ lastNote, lastCommand, ...last }) => ({ lastNote, lastCommand, last })),
    ),
  )
  const { lastNote, lastCommand, last } = found ?? { lastNote: 0, lastCommand: 0, last: null }
  const earliest = new Date(now - longestShiftMs)
  const isOpen = `${isOpenIncident} order by incidents.seq desc`
  const isOver = `life in ('resolved', 'closed') and to_timestamp((context ->> 'resolvedAt')::float8 / 1000) >= $4
    and ${endNote} > $5 order by incidents.seq desc limit ${mostOver}`
  const since = new Date(await shiftStartOf(database, account, now))
  const open = await seenIncidents(database, account, isOpen, [], now)
  const over = await seenIncidents(database, account, isOver, [earliest, lastNote], now)
  return {
    since: since.toISOString(),
    open,
    over,
    inactive: await deactivatedDevices(database, account),
    notes: await workOn(database, [...open, ...over], upTo),
    openings: await openingsOfShift(database, account, { from: last === null ? since : earliest, after: lastCommand }),
    last,
  }
}

/** Resolves to a handover that the person gave or took, without condominiums that the person may no longer see. */
export async function handoverOf(database: Queryable, account: Account, id: string): Promise<Handover | undefined> {
  const [row] = await database.query(
    `select ${headColumns}, since, open, over, inactive, openings, taken, ${lastNoteColumn}
     from handovers where id = $1 and $2 in (from_id, to_id)`,
    [id, account.userId],
    wholeRow,
  )
  if (row === undefined) return undefined
  const { lastNote, openings, ...stored } = row
  const isVisible = await visibleNow(database, account)
  const seen = <Item extends { condominiumId: string | null }>(items: readonly Item[]) =>
    items.filter(({ condominiumId }) => isVisible(condominiumId))
  const shown = {
    open: seen(row.open),
    over: seen(row.over),
    inactive: seen(row.inactive),
    openings: { ...openings, others: seen(openings.others) },
  }
  const people = [...shown.open, ...shown.over].flatMap(({ owner, silence, passed }) =>
    [owner ?? [], silence?.by ?? [], passed?.by ?? []].flat(),
  )
  const names = await namesOf(
    database,
    [...people, ...[...shown.inactive, ...shown.openings.others].flatMap(({ by }) => by ?? [])].map(({ id }) => id),
  )
  const taken = row.taken.filter((taken) => shown.open.some((incident) => incident.id === taken))
  const notes = await workOn(database, [...shown.open, ...shown.over], lastNote)
  return { ...stored, ...listsWithNames(shown, (id) => names.get(id) ?? ''), notes, taken }
}

/**
 * Stores only ids of people, and no notes: an erased person or contact then has no name here either (EVI-6). `marks`: as they were before
 * the lists of the handover were read.
 */
export async function storeHandover(
  transaction: Queryable,
  customersId: string,
  given: Handover,
  marks: HandoverMarks,
): Promise<void> {
  const { id, from, to, at, since, note, taken } = given
  const { open, over, inactive, openings } = listsWithNames(given, () => '')
  await transaction.execute(
    `insert into handovers (id, customers_id, from_id, to_id, at, since, note, last_note, last_command, open, over, inactive, openings, taken)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12::jsonb, $13::jsonb, $14::jsonb)`,
    [
      ...[id, customersId, from.id, to.id, at, since, note, marks.lastNote, marks.lastCommand],
      ...[open, over, inactive, openings, taken].map((list) => JSON.stringify(list)),
    ],
  )
}

type StoredLists = Pick<Handover, 'open' | 'over' | 'inactive' | 'openings'>

/** Fills the names of all people in the stored lists of a handover. */
function listsWithNames(
  { open, over, inactive, openings: { confirmed, others } }: StoredLists,
  nameOf: (id: string) => string,
): StoredLists {
  const named = (each: Incident) => withNames(each, nameOf)
  const byNamed = <Item extends { by: Handover['from'] | null }>(item: Item): Item => ({
    ...item,
    by: item.by && { id: item.by.id, name: nameOf(item.by.id) },
  })
  return {
    open: open.map(named),
    over: over.map(named),
    inactive: inactive.map(byNamed),
    openings: { confirmed, others: others.map(byNamed) },
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
