import { numberText } from '../texts/number-text.ts'
import {
  dateProblem,
  generalFormat,
  type NumberFormat,
  type ShownValue,
  shownNumber,
  shownText,
} from './number-format.ts'
import { SpreadsheetProblem } from './spreadsheet-problem.ts'
import { readXml } from './xml.ts'

const mostColumns = 20
/**
 * Longest text of a cell; every accepted value is much shorter. Limits memory, because 100,000 cells may share one
 * text.
 */
const longestText = 1_000
/**
 * Largest number of merged ranges; a person merges far fewer by hand. Limits the work, because each range is compared
 * with all rows.
 */
const mostMerges = 1_000

/**
 * The text that a person sees in a cell. `problem`: why this text may not be what the person typed. `number` is the
 * stored value of a number.
 */
export interface SheetCell extends ShownValue {
  number?: number
}

/** A row that is not empty: its row number in the spreadsheet, and its cells by column, from 0. */
export type SheetRow = { row: number; cells: SheetCell[] }

export interface SheetRows {
  rows: SheetRow[]
  /** Whether rows or columns are hidden; they are read like the others. */
  hasHidden: boolean
}

/** The lists to which cells refer by index, and the calendar of the dates. */
export interface SheetContext {
  texts: readonly string[]
  formats: readonly NumberFormat[]
  is1904: boolean
}

const emptyCell: SheetCell = { text: '' }
const damaged = 'Esta célula está danificada no arquivo. Preencha a célula de novo.'
const merged = 'Esta célula está mesclada. Desfaça a mesclagem e preencha cada linha.'
const errorText = /^(?:#(?:N\/[AD]|DIV\/0!|GETTING_DATA|\p{L}+[!?]|#+)|Err:\d{3})$/iu

/**
 * Returns a cell with this text. An error text of a formula is a problem, also if a person pasted the error as text.
 */
export function textCell(text: string): SheetCell {
  const shown = text.slice(0, longestText).trim()
  return errorText.test(shown)
    ? { text: shown, problem: `A célula tem o erro ${shown}. Escreva o valor certo.` }
    : { text: shown }
}

/** Reads the shared texts, to which cells refer by index. */
export function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let text = new RichText()
  readXml(xml, {
    opens(element) {
      if (element === 'si') text = new RichText()
    },
    closes(element) {
      if (element === 'si') texts.push(text.toString())
    },
    onText: (part, parents) => text.add(part, parents, 'si'),
  })
  return texts
}

