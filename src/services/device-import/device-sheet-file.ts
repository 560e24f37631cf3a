import { strToU8, zipSync } from 'fflate'
import { columnTitles, type ImportRow, importFields, problemTitle } from '../../../contract/spreadsheet/device-sheet.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const titles = importFields.map((field) => columnTitles[field])
const example = ['PORTARIA-01', 'Leitor da portaria', 'CA-200 Leitor', '192.168.0.10', '8000', 'Sim']

/** The template of contract "Import" with one example row, as bytes of an `.xlsx` file. */
export function templateFile(): Uint8Array<ArrayBuffer> {
  return sheetFile([titles, example])
}

/** Original rows of an import with their problems, to be corrected and imported again; as bytes of an `.xlsx` file. */
export function problemRowsFile(rows: readonly ImportRow[]): Uint8Array<ArrayBuffer> {
  return sheetFile([[...titles, problemTitle], ...rows.map(cellsOf)])
}

function cellsOf({ texts, problems }: ImportRow): string[] {
  const problemTexts = importFields.flatMap((field) => {
    const problem = problems[field]
    return problem === undefined ? [] : [`${columnTitles[field]}: ${problem}`]
  })
  return [...importFields.map((field) => texts[field]), problemTexts.join(' ')]
}

/** Every cell is text, so that no cell is run as a formula and leading zeros stay. */
function sheetFile(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': relationshipsXml('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Dispositivos" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><cols><col min="1" max="7" width="22" customWidth="1"/></cols><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xmlHead + xml)])))
}

function relationshipsXml(type: string, target: string): string {
  return `<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/${type}" Target="${target}"/></Relationships>`
}

function rowXml(cells: readonly string[], at: number): string {
  const cellXml = (text: string, column: number) =>
    `<c r="${String.fromCharCode(65 + column)}${at + 1}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  return `<row r="${at + 1}">${cells.map(cellXml).join('')}</row>`
}

function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
