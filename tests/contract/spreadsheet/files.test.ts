import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from '../../../contract/spreadsheet/spreadsheet.ts'
import { read, rowsOf } from './read-file.ts'
import {
  goodRow,
  header,
  relationsXml,
  sheetWith,
  sheetXml,
  workbookXml,
  xlsxParts,
  zip64Of,
  zipOf,
} from './spreadsheet-files.ts'

const good = sheetXml([header, goodRow(1)])
const old = sheetXml([header, goodRow(99)])

/** Makes a workbook with these sheets in order; each sheet has its own part. */
function bookOf(
  sheets: readonly { name: string; state?: string; type?: string; xml?: string }[],
): Uint8Array<ArrayBuffer> {
  const targets = sheets.map(
    ({ type = 'worksheet' }, at) => [`rId${at + 1}`, [type, `parts/part${at + 1}.xml`]] as const,
  )
  const parts = sheets.map(({ xml = good }, at) => [`xl/parts/part${at + 1}.xml`, xml])
  return zipOf({
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': relationsXml(Object.fromEntries(targets)),
    ...Object.fromEntries(parts),
  })
}

const codesOf = async (file: Uint8Array<ArrayBuffer>) => (await rowsOf(file)).map(({ texts }) => texts.wordCode)

describe('the sheet that is read (HTTP-5)', () => {
  test.each([
    ['hidden', { name: 'Velhos', state: 'hidden', xml: old }],
    ['very hidden', { name: 'Velhos', state: 'veryHidden', xml: old }],
    ['a chart sheet', { name: 'Gráfico', type: 'chartsheet', xml: '<chartsheet/>' }],
    ['a dialog sheet', { name: 'Diálogo', type: 'dialogsheet', xml: '<dialogsheet/>' }],
  ])('is the first visible sheet of cells, if the first sheet is %s', async (_, first) => {
    const file = bookOf([first, { name: 'Portaria &amp; Torre', state: 'visible' }, { name: 'Outra', xml: old }])
    expect(await codesOf(file)).toEqual(['IMPORTADO-0001'])
    expect((await readSpreadsheet(new Blob([file]))).name).toBe('Portaria & Torre')
  })

  test('is named in the message if its header differs from the template', async () => {
    const first = { name: 'Instruções', xml: sheetXml([['Leia isto']]) }
    expect(await read(bookOf([first, { name: 'Portaria' }]))).toMatch(
      'Foi lida a aba “Instruções”, a primeira visível.',
    )
  })

  test('does not exist if all sheets with cells are hidden', async () => {
    expect(
      await read(
        bookOf([
          { name: 'A', state: 'hidden' },
          { name: 'B', type: 'chartsheet' },
        ]),
      ),
    ).toMatch(/reexiba a aba/)
  })

  test.each([
    ['a row', good.replace('<row r="2">', '<row r="2" hidden="1">'), true],
    ['a column', good.replace('<sheetData>', '<cols><col min="2" max="3" hidden="true"/></cols><sheetData>'), true],
    ['no row', good, false],
    [
      'an empty column at the end',
      good.replace('<sheetData>', '<cols><col min="7" max="16384" hidden="1"/></cols><sheetData>'),
      false,
    ],
    ['an empty row', good.replace('</sheetData>', '<row r="9" hidden="1"/></sheetData>'), false],
  ])('includes hidden rows and columns, and reports whether it has any: %s is hidden', async (_, xml, hasHidden) => {
    const sheet = await readSpreadsheet(new Blob([bookOf([{ name: 'A', xml }])]))
    expect([sheet.hasHidden, sheet.rows.length]).toEqual([hasHidden, 2])
  })
})

