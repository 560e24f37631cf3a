import { describe, expect, test } from 'vitest'
import type { ReadRow } from '../../../contract/spreadsheet/device-sheet.ts'
import { rowsOf } from './read-file.ts'
import { relationsXml, sheetWith, stylesXml, workbookXml, xlsxParts, zipOf } from './spreadsheet-files.ts'

const bookRelations = relationsXml({
  rId1: ['worksheet', 'worksheets/sheet1.xml'],
  rId2: ['sharedStrings', 'sharedStrings.xml'],
  rId3: ['styles', 'styles.xml'],
})

interface Extra {
  /** The XML of the shared texts. */
  shared?: string
  formats?: readonly (number | string)[]
  after?: string
  properties?: string
}

/** Reads a sheet with one row; `cells` replaces cells of the row by their XML. */
async function rowWith(
  cells: Parameters<typeof sheetWith>[0],
  { shared = '<si><t>Torre velha</t></si>', formats = [], after, properties }: Extra = {},
): Promise<ReadRow> {
  const parts = xlsxParts(sheetWith(cells, after), {
    'xl/workbook.xml': workbookXml([{ name: 'A' }], properties),
    'xl/_rels/workbook.xml.rels': bookRelations,
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
    'xl/styles.xml': stylesXml(formats),
  })
  const [row] = await rowsOf(zipOf(parts))
  if (row === undefined) throw new Error('no row')
  return row
}

const damaged = 'Esta célula está danificada no arquivo. Preencha a célula de novo.'

describe('a cell without a value', () => {
  test.each(['s', 'n', 'b', 'str', 'inlineStr'])('with the type %s is empty', async (type) => {
    const { texts, problems } = await rowWith({ C: `<c r="C2" t="${type}"/>` })
    expect([texts.model, problems.model]).toEqual(['', 'Informe o modelo.'])
  })

  test('with the type b means yes in the column "Ativo", like every empty cell', async () => {
    expect((await rowWith({ F: '<c r="F2" t="b"/>' })).device).toMatchObject({ active: true })
  })

  test.each(['<v/>', '<v> </v>', '<is><t>X1.</t></is>'])('of shared texts with %s is empty', async (content) => {
    expect((await rowWith({ C: `<c r="C2" t="s">${content}</c>` })).texts.model).toBe('')
  })
})

describe('an index of a shared text', () => {
  test.each(['999', '-1', '0.5', '1e0', 'x', '0x0'])(
    'with the value %s causes a problem of its cell',
    async (index) => {
      const { problems, device } = await rowWith({ F: `<c r="F2" t="s"><v>${index}</v></c>` })
      expect([problems, device]).toEqual([{ active: damaged }, null])
    },
  )
})

