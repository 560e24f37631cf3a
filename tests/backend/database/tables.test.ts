import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import type { Table } from '../../../backend/database/table.ts'
import { tables } from '../../../backend/database/tables.ts'
import { routes } from '../../../contract/wire/routes.ts'
import { preparedImage } from '../../prepared-database.ts'

const declared = Object.entries<Table>(tables)
const file = 'backend/database/tables.ts'

let database: Database
beforeAll(async () => {
  database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
})
afterAll(() => database.close())

/** Kinds of records that the server makes without a call. */
const withoutCall = [
  'command.unknown',
  'command.checked',
  'contact.lost',
  'contact.back',
  'chained',
  'key',
  'retention',
  'erased',
]

test('every table of the migrations is declared, and no other table', async () => {
  const found = await rowsOf(
    `select table_name as name, '' as "refersTo" from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE'`,
  )
  const made = found.map(({ name }) => name)
  const names = declared.map(([name]) => name)
  expect([
    ...made
      .filter((name) => !names.includes(name))
      .map((name) => `Table "${name}" is not declared: add it to ${file} with personalData, retention and evidence.`),
    ...names
      .filter((name) => !made.includes(name))
      .map((name) => `Table "${name}" is declared in ${file}, but no migration makes it: remove it there.`),
  ]).toEqual([])
})

test('every table with rows of a person declares how they are exported and erased (EVI-6)', async () => {
  const ids = await rowsOf(
    `select table_name as name, column_name as "refersTo" from information_schema.columns
     where table_schema = current_schema() and column_name ~ '^(user|by|from|to|person|author|owner)_id$'`,
  )
  const references = (await rowsOf(foreignKeys(''))).filter(({ refersTo }) => refersTo === 'users')
  const impersonal = declared.filter(([, { personalData }]) => 'none' in personalData).map(([name]) => name)
  const problems = [...ids, ...references]
    .filter(({ name }) => impersonal.includes(name))
    .map(
      ({ name, refersTo }) =>
        `Table "${name}" refers to a person (${refersTo}): declare the sections of its personalData in ${file}.`,
    )
  expect(problems).toEqual([])
  const sections = declared.flatMap(([, { personalData }]) =>
    'none' in personalData ? [] : Object.keys(personalData.sections),
  )
  expect(sections, 'two tables share the name of a section').toEqual([...new Set(sections)])
})

test('rows that are declared to be deleted with another row have a cascading foreign key (EVI-6)', async () => {
  const cascades = await rowsOf(foreignKeys("and confdeltype = 'c'"))
  const goes = (name: string, refersTo: string) =>
    cascades.some((each) => each.name === name && each.refersTo === refersTo)
  const wanted = declared.flatMap(([name, { personalData, retention }]) => [
    ...('erasure' in personalData && personalData.erasure === 'row goes' ? [{ name, refersTo: 'users' }] : []),
    ...('goesWith' in retention ? [{ name, refersTo: retention.goesWith }] : []),
  ])
  expect(
    wanted
      .filter(({ name, refersTo }) => !goes(name, refersTo))
      .map(({ name, refersTo }) => `Table "${name}" needs a reference to ${refersTo} with "on delete cascade".`),
  ).toEqual([])
})

test('every kind of record that a table declares is made by a call and documented (EVI-1)', () => {
  const left = Object.values(routes).flatMap((topic) =>
    Object.entries(topic).flatMap(([route, { records }]) =>
      Array.isArray(records) ? records.map((kind: string) => ({ route, kind })) : [],
    ),
  )
  const rows = readFileSync('docs/evidence.md', 'utf8').matchAll(/^\| (`.+?) \|/gm)
  const described = [...rows].map(([, kind]) => kind).join()
  const kinds = declared.flatMap(([name, { evidence }]) =>
    'none' in evidence ? [] : evidence.map((kind) => ({ name, kind })),
  )
  expect([
    ...kinds
      .filter(({ kind }) => !left.some((each) => each.kind === kind) && !withoutCall.includes(kind))
      .map(
        ({ name, kind }) =>
          `Table "${name}" declares the record "${kind}": name it in the 'records' of the route that leaves it, in contract/wire/routes.`,
      ),
    ...kinds
      .filter(({ kind }) => !described.includes(`\`${kind}\``))
      .map(({ name, kind }) => `Table "${name}" declares the record "${kind}": add its row to docs/evidence.md.`),
    ...left
      .filter(({ kind }) => kind !== 'export' && !kinds.some((each) => each.kind === kind))
      .map(
        ({ route, kind }) => `Route "${route}" leaves the record "${kind}": declare it in backend/database/tables.ts.`,
      ),
  ]).toEqual([])
})

function foreignKeys(condition: string): string {
  return `select conrelid::regclass::text as name, confrelid::regclass::text as "refersTo"
    from pg_constraint where contype = 'f' ${condition}`
}

function rowsOf(query: string): Promise<{ name: string; refersTo: string }[]> {
  return database.query(query, [], v.object({ name: v.string(), refersTo: v.string() }))
}
