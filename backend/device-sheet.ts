import * as v from 'valibot'
import type { SheetRow } from '../contract/spreadsheet/sheet-xml.ts'
import { SpreadsheetProblem } from '../contract/spreadsheet/spreadsheet-problem.ts'
import { deviceFields, wordCodeField } from './device-fields.ts'
import type { NewDevice } from './device-import.ts'
import { fieldsOf } from './request-input.ts'

/** What is wrong with a cell: the row's number in the spreadsheet and the title of its column. */
export type RowProblem = { row: number; column: string; message: string }

/** The columns of the template, by the field that each fills. */
const titles = { wordCode: 'Código', name: 'Nome', model: 'Modelo', ip: 'IP', port: 'Porta', active: 'Ativo' } as const
type Field = keyof typeof titles
const fields = ['wordCode', 'name', 'model', 'ip', 'port', 'active'] as const satisfies readonly Field[]
/** The panel writes into it what was wrong; nobody has to take it out again. */
const ignoredTitle = 'Problema'

const yes = new Set(['sim', 's', 'verdadeiro', 'true', '1'])
const no = new Set(['nao', 'n', 'falso', 'false', '0'])

const rowSchema = v.object({
  wordCode: wordCodeField,
  name: deviceFields.entries.name,
  model: deviceFields.entries.model,
  ip: deviceFields.entries.ip,
  port: deviceFields.entries.port,
  active: v.boolean('Escreva Sim ou Não.'),
})

export type ReadDevices = { devices: (NewDevice & { row: number })[]; problems: RowProblem[] }

/** The devices of a sheet, and what is wrong with its cells. Throws a `SpreadsheetProblem` for another header, and without rows. */
export function devicesOfSheet([header, ...rows]: readonly SheetRow[]): ReadDevices {
  const columns = columnsOf(header)
  if (rows.length === 0) throw new SpreadsheetProblem('A planilha não tem nenhuma linha abaixo do cabeçalho.')
  const read: ReadDevices = { devices: [], problems: [] }
  const rowOfCode = new Map<string, number>()
  for (const { row, cells } of rows) {
    const textOf = (field: Field) => cells[columns[field]] ?? ''
    const wordCode = textOf('wordCode').toUpperCase()
    const parsed = v.safeParse(rowSchema, {
      wordCode,
      name: textOf('name'),
      model: textOf('model'),
      ip: textOf('ip'),
      port: /^\d+$/.test(textOf('port')) ? Number(textOf('port')) : Number.NaN,
      active: answerOf(textOf('active')),
    })
    const found: Partial<Record<string, string>> = parsed.success ? {} : fieldsOf(parsed.issues)
    const earlier = rowOfCode.get(wordCode)
    if (wordCode !== '') {
      if (earlier === undefined) rowOfCode.set(wordCode, row)
      else found.wordCode ??= `Este código já está na linha ${earlier}.`
    }
    for (const field of fields) {
      const message = found[field]
      if (message !== undefined) read.problems.push({ row, column: titles[field], message })
    }
    if (parsed.success) read.devices.push({ row, ...parsed.output })
  }
  return read
}

/** A device whose code somebody has taken. */
export function takenProblem(row: number): RowProblem {
  return { row, column: titles.wordCode, message: 'Já existe um dispositivo com este código. Escolha outro.' }
}

function columnsOf(header: SheetRow | undefined): Record<Field, number> {
  const found = (header?.cells ?? []).map(plain)
  const known = [...Object.values(titles), ignoredTitle].map(plain)
  const unknown = header?.cells.find((title) => title !== '' && !known.includes(plain(title)))
  const missing = Object.values(titles).filter((title) => found.filter((each) => each === plain(title)).length !== 1)
  if (unknown !== undefined || missing.length > 0)
    throw new SpreadsheetProblem(
      `O cabeçalho não é o do modelo. A primeira linha deve ter, uma vez cada, as colunas ${Object.values(titles).join(', ')}.`,
    )
  const columnOf = (field: Field) => found.indexOf(plain(titles[field]))
  return {
    wordCode: columnOf('wordCode'),
    name: columnOf('name'),
    model: columnOf('model'),
    ip: columnOf('ip'),
    port: columnOf('port'),
    active: columnOf('active'),
  }
}

/** Nothing written means yes: a device is registered to be used. What is no answer is left to the schema. */
function answerOf(text: string): boolean | string {
  if (text === '' || yes.has(plain(text))) return true
  return no.has(plain(text)) ? false : text
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}
