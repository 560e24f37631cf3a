import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { migrate, migrationNames } from '../../../backend/database/migrations.ts'
import { preparedImage } from '../../prepared-database.ts'

/** The planted rows are from before this migration. */
const firstMissing = '0032-wrong-clock.sql'
let database: Database

beforeAll(async () => {
  database = await openEmbeddedDatabase('memory', { image: await preparedImage('empty') })
  const names = await migrationNames()
  await database.script('create schema earlier; set search_path to earlier')
  await migrate(database, names.slice(0, names.indexOf(firstMissing)))
  await database.script("insert into customers values ('c', 'Administradora Água')")
})
afterAll(() => database.close())

async function plant(id: string, kind: string, life: string, word: string, acts: readonly string[]): Promise<void> {
  await database.execute(
    `insert into incidents (id, customers_id, kind, state, context, life, opened_at, version)
     values ($1, 'c', $2, '{}', jsonb_build_object('word', $4::text), $3, now(), 1)`,
    [id, kind, life, word],
  )
  for (const act of acts)
    await database.execute('insert into incident_notes (incident_id, at, act) values ($1, now(), $2)', [id, act])
}

it('an incident of an earlier version gets the cause of its end from its history, also in a stored handover (INC-2)', async () => {
  await plant('a open', 'contact', 'new', '', ['opened'])
  await plant('b answered', 'contact', 'resolved', '', ['opened', 'resolved'])
  await plant('c answered, then closed', 'contact', 'closed', 'Cabo', ['opened', 'resolved', 'closed'])
  await plant('d closed', 'door-forced', 'closed', 'Engano', ['opened', 'closed'])
  await plant('e closed after a repetition', 'door-forced', 'closed', 'Obra', ['resolved', 'reopened', 'closed'])
  await plant('f quiet', 'door-forced', 'closed', '', ['opened', 'resolved'])
  await plant('g merged', 'contact', 'merged', '', ['opened', 'merged'])
  const shown = (kind: string, life: string, word: string) => ({ kind, life, word })
  await database.execute(
    `insert into handovers (id, customers_id, from_id, to_id, at, since, note, open, over, taken)
     values ('h', 'c', 'u1', 'u2', now(), now(), '', $1::jsonb, $2::jsonb, '[]')`,
    [
      [shown('contact', 'claimed', '')],
      [shown('contact', 'resolved', ''), shown('door-forced', 'closed', 'Engano'), shown('door-forced', 'closed', '')],
    ].map((list) => JSON.stringify(list)),
  )

  await migrate(database)

  const found = await database.query(
    "select context ->> 'end' as end, context ->> 'clearedBy' as cleared from incidents order by id",
    [],
    v.object({ end: v.nullable(v.string()), cleared: v.string() }),
  )
  expect(found.map(({ end }) => end)).toEqual([null, 'recovered', 'recovered', 'closed', 'closed', 'quiet', 'merged'])
  expect(new Set(found.map(({ cleared }) => cleared))).toEqual(new Set(['recovered']))
  const given = v.array(v.object({ end: v.nullable(v.string()) }))
  const handovers = await database.query('select open, over from handovers', [], v.object({ open: given, over: given }))
  expect(handovers).toEqual([
    { open: [{ end: null }], over: [{ end: 'recovered' }, { end: 'closed' }, { end: 'quiet' }] },
  ])
})