/** Collects a text that is written as a whole or in runs (ECMA-376, 18.4.8). Skips phonetic runs. */
class RichText {
  readonly #parts = { whole: '', runs: '' }
  add(part: string, parents: readonly string[], container: string): void {
    if (parents.at(-1) !== 't') return
    if (parents.at(-2) === container) this.#parts.whole += part
    else if (parents.at(-2) === 'r' && parents.at(-3) === container) this.#parts.runs += part
  }
  toString(): string {
    return unescaped(this.#parts.runs || this.#parts.whole).slice(0, longestText)
  }
}

/** Decodes escapes such as `_x000D_`. A file writes a real text `_x000D_` as `_x005F_x000D_` (ECMA-376, 22.9.2.19). */
export function unescaped(text: string): string {
  return text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/**
 * Reads the rows that are not empty. Throws a `SpreadsheetProblem` if there is a formula, or if there are too many rows
 * or columns.
 */
export function sheetRows(xml: string, context: SheetContext, mostRows: number): SheetRows {
  const rows: SheetRow[] = []
  const merges: string[] = []
  const hiddenColumns: number[] = []
  let hasHidden = false
  let row = { row: 0, cells: [] as SheetCell[], isHidden: false }
  let cell = { column: -1, type: '', style: 0, value: '', rich: new RichText() }

  function endCell(): void {
    const shown = shownCell(cell, context)
    if (shown.text === '' && shown.problem === undefined) return
    if (cell.column >= mostColumns)
      throw new SpreadsheetProblem(
        `A planilha tem mais de ${mostColumns} colunas preenchidas. Use só as colunas do modelo.`,
      )
    while (row.cells.length < cell.column) row.cells.push(emptyCell)
    row.cells[cell.column] = shown
  }

  function endRow(): void {
    const { isHidden, ...read } = row
    if (read.cells.length === 0) return
    rows.push(read)
    if (isHidden) hasHidden = true
    if (rows.length > mostRows)
      throw new SpreadsheetProblem(
        `A planilha tem mais de ${numberText(mostRows - 1)} linhas. Divida-a em arquivos menores.`,
      )
  }

  readXml(xml, {
    opens(element, attributes, parents) {
      const parent = parents.at(-1)
      if (element === 'row') {
        const { r, hidden } = attributes()
        row = { row: rowNumber(r) ?? row.row + 1, cells: [], isHidden: isTrue(hidden) }
        cell = { ...cell, column: -1 }
      } else if (element === 'c' && parent === 'row') {
        const { r, s, t = 'n' } = attributes()
        const column = columnNumber(r) ?? cell.column + 1
        cell = { column, type: t, style: Number(s ?? 0), value: '', rich: new RichText() }
      } else if (parent === 'c' && element === 'v') cell.value = ''
      else if (parent === 'c' && element === 'f')
        throw new SpreadsheetProblem(
          `A planilha tem fórmulas, por exemplo na linha ${row.row}. No Excel, copie tudo, use “Colar valores”, salve e envie de novo.`,
        )
      else if (parent === 'cols' && element === 'col') {
        const { min, hidden } = attributes()
        if (isTrue(hidden)) hiddenColumns.push(Number(min) - 1)
      } else if (parent === 'mergeCells' && element === 'mergeCell') merges.push(attributes().ref ?? '')
    },
    closes(element, parents) {
      if (element === 'c' && parents.at(-1) === 'row') endCell()
      else if (element === 'row') endRow()
    },
    onText(text, parents) {
      if (parents.at(-1) === 'v' && parents.at(-2) === 'c') cell.value += text
      else cell.rich.add(text, parents, 'is')
    },
  })
  markMerged(rows, merges)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return { rows, hasHidden: hasHidden || hiddenColumns.some((column) => column < width) }
}

interface StoredCell {
  type: string
  style: number
  value: string
  rich: RichText
}

/**
 * Returns the cell as shown. Without a value, a cell of any type is empty: libraries write `<c t="s"/>` for a cell that
 * only has borders.
 */
function shownCell({ type, style, value, rich }: StoredCell, { texts, formats, is1904 }: SheetContext): SheetCell {
  const format = formats[style] ?? generalFormat
  const stored = value.trim()
  const inline = rich.toString()
  if (type === 'inlineStr' || (type === 'n' && stored === '')) return formattedText(inline || unescaped(value), format)
  if (type === 'str') return formattedText(unescaped(value), format)
  if (type === 'e') return { text: stored, problem: `A célula tem o erro ${stored}. Escreva o valor certo.` }
  if (stored === '') return emptyCell
  if (type === 's') {
    const text = /^\d+$/.test(stored) ? texts[Number(stored)] : undefined
    return text === undefined ? { text: '', problem: damaged } : formattedText(text, format)
  }
  // Shows booleans as Excel in Portuguese does, because Excel may have turned a name into a boolean.
  if (type === 'b' && /^(?:1|true)$/i.test(stored)) return { text: 'VERDADEIRO' }
  if (type === 'b' && /^(?:0|false)$/i.test(stored)) return { text: 'FALSO' }
  if (type === 'd') return { text: stored.slice(0, longestText), problem: dateProblem }
  if (type !== 'n' || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(stored))
    return { text: stored.slice(0, longestText), problem: damaged }
  const shown = shownNumber(Number(stored), format, is1904)
  return shown.problem === undefined ? { ...shown, number: Number(stored) } : shown
}

function formattedText(text: string, format: NumberFormat): SheetCell {
  const { text: shown, problem } = shownText(text, format)
  return problem === undefined ? textCell(shown) : { text: shown.slice(0, longestText).trim(), problem }
}

/**
 * Marks the cells of merged ranges: only the first cell of a range has a value, but the others look as if they had it,
 * too.
 */
function markMerged(rows: readonly SheetRow[], merges: readonly string[]): void {
  if (merges.length > mostMerges)
    throw new SpreadsheetProblem('A planilha tem células mescladas demais. Desfaça as mesclagens.')
  for (const merge of merges) {
    const [from = '', to = from] = merge.split(':')
    const [firstColumn = 0, lastColumn = 0] = [columnNumber(from), columnNumber(to)]
    const [firstRow, lastRow] = [rowOf(from), rowOf(to)]
    for (const { row, cells } of rows) {
      if (row < firstRow || row > lastRow) continue
      for (let column = firstColumn; column <= Math.min(lastColumn, mostColumns - 1); column++) {
        if (row === firstRow && column === firstColumn) continue
        while (cells.length < column) cells.push(emptyCell)
        cells[column] = { text: cells[column]?.text ?? '', problem: merged }
      }
    }
  }
}

function rowOf(reference: string): number {
  return Number(/\d+$/.exec(reference)?.[0])
}

function rowNumber(reference: string | undefined): number | undefined {
  return reference !== undefined && /^[1-9]\d{0,6}$/.test(reference) ? Number(reference) : undefined
}

/** Returns the column of a reference, from 0: `C7` is column 2. */
function columnNumber(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/i.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Returns whether a boolean attribute is true. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
