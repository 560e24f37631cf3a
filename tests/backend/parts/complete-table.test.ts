import { expect, test } from 'vitest'
import { expectRows } from './complete-table.ts'

test('a route without a row, and a row without a route, are named with the file to edit', () => {
  const table = { 'GET /rest/notes': 1, 'GET /rest/gone': 1 }
  expect(() => expectRows(table, ['GET /rest/notes', 'POST /rest/notes'], 'notesTable in tests/notes.ts')).toThrow(
    "add a row 'POST /rest/notes' to notesTable in tests/notes.ts\nremove the row 'GET /rest/gone' from notesTable in tests/notes.ts: no such route",
  )
})

test('a table with a row for each route is accepted', () => {
  expectRows({ 'GET /rest/notes': 1 }, ['GET /rest/notes'], 'notesTable in tests/notes.ts')
})