describe('a file of another library', () => {
  const parts = xlsxParts(good)
  const strict = 'http://purl.oclc.org/ooxml'

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    [
      'with backslashes in the names of the ZIP file',
      zipOf(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name.replaceAll('/', '\\'), text]))),
    ],
    [
      'with a slash before each name of the ZIP file',
      zipOf(Object.fromEntries(Object.entries(parts).map(([name, text]) => [`/${name}`, text]))),
    ],
    [
      'with names in other letters',
      zipOf(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name.toUpperCase(), text]))),
    ],
    ['in ZIP64', zip64Of(parts)],
    [
      'with its parts in unusual places',
      zipOf({
        '_rels/.rels': relationsXml({
          a: ['extended-properties', 'docProps/app.xml'],
          b: ['officeDocument', '/livro/o livro.xml'],
        }),
        'livro/o livro.xml': workbookXml([{ name: 'A' }]),
        'livro/_rels/o livro.xml.rels': relationsXml({
          rId7: ['worksheet', 'http://example.org/sheet.xml" TargetMode="External'],
          rId9: ['sharedStrings', '../textos/t%C3%A9xtos.xml'],
          rId1: ['worksheet', './folhas\\..\\folhas\\a.xml'],
        }),
        'livro/folhas/a.xml': sheetWith({ B: '<c r="B2" t="s"><v>0</v></c>' }),
        'textos/téxtos.xml': '<sst><si><t>Leitor 1</t></si></sst>',
      }),
    ],
    [
      'in strict OOXML',
      zipOf({
        '_rels/.rels': relationsXml(
          { rId1: ['officeDocument', 'xl/workbook.xml'] },
          `${strict}/officeDocument/relationships`,
        ),
        'xl/workbook.xml': workbookXml([{ name: 'A' }]).replaceAll('http://schemas.openxmlformats.org', strict),
        'xl/_rels/workbook.xml.rels': relationsXml(
          { rId1: ['worksheet', 'a.xml'] },
          `${strict}/officeDocument/relationships`,
        ),
        'xl/a.xml': good,
      }),
    ],
    [
      'with prefixes of namespaces',
      zipOf({
        'xl/workbook.xml': prefixed(workbookXml([{ name: 'A' }])),
        'xl/_rels/workbook.xml.rels': prefixed(relationsXml({ rId1: ['worksheet', 'a.xml'] })),
        'xl/a.xml': prefixed(good),
      }),
    ],
    ['without numbers of rows and cells', zipOf(xlsxParts(good.replace(/ r="[A-Z]*\d+"/g, '')))],
    [
      'with small letters in the references',
      zipOf(xlsxParts(good.replace(/ r="[A-Z]\d"/g, (found) => found.toLowerCase()))),
    ],
    ['with bytes after its end', new Uint8Array([...zipOf(parts), ...new Uint8Array(100)])],
  ])('is read: %s', async (_, file) => {
    const [row, ...more] = await rowsOf(file)
    expect(row).toMatchObject({ row: 2, problems: {}, device: { wordCode: 'IMPORTADO-0001', name: 'Leitor 1' } })
    expect(more).toEqual([])
  })

  test.each([
    ['a no-break space', ['Código', 'Nome', 'Modelo', 'IP', 'Porta\u00A0de rede', 'Ativo\u00A0']],
    ['a line break', ['Código', 'Nome', 'Modelo', 'IP', 'Porta\nde rede', 'Ativo']],
    ['a line break of Excel', ['Código', 'Nome', 'Modelo', 'IP', 'Porta_x000D_\nde  rede', 'Ativo']],
    ['invisible characters', ['\uFEFFCódigo', 'No\u00ADme', 'Modelo\u200B', 'IP', 'Porta de rede', 'Ativo']],
    ['decomposed accents', ['Co\u0301digo', 'Nome', 'Modelo', 'IP', 'Porta de rede', 'Ativo']],
  ])('may have %s in its header', async (_, titles) => {
    expect(await codesOf(zipOf(xlsxParts(sheetXml([titles, goodRow(1)]))))).toEqual(['IMPORTADO-0001'])
  })
})

