import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { devicesOfSheet } from '../../backend/device-sheet.ts'
import { columnTitles, type ImportRow, importFields, importRowsOf } from '../../contract/spreadsheet/device-sheet.ts'
import { readSpreadsheet } from '../../contract/spreadsheet/spreadsheet.ts'
import { SpreadsheetProblem } from '../../contract/spreadsheet/spreadsheet-problem.ts'
import { problemRowsFile, templateFile } from '../../src/services/device-sheet-file.ts'
import { hostileFiles } from './hostile-files.ts'
import { type Cell, goodRow, goodRows, header, xlsxOf } from './spreadsheet-files.ts'

/** What the panel makes of a file: its rows, or what it says against it. */
async function read(bytes: Uint8Array<ArrayBuffer>): Promise<ImportRow[] | string> {
  try {
    return importRowsOf(await readSpreadsheet(new Blob([bytes])))
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return error.message
    throw error
  }
}

interface Told {
  row: number
  column: string
  message: string
}

function toldOf(rows: ImportRow[]): Told[] {
  return rows.flatMap(({ row, problems }) =>
    importFields.flatMap((field) => {
      const message = problems[field]
      return message === undefined ? [] : [{ row, column: columnTitles[field], message }]
    }),
  )
}

/** What the server says of the same file, apart from codes that are taken. */
async function toldAtServer(bytes: Uint8Array<ArrayBuffer>): Promise<Told[] | string> {
  try {
    return devicesOfSheet(await readSpreadsheet(new Blob([bytes]))).problems
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return error.message
    throw error
  }
}

async function toldHere(bytes: Uint8Array<ArrayBuffer>): Promise<Told[] | string> {
  const found = await read(bytes)
  return typeof found === 'string' ? found : toldOf(found)
}

describe('a file that is refused as a whole', () => {
  test.each(Object.entries(hostileFiles))('%s is told in words', async (_, { bytes, says }) => {
    expect(await read(bytes)).toMatch(says)
  })

  test('one that vanished meanwhile is told so', async () => {
    const gone = new Blob(['PK'])
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    await expect(readSpreadsheet(gone)).rejects.toThrow('O navegador não conseguiu ler o arquivo.')
  })
})

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  fc.constantFrom<Cell>(null, '', ' ', 'Sim', 'não', 'S', 0, 1, 80, 80.5, 65_536, 1e21, true, false),
  fc.constantFrom<Cell>(
    '10.0.0.1',
    '010.0.0.1',
    '172.31.255.255',
    '172.32.0.1',
    '100.127.0.1',
    '8.8.8.8',
    '10.0.0',
    '1',
  ),
  fc.constantFrom<Cell>(
    'abc',
    'ÁBC',
    'a'.repeat(32),
    'a'.repeat(33),
    'x'.repeat(80),
    'x'.repeat(81),
    'A\tB',
    '=1+1',
    '00080',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 6 }).map((text) => text.replace(/[\p{Cc}]/gu, '')),
)

describe('panel and server', () => {
  test('say the same of every row', async () => {
    const sheets = fc.array(fc.array(anyCell, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(sheets, async (rows) => {
        const bytes = xlsxOf([header, ...rows])
        expect(await toldHere(bytes)).toEqual(await toldAtServer(bytes))
      }),
      { seed: 6, numRuns: 300 },
    )
  })

  test('say the same of any bytes, and never crash', async () => {
    const valid = xlsxOf([header, ...goodRows(2)])
    const broken = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 })
      .map((changes) => {
        const bytes = valid.slice()
        for (const [at, byte] of changes) bytes[at] = byte
        return bytes
      })
    const zipLike = fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array([0x50, 0x4b, 3, 4, ...bytes]))
    const bytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes))
    await fc.assert(
      fc.asyncProperty(fc.oneof(broken, zipLike, bytes), async (file) => {
        expect(await toldHere(file)).toEqual(await toldAtServer(file))
      }),
      { seed: 6, numRuns: 600 },
    )
  })
})

describe('what the panel writes', () => {
  test('the template is a file without problems', async () => {
    const bytes = templateFile()
    expect(await toldHere(bytes)).toEqual([])
    expect(await toldAtServer(bytes)).toEqual([])
  })

  test('rows with problems come back as they were, and with the same problems', async () => {
    const wrong: Cell[] = ['00-1', '=HYPERLINK("a")&<b>', ' CA ', '8.8.8.8', '0080', 'talvez']
    const found = await read(xlsxOf([header, goodRow(1), wrong]))
    if (typeof found === 'string') throw new Error(found)
    const again = await read(problemRowsFile(found.slice(1)))
    if (typeof again === 'string') throw new Error(again)
    const [{ texts, problems } = { texts: {}, problems: {} }] = again
    expect(texts).toEqual({
      wordCode: '00-1',
      name: '=HYPERLINK("a")&<b>',
      model: 'CA',
      ip: '8.8.8.8',
      port: '0080',
      active: 'talvez',
    })
    expect(problems).toEqual(found[1]?.problems)
    expect(Object.keys(problems)).toEqual(['ip', 'active'])
  })

  test('characters that XML cannot hold are left out', async () => {
    const texts = { wordCode: 'A\u0000B', name: 'x\uD800y\uFFFF', model: '', ip: '', port: '', active: '' }
    const again = await read(problemRowsFile([{ row: 2, texts, problems: {} }]))
    expect(typeof again === 'string' ? again : again[0]?.texts).toMatchObject({ wordCode: 'AB', name: 'xy' })
  })
})