describe('a text', () => {
  test.each([
    ['Facial X1_x000D_', 'Facial X1'],
    ['A_x0026_B', 'A&B'],
    ['_x005F_x000D_', '_x000D_'],
    ['a_x005F_x005F_', 'a_x005F_'],
    ['_x00e9_', 'é'],
    ['_xZZZZ_ _x12_', '_xZZZZ_ _x12_'],
  ])('that is written as %s is decoded to %s in every kind of text cell', async (written, text) => {
    const shared = `<si><t>${written}</t></si>`
    expect((await rowWith({ C: '<c r="C2" t="s"><v>0</v></c>' }, { shared })).texts.model).toBe(text)
    expect((await rowWith({ C: `<c r="C2" t="inlineStr"><is><t>${written}</t></is></c>` })).texts.model).toBe(text)
    expect((await rowWith({ C: `<c r="C2" t="str"><v>${written}</v></c>` })).texts.model).toBe(text)
  })

  test.each([
    ['in <is> and in <v>', '<c r="C2" t="inlineStr"><is><t>X1.</t></is><v>X1.</v></c>'],
    ['in <v> and in <is>', '<c r="C2" t="inlineStr"><v>X1.</v><is><t>X1.</t></is></c>'],
    ['in <is> and in <v> of a formula text', '<c r="C2" t="str"><is><t>X1.</t></is><v>X1.</v></c>'],
    ['twice in <v>', '<c r="C2" t="str"><v>X1.</v><v>X1.</v></c>'],
    ['whole and in runs', '<c r="C2" t="inlineStr"><is><t>X1.</t><r><t>X1.</t></r></is></c>'],
    ['without a type', '<c r="C2"><is><t>X1.</t></is></c>'],
    ['with a phonetic run', '<c r="C2" t="inlineStr"><is><t>X1.</t><rPh sb="0" eb="1"><t>x</t></rPh></is></c>'],
    [
      'with an extension',
      '<c r="C2" t="inlineStr"><is><t>X1.</t></is><extLst><ext><t>x</t><v>9</v></ext></extLst></c>',
    ],
    [
      'with declarations of namespaces',
      '<c xmlns:r="urn:a" xmlns:t="urn:b" r="C2" t="inlineStr"><is><t>X1.</t></is></c>',
    ],
    ['with attributes of other namespaces', '<c r="C2" x:t="n" t="inlineStr" x:r="A1"><is><t>X1.</t></is></c>'],
  ])('that is written %s is read only once', async (_, cell) => {
    expect((await rowWith({ C: cell })).texts.model).toBe('X1.')
  })

  test('is joined from its runs, without phonetic runs', async () => {
    const shared =
      '<si><r><t>Facial</t></r><r><rPr/><t xml:space="preserve"> X1</t></r><rPh sb="0" eb="1"><t>x</t></rPh><phoneticPr/></si>'
    expect((await rowWith({ C: '<c r="C2" t="s"><v>0</v></c>' }, { shared })).texts.model).toBe('Facial X1')
  })

  test('keeps characters above U+FFFF that the file writes as numeric references', async () => {
    expect((await rowWith({ B: '<c r="B2" t="str"><v>Torre &#128512;&#x1F600;</v></c>' })).device?.name).toBe(
      'Torre 😀😀',
    )
  })

  test('causes a problem of its cell if a character was lost', async () => {
    expect((await rowWith({ B: '<c r="B2" t="str"><v>Port\uFFFDo</v></c>' })).problems).toEqual({
      name: 'Há um caractere que se perdeu (\uFFFD). Apague tudo e digite de novo.',
    })
  })

  test('has the words that its format adds, and causes a problem if its format hides the text', async () => {
    const formats = ['"Torre "@', ';;;']
    expect((await rowWith({ B: '<c r="B2" s="1" t="str"><v>A</v></c>' }, { formats })).texts.name).toBe('Torre A')
    const hidden = await rowWith({ F: '<c r="F2" s="2" t="str"><v>Não</v></c>' }, { formats })
    expect(hidden.problems.active).toMatch('esconde o valor')
  })
})

describe('an error of a formula', () => {
  test.each(['#N/A', '#REF!', '#DIV/0!', '#NAME?', '#SPILL!'])(
    '%s causes a problem of its cell, also if the error was pasted as text',
    async (error) => {
      const problems = { name: `A célula tem o erro ${error}. Escreva o valor certo.` }
      expect((await rowWith({ B: `<c r="B2" t="e"><v>${error}</v></c>` })).problems).toEqual(problems)
      expect((await rowWith({ B: `<c r="B2" t="str"><v> ${error} </v></c>` })).problems).toEqual(problems)
    },
  )

  test.each(['#N/D', '#VALOR!', '#NOME?', '#NÚM!', 'Err:502', '########'])(
    '%s in a text cell causes a problem',
    async (error) => {
      expect((await rowWith({ B: `<c r="B2" t="str"><v>${error}</v></c>` })).problems.name).toMatch(
        'A célula tem o erro',
      )
    },
  )

  test('is not found in a name that begins with #', async () => {
    expect((await rowWith({ B: '<c r="B2" t="str"><v>#1 Portaria</v></c>' })).device?.name).toBe('#1 Portaria')
  })
})