describe('an encoding', () => {
  const text = 'Portão da Água'
  const xml = sheetWith({ B: `<c r="B2" t="inlineStr"><is><t>${text}</t></is></c>` }).replace(/^<\?xml[^>]*>/, '')
  const declared = (encoding: string) => `<?xml version='1.0' encoding='${encoding}' standalone="yes"?>${xml}`
  const utf16 = (declaration: string) => Buffer.from(declaration, 'utf16le')

  test.each<[string, Uint8Array]>([
    ['ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['windows-1252 in double quotes', Buffer.from(declared('windows-1252').replaceAll("'", '"'), 'latin1')],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${declared('UTF-8')}`)],
    ['UTF-8 without a declaration', Buffer.from(xml)],
    ['UTF-16 of Windows', utf16(`\uFEFF${declared('UTF-16')}`)],
    ['UTF-16 without a byte order mark', utf16(declared('UTF-16LE'))],
    ['UTF-16 in the other order', utf16(`\uFEFF${declared('UTF-16')}`).swap16()],
    ['UTF-8 with a byte order mark that declares ISO-8859-1', Buffer.from(`\uFEFF${declared('ISO-8859-1')}`)],
    ['UTF-8 that declares Unicode', Buffer.from(declared('unicode'))],
    ['UTF-8 that declares UTF-16', Buffer.from(declared('utf-16'))],
  ])('is used to decode the sheet: %s', async (_, content) => {
    const [row] = await rowsOf(zipOf({ ...xlsxParts(xml), 'xl/worksheets/sheet1.xml': content }))
    expect(row?.device?.name).toBe(text)
  })

  test.each<[string, Uint8Array]>([
    ['is unknown', Buffer.from(declared('x-martian'))],
    ['does not have the bytes', Buffer.from(declared('UTF-8'), 'latin1')],
  ])('that %s causes a message instead of lost characters', async (_, content) => {
    expect(await read(zipOf({ ...xlsxParts(xml), 'xl/worksheets/sheet1.xml': content }))).toMatch(/codificação/)
  })

  test('a reference to an entity that XML does not define causes a message', async () => {
    const broken = (reference: string) =>
      zipOf(xlsxParts(sheetWith({ B: `<c r="B2" t="str"><v>${reference}</v></c>` })))
    for (const reference of ['&nbsp;', '&constructor;', '&#0;', '&#x110000;', 'A & B'])
      expect(await read(broken(reference))).toMatch(/danificada/)
  })
})

describe('a file of another kind', () => {
  test.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
    [
      '.xlsb',
      zipOf({ 'xl/workbook.bin': 'x', '[Content_Types].xml': '<Types/>' }),
      /binária do Excel \(\.xlsb\).*salve como/,
    ],
    ['.ods', zipOf({ mimetype: 'application/vnd.oasis', 'content.xml': '<a/>' }), /LibreOffice \(\.ods\).*salve como/],
    ['.numbers', zipOf({ 'Index/Document.iwa': 'x' }), /Numbers.*Exportar para/],
    ['CSV', new Uint8Array(Buffer.from('sep=;\r\nCódigo;Nome')), /texto \(CSV\).*salve como/],
    ['CSV in cp1252', new Uint8Array(Buffer.from('Código\tNome', 'latin1')), /texto \(CSV\).*salve como/],
    ['CSV in UTF-16', new Uint8Array(Buffer.from('\uFEFFCódigo\tNome', 'utf16le')), /texto \(CSV\).*salve como/],
    ['HTML', new Uint8Array(Buffer.from('\uFEFF\n<html><table/>')), /página da web.*salve como/],
    [
      'XML of Excel 2003',
      new Uint8Array(Buffer.from('<?xml version="1.0"?><Workbook/>')),
      /página da web ou um XML.*salve como/,
    ],
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]), /não é uma planilha do Excel\. Use o modelo/],
  ])('is named in the message, which explains what to do: %s', async (_, file, text) => {
    expect(await read(file)).toMatch(text)
  })
})

/** Adds a namespace prefix to all elements. */
function prefixed(xml: string): string {
  return xml.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace(' xmlns=', ' xmlns:x=')
}
