import { strToU8, zipSync } from 'fflate'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Id of the built-in number format Text. */
const textFormat = 49

/**
 * Writes every cell as text, so that a program runs no cell as a formula. Formats every column as Text, so that typed
 * values stay as typed. Returns the bytes of an `.xlsx` file with one sheet.
 */
export function sheetFile(name: string, rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': relationshipsXml({ officeDocument: 'xl/workbook.xml' }),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml({ worksheet: 'worksheets/sheet1.xml', styles: 'styles.xml' }),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="${textFormat}" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><cols><col min="1" max="7" width="22" customWidth="1" style="1"/></cols><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xmlHead + xml)])))
}

/** Returns the XML of the relations by type. The first relation has the id `rId1`. */
function relationshipsXml(targets: Readonly<Record<string, string>>): string {
  const each = Object.entries(targets).map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packageRelations}">${each.join('')}</Relationships>`
}

function rowXml(cells: readonly string[], at: number): string {
  const cellXml = (text: string, column: number) =>
    `<c r="${String.fromCharCode(65 + column)}${at + 1}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  return `<row r="${at + 1}">${cells.map(cellXml).join('')}</row>`
}

/** Escapes the underscore of a text that looks like an escape of OOXML (`_x000D_`). */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
