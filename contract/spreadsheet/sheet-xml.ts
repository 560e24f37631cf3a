import { Parser } from 'saxen'
import { fileTexts, SpreadsheetProblem, unreadable } from './spreadsheet-problem.ts'

const mostColumns = 20
/** No accepted value is nearly as long. Limits memory: 100,000 cells may share one text. */
const longestText = 1_000

/** Opening and closing tags of a part: 5,000 rows of 20 columns have at most 800,000. */
const mostTags = 1_000_000
/** No tag of a spreadsheet is nearly as long: tags have few attributes. */
const longestTag = 10_000

/** A row that is not empty: its row number in the spreadsheet, and its texts by column, from 0. */
export type SheetRow = { row: number; cells: string[] }

type Attributes = Record<string, string>
type Listeners = {
  opens(element: string, attributes: () => Attributes): void
  closes?(element: string): void
  onText?(text: string): void
}

export function attributesOfAll(xml: string, wanted: string): Attributes[] {
  const found: Attributes[] = []
  listen(xml, { opens: (element, attributes) => element === wanted && found.push(attributes()) })
  return found
}

/** Reads the shared texts, which cells refer to by index. */
export function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  const open = new Set<string>()
  let text = ''
  listen(xml, {
    opens(element) {
      open.add(element)
      if (element === 'si') text = ''
    },
    closes(element) {
      open.delete(element)
      if (element === 'si') texts.push(text.slice(0, longestText))
    },
    onText(part) {
      if (open.has('si') && open.has('t') && !open.has('rPh')) text += part
    },
  })
  return texts
}

/** Reads the rows that are not empty. Throws a `SpreadsheetProblem` for a formula, and for too many rows or columns. */
export function sheetRows(xml: string, texts: readonly string[], mostRows: number): SheetRow[] {
  const rows: SheetRow[] = []
  const open = new Set<string>()
  let row: SheetRow = { row: 0, cells: [] }
  let cell = { column: -1, type: '', text: '' }

  function endCell(): void {
    const text = textOf(cell.type, cell.text, texts).slice(0, longestText).trim()
    if (text === '') return
    if (cell.column >= mostColumns)
      throw new SpreadsheetProblem(
        `A planilha tem mais de ${mostColumns} colunas preenchidas. Use só as colunas do modelo.`,
      )
    while (row.cells.length < cell.column) row.cells.push('')
    row.cells[cell.column] = text
  }

  function endRow(): void {
    if (row.cells.length === 0) return
    rows.push(row)
    if (rows.length > mostRows)
      throw new SpreadsheetProblem(
        `A planilha tem mais de ${(mostRows - 1).toLocaleString('pt-BR')} linhas. Divida-a em arquivos menores.`,
      )
  }

  listen(xml, {
    opens(element, attributes) {
      open.add(element)
      if (element === 'row') {
        row = { row: rowNumber(attributes().r) ?? row.row + 1, cells: [] }
        cell = { column: -1, type: '', text: '' }
      } else if (element === 'c') {
        const { r, t = 'n' } = attributes()
        cell = { column: columnNumber(r) ?? cell.column + 1, type: t, text: '' }
      } else if (element === 'f' && open.has('c'))
        throw new SpreadsheetProblem(
          `A planilha tem fórmulas, por exemplo na linha ${row.row}. No Excel, copie tudo, use “Colar valores”, salve e envie de novo.`,
        )
    },
    closes(element) {
      open.delete(element)
      if (element === 'c') endCell()
      else if (element === 'row') endRow()
    },
    onText(text) {
      if (open.has('c') && (open.has('v') || (open.has('t') && !open.has('rPh')))) cell.text += text
    },
  })
  return rows
}

function textOf(type: string, text: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(text)] ?? ''
  if (type === 'b') return text.trim() === '1' ? 'Sim' : 'Não'
  if (type !== 'n' || text.trim() === '') return text
  const number = Number(text)
  return Number.isFinite(number) ? String(number) : text
}

function rowNumber(reference: string | undefined): number | undefined {
  return reference !== undefined && /^[1-9]\d{0,6}$/.test(reference) ? Number(reference) : undefined
}

/** `C7` is column 2. */
function columnNumber(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Parses XML without namespace prefixes. Rejects a document type, because it may define entities. */
function listen(xml: string, { opens, closes, onText }: Listeners): void {
  refuseTooManyTags(xml)
  const parser = new Parser()
    .on('openTag', (element, attributes, decode) => opens(localName(element), () => decoded(attributes(), decode)))
    .on('closeTag', (element) => closes?.(localName(element)))
    .on('text', (raw, decode) => onText?.(decode(raw)))
    .on('cdata', (text) => onText?.(text))
    .on('attention', () => {
      throw unreadable()
    })
  try {
    parser.parse(xml)
  } catch (error) {
    throw error instanceof SpreadsheetProblem ? error : unreadable()
  }
}

/** Runs before the parser: each element and attribute costs many times its text in memory (OPS-4). */
function refuseTooManyTags(xml: string): void {
  let tags = 0
  let end = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', end)) {
    const closing = xml.indexOf('>', at)
    end = closing < 0 ? xml.length : closing
    tags += 1
    if (tags > mostTags || end - at > longestTag) throw new SpreadsheetProblem(fileTexts.bomb)
  }
}

function decoded(attributes: Attributes, decode: (raw: string) => string): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, raw]) => [localName(name), decode(raw)]))
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
