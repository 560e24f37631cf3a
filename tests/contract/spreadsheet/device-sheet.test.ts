import fc from 'fast-check'
import { unzipSync } from 'fflate'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { deviceFields, wordCodeField } from '../../../contract/fields/schemas.ts'
import { readRowsOf } from '../../../contract/spreadsheet/device-sheet.ts'
import { readSpreadsheet } from '../../../contract/spreadsheet/spreadsheet.ts'
import { deviceFormProblems } from '../../../src/machines/devices/device-form-rules.ts'
import { problemRows, templateRows } from '../../../src/services/device-import/device-sheet-rows.ts'
import { sheetFile } from '../../../src/services/files/sheet-file.ts'
import { hostileFiles } from './hostile-files.ts'
import { read, rowsOf } from './read-file.ts'
import { type Cell, goodRow, goodRows, header, xlsxOf } from './spreadsheet-files.ts'

const fileOf = (rows: readonly string[][]) => sheetFile('Dispositivos', rows)

describe('a file that is refused as a whole', () => {
  test.each(Object.entries(hostileFiles))('%s has a message', async (_, { bytes, says }) => {
    expect(await read(bytes)).toMatch(says)
  })

  test('a file that the browser can no longer read has a message', async () => {
    const gone = new Blob(['PK'])
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    await expect(readSpreadsheet(gone)).rejects.toThrow('O navegador não conseguiu ler o arquivo.')
  })
})

/** Trimmed, because the reader trims every cell. */
const anyCell = fc.oneof(
  fc.constantFrom('', 'Sim', 'não', 'S', '0', '1', '80', '80.5', '65536', '1e+21', '00080', '=1+1'),
  fc.constantFrom('10.0.0.1', '010.0.0.1', '172.31.255.255', '172.32.0.1', '100.127.0.1', '8.8.8.8', '10.0.0'),
  fc.constantFrom('abc', 'ÁBC', 'a'.repeat(32), 'a'.repeat(33), 'x'.repeat(80), 'x'.repeat(81), 'A\tB'),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.trim()),
)

describe('a file with random content', () => {
  const sheets = fc.array(fc.array(anyCell, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 8 })
  const storedDevice = v.object({ ...v.omit(deviceFields, ['condominiumId']).entries, wordCode: wordCodeField })

  test('a row becomes a device only if it has no problem by the rules of form and server', () => {
    fc.assert(
      fc.property(sheets, (rows) => {
        const sheet = [header, ...rows].map((cells, at) => ({ row: at + 1, cells: cells.map((text) => ({ text })) }))
        for (const { texts, problems, device } of readRowsOf({ name: 'A', rows: sheet })) {
          const { active: _, wordCode, ...wrong } = problems
          expect(device === null).toBe(Object.keys(problems).length > 0)
          expect({ ...wrong, ...(wordCode?.includes('já está') === false && { wordCode }) }).toEqual(
            deviceFormProblems({ ...texts, condominiumId: '1' }),
          )
          if (device !== null) expect({ ...v.parse(storedDevice, device), active: device.active }).toEqual(device)
        }
      }),
      { seed: 6, numRuns: 2_000 },
    )
  })

  test('it is read or refused with a message, without a crash', async () => {
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
        expect((await read(file)).length).toBeGreaterThan(0)
      }),
      { seed: 6, numRuns: 600 },
    )
  })
})

describe('a file that the panel writes', () => {
  test('the template has no problems', async () => {
    expect(await rowsOf(fileOf(templateRows))).toMatchObject([{ row: 2, problems: {}, device: { active: true } }])
  })

  test('every column of the template is formatted as Text, also below the example rows', () => {
    const parts = unzipSync(fileOf(templateRows))
    const text = (name: string) => new TextDecoder().decode(parts[name])
    expect(text('xl/worksheets/sheet1.xml')).toContain('<col min="1" max="7" width="22" customWidth="1" style="1"/>')
    expect(text('xl/styles.xml')).toContain(
      '<cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs>',
    )
  })

  test('a text that looks like an escape is unchanged after writing and reading', async () => {
    const texts = { wordCode: 'A-1', name: '_x000D_ _x005f_', model: '', ip: '', port: '', active: '' }
    expect((await rowsOf(fileOf(problemRows([{ row: 2, texts, problems: {} }]))))[0]?.texts.name).toBe(
      '_x000D_ _x005f_',
    )
  })

  test('rows with problems are read again unchanged and with the same problems', async () => {
    const wrong: Cell[] = ['00-1', '=HYPERLINK("a")&<b>', ' CA ', '8.8.8.8', '0080', 'talvez']
    const found = await rowsOf(xlsxOf([header, goodRow(1), wrong]))
    const again = await rowsOf(fileOf(problemRows(found.slice(1))))
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

  test('it omits characters that XML does not allow', async () => {
    const texts = { wordCode: 'A\u0000B', name: 'x\uD800y\uFFFF', model: '', ip: '', port: '', active: '' }
    const [again] = await rowsOf(fileOf(problemRows([{ row: 2, texts, problems: {} }])))
    expect(again?.texts).toMatchObject({ wordCode: 'AB', name: 'xy' })
  })
})
