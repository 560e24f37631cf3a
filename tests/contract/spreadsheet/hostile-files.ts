import { goodRow, header, sheetXml, xlsxOf, xlsxParts, zipOf } from './spreadsheet-files.ts'

type Hostile = { bytes: Uint8Array<ArrayBuffer>; says: RegExp }

const wide = Array.from({ length: 100 }, (_, column) => `Coluna ${column}`)
const megabytes = (count: number) => ' '.repeat(count * 1024 * 1024)
/** Both compression bombs use these bytes, because compressing 40 MiB takes most of the time. */
const bomb = zipOf({ ...xlsxParts(sheetXml([header])), 'xl/worksheets/sheet1.xml': megabytes(40) })

/** Files that are refused as a whole, each with its message for people (HTTP-5). */
export const hostileFiles: Readonly<Record<string, Hostile>> = {
  'an empty file': { bytes: new Uint8Array(), says: /está vazio/ },
  'a text': { bytes: bytesOf('Código;Nome\r\nA;B'), says: /não é uma planilha do Excel/ },
  'a ZIP file of something else': {
    bytes: zipOf({ 'word/document.xml': '<a/>' }),
    says: /não é uma planilha do Excel/,
  },
  'a file over 5 MiB': { bytes: new Uint8Array(5 * 1024 * 1024 + 1), says: /mais de 5 MB/ },
  'an old .xls': { bytes: compoundFile('Workbook'), says: /formato antigo/ },
  'a spreadsheet with a password': { bytes: compoundFile('EncryptedPackage'), says: /protegida por senha/ },
  'an encrypted ZIP file': { bytes: encrypted(xlsxOf([header, goodRow(1)])), says: /protegida por senha/ },
  'a spreadsheet with macros': {
    bytes: xlsxOf([header, goodRow(1)], { 'xl/vbaProject.bin': 'macro' }),
    says: /contém macros/,
  },
  'a formula': { bytes: withCell('<c r="B2"><f>1+1</f><v>2</v></c>'), says: /tem fórmulas, por exemplo na linha 2/ },
  'a shared formula without text': {
    bytes: withCell('<c r="B2"><f t="shared" si="0"/><v>2</v></c>'),
    says: /tem fórmulas/,
  },
  '100 columns': { bytes: xlsxOf([wide, wide]), says: /mais de 20 colunas/ },
  'a cell in the last possible column': { bytes: withCell('<c r="XFD2"><v>1</v></c>'), says: /mais de 20 colunas/ },
  '5,001 rows': {
    bytes: xlsxOf([header, ...Array.from({ length: 5_001 }, () => goodRow(1))]),
    says: /mais de 5\.000 linhas/,
  },
  'no rows': { bytes: xlsxOf([header, ['', ' ', null]]), says: /nenhuma linha abaixo do cabeçalho/ },
  'an empty sheet': { bytes: xlsxOf([]), says: /cabeçalho não é o do modelo/ },
  'another header': {
    bytes: xlsxOf([
      ['Nome', 'Telefone'],
      ['Ana', '1'],
    ]),
    says: /cabeçalho não é o do modelo/,
  },
  'an extra column': { bytes: xlsxOf([[...header, 'Senha'], goodRow(1)]), says: /cabeçalho não é o do modelo/ },
  'a repeated column': { bytes: xlsxOf([[...header, 'Nome'], goodRow(1)]), says: /cabeçalho não é o do modelo/ },
  'a ZIP bomb': {
    bytes: bomb,
    says: /grande demais depois de descompactado/,
  },
  'a ZIP bomb with a wrong size': {
    bytes: lying(bomb),
    says: /grande demais depois de descompactado/,
  },
  'too many parts': {
    bytes: zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`xl/${at}.xml`, ''] as const))),
    says: /grande demais depois de descompactado/,
  },
  'a tag of 100,000 attributes': {
    bytes: withRow(`<row ${Array.from({ length: 100_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    says: /grande demais depois de descompactado/,
  },
  'more than a million elements': {
    bytes: withRow('<c/>'.repeat(1_000_001)),
    says: /grande demais depois de descompactado/,
  },
  'a sheet 700 times as large as its file': {
    bytes: withRow('<c/>'.repeat(900_000)),
    says: /grande demais depois de descompactado/,
  },
  'a truncated spreadsheet': { bytes: xlsxOf([header, goodRow(1)]).slice(0, 900), says: /danificada/ },
  'a sheet that is not XML': {
    bytes: zipOf({ ...xlsxParts(sheetXml([header])), 'xl/worksheets/sheet1.xml': '<worksheet><row>' }),
    says: /danificada/,
  },
  'a missing sheet': {
    bytes: zipOf({ 'xl/workbook.xml': '<workbook><sheets/></workbook>' }),
    says: /danificada/,
  },
  'own XML entities': {
    bytes: zipOf(xlsxParts(`<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]>${sheetXml([header, ['&c;']])}`)),
    says: /danificada/,
  },
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text))
}

function compoundFile(stream: string): Uint8Array<ArrayBuffer> {
  const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  return new Uint8Array(Buffer.concat([signature, Buffer.alloc(504), Buffer.from(stream, 'utf16le')]))
}

function withCell(cell: string): Uint8Array<ArrayBuffer> {
  const sheet = sheetXml([header, []]).replace('<row r="2"></row>', `<row r="2">${cell}</row>`)
  return zipOf(xlsxParts(sheet))
}

function withRow(row: string): Uint8Array<ArrayBuffer> {
  return zipOf(xlsxParts(sheetXml([header]).replace('</sheetData>', `${row}</sheetData>`)))
}

/** Sets the encryption flag in the ZIP directory. */
function encrypted(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(file)
  const at = bytes.indexOf(Buffer.from('504b0102', 'hex'))
  bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8)
  return new Uint8Array(bytes)
}

/** Sets the size of every part in the ZIP directory to ten bytes. */
function lying(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(file)
  const signature = Buffer.from('504b0102', 'hex')
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 1))
    bytes.writeUInt32LE(10, at + 24)
  return new Uint8Array(bytes)
}