describe('a number (HTTP-5)', () => {
  const shown: [value: string, format: number | string, text: string][] = [
    ['123', '00000', '00123'],
    ['123', 1, '123'],
    ['0', '000', '000'],
    ['-5', '000', '-005'],
    ['1.1', 4, '1,10'],
    ['1.1', 0, '1,1'],
    ['1.1', '0.00', '1,10'],
    ['1.5', '0.0#', '1,5'],
    ['0.1', '#.00', ',10'],
    ['1000', 0, '1000'],
    ['1E3', 0, '1000'],
    ['1234567', 3, '1.234.567'],
    ['1234', '#,##0.00', '1.234,00'],
    ['7', '"Torre "0', 'Torre 7'],
    ['7', '\\T00', 'T07'],
    ['7', '[Red]00', '07'],
    ['7', '[$R$-416] 0', 'R$ 7'],
    ['-7', '0;"menos "0', 'menos 7'],
    ['0', '0;0;"nenhum"', 'nenhum'],
    ['7', '0;0;0;@', '7'],
    ['7', 'General" un"', '7 un'],
    ['7', '@', '7'],
    ['7', 49, '7'],
    ['1133334444', '(00) 0000-0000', '(11) 3333-4444'],
    ['12345', '0000"-"00', '0123-45'],
    ['0.30000000000000004', 0, '0,3'],
    ['7', '[Blue]', '7'],
    ['0', '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-', 'R$ -'],
  ]
  test.each(shown)('%s in the format %s is read as %s, as Excel shows the number', async (value, format, text) => {
    const { texts, problems } = await rowWith({ C: `<c r="C2" s="1"><v>${value}</v></c>` }, { formats: [format] })
    expect([texts.model, problems]).toEqual([text, {}])
  })

  const uncertain: [value: string, format: number | string, problem: RegExp][] = [
    ['46307', 14, /transformou este texto em data/],
    ['46307', 16, /transformou este texto em data/],
    ['46307', 'd/m', /transformou este texto em data/],
    ['46307', '[$-416]d "de" mmmm', /transformou este texto em data/],
    ['0.5', 20, /transformou este texto em data/],
    ['46307', 57, /transformou este texto em data/],
    ['0.5', '[h]:mm', /transformou este texto em data/],
    ['1000', 11, /mostra aqui outro texto/],
    ['1000', '0E+0', /mostra aqui outro texto/],
    ['0.5', 9, /mostra aqui outro texto/],
    ['0.5', 12, /mostra aqui outro texto/],
    ['1.26', '0.0', /mostra aqui outro texto/],
    ['8000', '0,', /mostra aqui outro texto/],
    ['8000', '0,"mil"', /mostra aqui outro texto/],
    ['8000', '[>100]0;"poucos"', /mostra aqui outro texto/],
    ['8000', '*x0', /mostra aqui outro texto/],
    ['8000', '0'.repeat(300), /mostra aqui outro texto/],
    ['1', ';;;', /esconde o valor/],
    ['-1', '[Red];@', /esconde o valor/],
    ['1', '0#', /mostra aqui outro texto/],
    ['1234567', '#,##0-00', /mostra aqui outro texto/],
    ['1234567890123456789', 0, /só 15 algarismos/],
    ['1e21', 0, /só 15 algarismos/],
    ['0.00000001', 0, /só 15 algarismos/],
    ['abc', 0, /danificada/],
    ['Infinity', 0, /danificada/],
    ['0x10', 0, /danificada/],
  ]
  test.each(uncertain)('%s in the format %s causes a problem of its cell', async (value, format, problem) => {
    const { problems } = await rowWith({ B: `<c r="B2" s="1"><v>${value}</v></c>` }, { formats: [format] })
    expect(problems).toEqual({ name: expect.stringMatching(problem) })
  })

  test('with a date format is read as a date, by the calendar of the file', async () => {
    const dateIn = async (properties: string, value: string) =>
      (await rowWith({ B: `<c r="B2" s="1"><v>${value}</v></c>` }, { formats: [14], properties })).texts.name
    expect(await dateIn('', '46307')).toBe('12/10/2026')
    expect(await dateIn('<workbookPr date1904="1"/>', '44845')).toBe('12/10/2026')
    expect(await dateIn('', '46307.5')).toBe('12/10/2026 12:00')
    expect(await dateIn('', '0.25')).toBe('06:00')
    expect(await dateIn('', '99999999999')).toBe('99999999999')
  })

  test('causes a problem of its cell if the file stores an ISO 8601 date', async () => {
    expect((await rowWith({ B: '<c r="B2" t="d"><v>2026-10-12</v></c>' })).problems.name).toMatch('em data')
  })

  test('takes its format from the cell formats, not from the named styles; an unknown style has the format General', async () => {
    expect((await rowWith({ C: '<c r="C2" s="7"><v>12</v></c>' })).device?.model).toBe('12')
  })

  test('gives the port and the answer "Ativo" from its stored value, whatever its format shows', async () => {
    const formats = [4, '0.00', '"Sim";;"Não"']
    expect((await rowWith({ E: '<c r="E2" s="1"><v>8000</v></c>' }, { formats })).device?.port).toBe(8_000)
    expect((await rowWith({ F: '<c r="F2" s="2"><v>0</v></c>' }, { formats })).device?.active).toBe(false)
    expect((await rowWith({ F: '<c r="F2" s="3"><v>0</v></c>' }, { formats })).device?.active).toBe(false)
  })
})

