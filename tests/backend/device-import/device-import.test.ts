import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { hostileFiles } from '../../contract/spreadsheet/hostile-files.ts'
import {
  type Cell,
  goodRow,
  goodRows,
  header,
  sheetXml,
  xlsxOf,
  xlsxParts,
  zipOf,
} from '../../contract/spreadsheet/spreadsheet-files.ts'
import { type SignedIn, signInAll, startTestBackend, type Who } from '../parts/embedded-backend.ts'

let backend: Backend
let as: Record<Who, SignedIn>

beforeAll(async () => {
  backend = await startTestBackend()
  as = await signInAll(backend)
})
afterEach(() => backend.database.execute("delete from devices where word_code like 'IMPORTADO-%'"))
afterAll(() => backend.close())

interface Where {
  who?: SignedIn
  type?: string
  condominiumId?: string
  userId?: string
  field?: string
}

/** Sends the file as the panel does. */
function send(bytes: Uint8Array<ArrayBuffer>, where: Where = {}): Promise<Response> {
  const { who = as.admin, type = 'device', condominiumId = 'condominio-01', field = 'file' } = where
  const body = new FormData()
  body.append(field, new Blob([bytes]), 'dispositivos.xlsx')
  return fetch(`${backend.url}/rest/import/${type}/${condominiumId}/${where.userId ?? who.user.userId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body,
  })
}

async function countDevices(): Promise<number> {
  const [row] = await backend.database.query(
    'select count(*)::int as count from devices',
    [],
    v.object({ count: v.number() }),
  )
  return row?.count ?? 0
}

const statusAndBody = async (answer: Response) => [answer.status, await answer.json()]
const cellProblem = (row: number, column: string, message: string) => ({ row, column, message })
const refused = (message: unknown, rows: unknown[]) => ({ ok: false, error: true, message, rows })
const withRows = (...rows: Cell[][]) => xlsxOf([header, ...rows])

describe('importing all rows or none (HTTP-5)', () => {
  it('stores 5,000 devices of one file in the chosen condominium', async () => {
    const before = await countDevices()
    expect(await statusAndBody(await send(withRows(...goodRows(5_000))))).toEqual([200, { ok: true, imported: 5_000 }])
    expect(await countDevices()).toBe(before + 5_000)
    const answer = await as.admin.call('/device-control/device?wordCode=IMPORTADO-4999')
    expect((await answer.json()).result[0]).toEqual({
      wordCode: 'IMPORTADO-4999',
      etag: '"1"',
      name: 'Leitor 4999',
      model: 'CA-200',
      ip: '10.1.19.135',
      port: 8_000,
      condominiumId: 'condominio-01',
      active: true,
      status: 'unknown',
      lastContactAt: null,
      latencyMs: null,
      canOpen: false,
    })
  })

  it('stores nothing if one row has problems, and names the row and its problems', async () => {
    const before = await countDevices()
    const rows = goodRows(20)
    rows[12] = ['IMPORTADO-0013', 'Leitor 13', 'CA-200', '8.8.8.8', 70_000, 'talvez']
    expect(await statusAndBody(await send(withRows(...rows)))).toEqual([
      422,
      refused('Nada foi importado: há linhas com problema.', [
        cellProblem(14, 'IP', 'Informe um endereço IPv4 da rede interna, por exemplo 192.168.0.10.'),
        cellProblem(14, 'Porta de rede', 'Informe uma porta de rede de 1 a 65535.'),
        cellProblem(14, 'Ativo', 'Escreva Sim ou Não.'),
      ]),
    ])
    expect(await countDevices()).toBe(before)
  })

  it('creates devices that answer at their address', async () => {
    const row = ['IMPORTADO-0001', 'Leitor', 'CA-200', '127.20.0.91', 20_911, 'Sim']
    expect((await send(withRows(row))).status).toBe(200)
    const asked = await as.admin.call(`/device-control/device/${as.admin.user.userId}/IMPORTADO-0001`)
    expect([asked.status, (await asked.json()).status]).toEqual([200, 'online'])
    await as.admin.call('/device-control/device/database/IMPORTADO-0001', { method: 'DELETE' })
  })
})

describe('the rows of a file', () => {
  const wrong: [string, Cell[], string, string][] = [
    ['no code', ['', 'Leitor', 'CA', '10.0.0.1', 80], 'Código', 'Informe o código.'],
    [
      'a code with an accent',
      ['PORTÃO-1', 'Leitor', 'CA', '10.0.0.1', 80],
      'Código',
      'Use de 3 a 32 letras maiúsculas sem acento, números ou hífens.',
    ],
    [
      'a code that is taken',
      ['AGUAVIVA-01', 'Leitor', 'CA', '10.0.0.1', 80],
      'Código',
      'Já existe um dispositivo com este código. Escolha outro.',
    ],
    [
      'another customer’s code',
      ['MARABERTO-01', 'Leitor', 'CA', '10.0.0.1', 80],
      'Código',
      'Já existe um dispositivo com este código. Escolha outro.',
    ],
    ['no name', ['IMPORTADO-1', null, 'CA', '10.0.0.1', 80], 'Nome', 'Informe o nome.'],
    [
      'a long model',
      ['IMPORTADO-1', 'Leitor', 'x'.repeat(81), '10.0.0.1', 80],
      'Modelo',
      'Use no máximo 80 caracteres.',
    ],
    [
      'no port',
      ['IMPORTADO-1', 'Leitor', 'CA', '10.0.0.1'],
      'Porta de rede',
      'Informe uma porta de rede de 1 a 65535.',
    ],
    [
      'half a port',
      ['IMPORTADO-1', 'Leitor', 'CA', '10.0.0.1', 80.5],
      'Porta de rede',
      'Informe uma porta de rede de 1 a 65535.',
    ],
    [
      'a lost character',
      ['IMPORTADO-1', 'Port\uFFFDo', 'CA', '10.0.0.1', 80],
      'Nome',
      'Há um caractere que se perdeu (\uFFFD). Apague tudo e digite de novo.',
    ],
    [
      'an error of a formula',
      ['IMPORTADO-1', '#N/A', 'CA', '10.0.0.1', 80],
      'Nome',
      'A célula tem o erro #N/A. Escreva o valor certo.',
    ],
    ['no answer', ['IMPORTADO-1', 'Leitor', 'CA', '10.0.0.1', 80, 'quem sabe'], 'Ativo', 'Escreva Sim ou Não.'],
  ]
  it.each(wrong)('with %s get a problem at the column', async (_, row, column, message) => {
    const [status, body] = await statusAndBody(await send(withRows(goodRow(7), row)))
    expect([status, body.rows]).toEqual([422, [cellProblem(3, column, message)]])
  })

  it('with a repeated code get a problem that names the row of the first one', async () => {
    const [, body] = await statusAndBody(
      await send(withRows(goodRow(1), goodRow(2), ['importado-0001', ...goodRow(1).slice(1)])),
    )
    expect(body.rows).toEqual([cellProblem(4, 'Código', 'Este código já está na linha 2.')])
  })

  it('may have extra spaces, small letters, numbers as text, several words for yes and no, and empty rows between them', async () => {
    const rows: Cell[][] = [
      ['  importado-a ', ' Leitor  A ', 'CA', ' 10.0.0.7 ', ' 0080 ', ' NÃO '],
      ['', null, ' '],
      ['IMPORTADO-B', 2_026, 100, '10.0.0.8', 8e3, true],
      ['IMPORTADO-C', 'Leitor C', 'CA', '10.0.0.9', 80, 'falso'],
    ]
    expect(await statusAndBody(await send(withRows(...rows)))).toEqual([200, { ok: true, imported: 3 }])
    const found = await backend.database.query(
      "select word_code as c, name as n, model as m, ip, port, active from devices where word_code like 'IMPORTADO-%' order by 1",
      [],
      v.record(v.string(), v.unknown()),
    )
    expect(found).toEqual([
      { c: 'IMPORTADO-A', n: 'Leitor A', m: 'CA', ip: '10.0.0.7', port: 80, active: false },
      { c: 'IMPORTADO-B', n: '2026', m: '100', ip: '10.0.0.8', port: 8_000, active: true },
      { c: 'IMPORTADO-C', n: 'Leitor C', m: 'CA', ip: '10.0.0.9', port: 80, active: false },
    ])
  })

  it('may have reordered columns, shared texts, texts in parts, and a column for problems', async () => {
    const titles = ['problema', 'IP', 'CODIGO', 'Nome', 'modelo', 'Ativo', 'Porta']
    const shared =
      '<sst><si><t>IMPORTADO-X</t></si><si><r><t>Leitor</t></r><r><t> &amp; Cia</t></r><rPh><t>não</t></rPh></si></sst>'
    const row =
      '<x:row><x:c/><x:c t="inlineStr"><x:is><x:t><![CDATA[10.0.0.1]]></x:t></x:is></x:c><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c><x:c><x:v>1</x:v></x:c><x:c r="G2"><x:v>80</x:v></x:c></x:row>'
    const sheet = sheetXml([titles]).replace('</sheetData>', `${row}</sheetData>`)
    const [status, body] = await statusAndBody(await send(zipOf(xlsxParts(sheet, { 'xl/sharedStrings.xml': shared }))))
    expect([status, body]).toEqual([200, { ok: true, imported: 1 }])
    const device = await (await as.admin.call('/device-control/device/IMPORTADO-X')).json()
    expect(device).toMatchObject({ name: 'Leitor & Cia', model: '1', ip: '10.0.0.1', port: 80, active: true })
  })
})

describe('the question for taken codes (DESK-7)', () => {
  it('names the codes of devices, of other customers too, for at most 5,000 codes', async () => {
    const ask = (wordCodes: string[]) =>
      as.admin.call('/rest/import/device/taken-codes', { method: 'POST', body: { wordCodes } })
    const answer = await ask(['AGUAVIVA-01', 'LIVRE-01', 'MARABERTO-01'])
    expect((await answer.json()).taken.toSorted()).toEqual(['AGUAVIVA-01', 'MARABERTO-01'])
    expect((await ask(Array.from({ length: 5_001 }, (_, index) => `LIVRE-${index}`))).status).toBe(422)
  })
})

describe('a file that is refused as a whole', () => {
  it.each(Object.entries(hostileFiles))('%s is refused with a message', async (_, { bytes, says }) => {
    const before = await countDevices()
    const answer = await send(bytes)
    const isTooLarge = bytes.length > 5 * 1024 * 1024
    expect(answer.status).toBe(isTooLarge ? 413 : 422)
    const body = await answer.json()
    expect(body).toMatchObject({ error: true, message: expect.stringMatching(says) })
    if (!isTooLarge) expect(body).toEqual(refused(body.message, []))
    expect(await countDevices()).toBe(before)
  })

  it('random bytes cause neither a crash nor a partial import', async () => {
    const valid = withRows(...goodRows(3))
    const broken = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 })
      .map((changes) => {
        const bytes = valid.slice()
        for (const [at, byte] of changes) bytes[at] = byte
        return bytes
      })
    const files = fc.oneof(
      broken,
      fc.uint8Array({ maxLength: 400 }).map((bytes) => new Uint8Array([0x50, 0x4b, 3, 4, ...bytes])),
    )
    const before = await countDevices()
    await fc.assert(
      fc.asyncProperty(files, async (bytes) => {
        const answer = await send(bytes)
        const body = await answer.json()
        expect([200, 422]).toContain(answer.status)
        expect(await countDevices()).toBe(before + (answer.status === 200 ? body.imported : 0))
        await backend.database.execute("delete from devices where condominium_id = 'condominio-01' and ip like '10.%'")
      }),
      { seed: 6, numRuns: 150 },
    )
  })

  it('a failure of the database in the middle leaves no rows', async () => {
    const before = await countDevices()
    await backend.database.script(
      `create function fail() returns trigger as $$ begin raise exception 'full'; end $$ language plpgsql;
       create trigger fail before insert on devices for each row when (new.word_code = 'IMPORTADO-0003') execute function fail()`,
    )
    try {
      expect((await send(withRows(...goodRows(5)))).status).toBe(500)
      expect(await countDevices()).toBe(before)
    } finally {
      await backend.database.script('drop trigger fail on devices; drop function fail')
    }
  })
})

describe('the import call', () => {
  it.each([
    ['an operator', () => ({ who: as.operator }), 403],
    ['an auditor', () => ({ who: as.auditor }), 403],
    ['a colleague’s id', () => ({ userId: as.operator.user.userId }), 403],
    ['another customer’s condominium', () => ({ who: as.outsider }), 404],
    ['no condominium', () => ({ condominiumId: 'nenhum' }), 404],
    ['another type', () => ({ type: 'resident' }), 404],
    ['another field', () => ({ field: 'planilha' }), 400],
  ] as const)('is refused for %s', async (_, where, status) => {
    const answer = await send(withRows(goodRow(1)), where())
    expect([answer.status, (await answer.json()).error]).toEqual([status, true])
  })

  it.each([
    ['JSON', 'application/json', '{}'],
    ['bytes', 'application/octet-stream', 'PK'],
    ['nothing', 'multipart/form-data; boundary=x', '--x--\r\n'],
    [
      'a form cut short',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nPK',
    ],
  ])('answers 400 to %s instead of a file', async (_, type, body) => {
    const answer = await fetch(`${backend.url}/rest/import/device/condominio-01/${as.admin.user.userId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.admin.token}`, 'content-type': type },
      body,
    })
    expect([answer.status, (await answer.json()).message]).toEqual([
      400,
      'Envie a planilha como arquivo (multipart/form-data, campo “file”).',
    ])
  })

  it('needs a token, and also the XSRF token if the page has one', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${backend.url}/rest/import/device/condominio-01/${as.admin.user.userId}`, { method: 'POST', headers })
    expect((await call({})).status).toBe(401)
    expect((await call({ authorization: `Bearer ${as.admin.token}`, cookie: 'XSRF-TOKEN=abc' })).status).toBe(403)
  })
})
