import { strToU8, type Zippable, zipSync } from 'fflate'

export type Cell = string | number | boolean | null

export const header = ['Código', 'Nome', 'Modelo', 'IP', 'Porta de rede', 'Ativo']

/** A row without problems. */
export function goodRow(number: number): Cell[] {
  const digits = String(number).padStart(4, '0')
  return [`IMPORTADO-${digits}`, `Leitor ${number}`, 'CA-200', `10.1.${number >> 8}.${number & 255}`, 8_000, 'Sim']
}

export function goodRows(count: number): Cell[][] {
  return Array.from({ length: count }, (_, index) => goodRow(index + 1))
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The XML of a sheet with these rows; the first row has number 1. */
export function sheetXml(rows: readonly (readonly Cell[])[]): string {
  const rowsXml = rows.map((cells, at) => {
    const cellsXml = cells.map((cell, column) => cellXml(`${columnName(column)}${at + 1}`, cell)).join('')
    return `<row r="${at + 1}">${cellsXml}</row>`
  })
  return `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rowsXml.join('')}</sheetData></worksheet>`
}

/** The parts of a spreadsheet with this sheet; `more` adds or replaces parts. */
export function xlsxParts(sheet: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  }
}

export function zipOf(parts: Record<string, string | Uint8Array>): Uint8Array<ArrayBuffer> {
  const zippable: Zippable = {}
  for (const [name, content] of Object.entries(parts))
    zippable[name] = typeof content === 'string' ? strToU8(content) : content
  return zipSync(zippable)
}

export function xlsxOf(rows: readonly (readonly Cell[])[], more: Record<string, string> = {}): Uint8Array<ArrayBuffer> {
  return zipOf(xlsxParts(sheetXml(rows), more))
}

function cellXml(reference: string, cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
}

function columnName(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest === 0 ? '' : columnName(rest - 1)}${String.fromCharCode(65 + (column % 26))}`
}
