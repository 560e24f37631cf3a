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

type Column = 'A' | 'B' | 'C' | 'D' | 'E' | 'F'

/** Returns the XML of a sheet with one valid row, in which the given cells are replaced by their XML. */
export function sheetWith(cells: Partial<Record<Column, string>>, after = ''): string {
  const row = goodRow(1).map((cell, at) => {
    const column = columnName(at)
    return Object.entries(cells).find(([name]) => name === column)?.[1] ?? cellXml(`${column}2`, cell)
  })
  return sheetXml([header]).replace('</sheetData>', `<row r="2">${row.join('')}</row></sheetData>${after}`)
}

/**
 * Returns the XML of the styles. Style 0 is general; style n has the n-th format: the id of a built-in format, or a
 * code.
 */
export function stylesXml(formats: readonly (number | string)[]): string {
  const codes = formats.map((format, at) =>
    typeof format === 'number'
      ? ''
      : `<numFmt numFmtId="${200 + at}" formatCode="${format.replaceAll('"', '&quot;')}"/>`,
  )
  const styles = formats.map((format, at) => `<xf numFmtId="${typeof format === 'number' ? format : 200 + at}"/>`)
  return `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/>${styles.join('')}</cellXfs></styleSheet>`
}

/** Returns the XML of relations. Each id has a type and a target. */
export function relationsXml(
  targets: Readonly<Record<string, readonly [type: string, target: string]>>,
  base = relations,
): string {
  const each = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

/** Returns the XML of a workbook with these sheets. The n-th sheet has the relation `rIdN`. */
export function workbookXml(sheets: readonly { name: string; state?: string }[], properties = ''): string {
  const each = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  )
  return `<workbook xmlns="${main}" xmlns:r="${relations}">${properties}<sheets>${each.join('')}</sheets></workbook>`
}

/** Makes a ZIP file whose directory has all sizes and offsets in ZIP64 fields. */
export function zip64Of(parts: Record<string, string>): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const stored = Buffer.concat([local, Buffer.from(name), Buffer.from(content)])
    const length = Buffer.byteLength(content)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.fill(0xff, 20, 28)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt16LE(37, 30)
    entry.fill(0xff, 42, 46)
    // Another extra field precedes the ZIP64 field.
    const extra = Buffer.alloc(37)
    extra.writeUInt16LE(0x5455, 0)
    extra.writeUInt16LE(5, 2)
    extra.writeUInt16LE(1, 9)
    extra.writeUInt16LE(24, 11)
    for (const [at, value] of [length, length, offset].entries()) extra.writeBigUInt64LE(BigInt(value), 13 + at * 8)
    directory.push(entry, Buffer.from(name), extra)
    files.push(stored)
    offset += stored.length
  }
  const count = BigInt(files.length)
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeBigUInt64LE(count, 24)
  end64.writeBigUInt64LE(count, 32)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + Buffer.concat(directory).length), 8)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.fill(0xff, 8, 20)
  return new Uint8Array(Buffer.concat([...files, ...directory, end64, locator, end]))
}
