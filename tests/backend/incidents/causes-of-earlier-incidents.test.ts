import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { migrate, migrationNames } from '../../../backend/database/migrations.ts'
import { preparedImage } from '../../prepared-database.ts'

/** The planted rows are from before this migration. */
const firstMissing = '0038-one-cause.sql'
let database: Database

beforeAll(async () => {
  database = await openEmbeddedDatabase('memory', { image: await preparedImage('empty') })
  const names = await migrationNames()
  await database.script('create schema earlier; set search_path to earlier')
  await migrate(database, names.slice(0, names.indexOf(firstMissing)))
})
afterAll(() => database.close())

it('devices, incidents and stored handovers of an earlier version get the words for causes of this version (STATE-5)', async () => {
  await database.script(`
    insert into customers values ('c', 'Administradora Água');
    insert into condominiums (id, customers_id, name, word_code) values ('p', 'c', 'Edifício Água Viva', '');
    insert into devices (word_code, condominium_id, name, model, ip, port)
      values ('HUNG', 'p', '', '', '10.0.0.1', 80), ('DARK', 'p', '', '', '10.0.0.2', 80), ('SHUT', 'p', '', '', '10.0.0.3', 80);
    update device_checks set cause = 'silent', was_reached = word_code = 'HUNG' where word_code in ('HUNG', 'DARK');
    update device_checks set cause = 'refused' where word_code = 'SHUT';
    insert into incidents (id, customers_id, kind, state, context, life, opened_at, version, cause)
      values ('both', 'c', 'contact', '{}', '{}', 'new', now(), 1, 'unknown'),
        ('one', 'c', 'contact', '{}', '{}', 'new', now(), 1, 'off'),
        ('past', 'c', 'contact', '{}', '{}', 'closed', now(), 1, 'away');
    insert into incident_devices (incident_id, word_code, condominium_id, is_failing, cause, since)
      values ('both', 'HUNG', 'p', true, 'hung', now()), ('both', 'DARK', 'p', true, 'away', now()),
        ('one', 'SHUT', 'p', true, 'off', now()), ('past', 'DARK', 'p', false, 'away', now());
    insert into handovers (id, customers_id, from_id, to_id, at, since, note, open, over, taken, last_note)
      values ('h', 'c', 'u1', 'u2', now(), now(), '', '[{"cause": "off"}]', '[{"cause": "away"}, {"cause": "answers"}]', '[]', 0);`)

  await migrate(database)

  const row = v.object({ name: v.string(), cause: v.nullable(v.string()) })
  const causes = async (sql: string) =>
    Object.fromEntries((await database.query(sql, [], row)).map(({ name, cause }) => [name, cause]))
  expect(await causes('select word_code as name, cause from device_checks')).toEqual({
    HUNG: 'hung',
    DARK: 'silent',
    SHUT: 'refused',
  })
  expect(await causes(`select incident_id || ' ' || word_code as name, cause from incident_devices`)).toEqual({
    'both HUNG': 'hung',
    'both DARK': 'silent',
    'one SHUT': 'refused',
    'past DARK': 'unknown',
  })
  expect(await causes('select id as name, cause from incidents')).toEqual({
    both: 'unknown',
    one: 'refused',
    past: 'silent',
  })
  const given = v.array(v.object({ cause: v.string() }))
  const [handover] = await database.query(
    'select open, over from handovers',
    [],
    v.object({ open: given, over: given }),
  )
  expect(handover).toEqual({ open: [{ cause: 'refused' }], over: [{ cause: 'silent' }, { cause: 'unknown' }] })
})