describe('an IP that became a number', () => {
  const textOf = (value: string, format = 0) => `<c r="D2" s="${format}"><v>${value}</v></c>`
  test.each([
    ['192168100101', '192.168.100.101'],
    ['10168100101', '10.168.100.101'],
    ['1921681001', '192.168.100.1'],
  ])('%s is read as %s, because only one internal address has these digits', async (value, ip) => {
    const { device } = await rowWith({ D: textOf(value) })
    expect(device?.ip).toBe(ip)
    expect((await rowWith({ D: `<c r="D2" t="str"><v>${value}</v></c>` })).device?.ip).toBe(device?.ip)
  })

  test('gets its points from a format with thousands separators', async () => {
    expect((await rowWith({ D: textOf('192168100101', 1) }, { formats: [3] })).device?.ip).toBe('192.168.100.101')
  })

  test.each(['1921681010', '10101010', '8888', '172016254250', '10.1', '200200200200'])(
    '%s causes a problem whose text explains how to format the column',
    async (value) => {
      expect((await rowWith({ D: textOf(value) })).problems).toEqual({
        ip: 'Este IP está sem os pontos: o Excel o transformou em número. Formate a coluna como Texto e digite o IP de novo.',
      })
    },
  )
})

describe('a boolean cell', () => {
  test.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['FALSE', false],
  ])('with the value %s gives active: %s', async (value, active) => {
    expect((await rowWith({ F: `<c r="F2" t="b"><v>${value}</v></c>` })).device?.active).toBe(active)
  })

  test('is read as Excel shows it, in a column of names', async () => {
    expect((await rowWith({ B: '<c r="B2" t="b"><v>1</v></c>' })).device?.name).toBe('VERDADEIRO')
  })

  test('causes a problem if its value is not a boolean, as does a cell of an unknown type', async () => {
    expect((await rowWith({ F: '<c r="F2" t="b"><v>2</v></c>' })).problems).toEqual({ active: damaged })
    expect((await rowWith({ F: '<c r="F2" t="x"><v>1</v></c>' })).problems).toEqual({ active: damaged })
  })
})

describe('a merged cell', () => {
  test('causes a problem in every row and column whose cell has no value of its own', async () => {
    const after = '<mergeCells count="1"><mergeCell ref="F1:F2"/></mergeCells>'
    expect((await rowWith({ F: '<c r="F2"/>' }, { after })).problems).toEqual({
      active: 'Esta célula está mesclada. Desfaça a mesclagem e preencha cada linha.',
    })
  })

  test('causes no problem outside of the columns of the template', async () => {
    const after = '<mergeCells><mergeCell ref="G2:J2"/><mergeCell ref="A9:XFD1048576"/></mergeCells>'
    expect((await rowWith({}, { after })).problems).toEqual({})
  })
})
