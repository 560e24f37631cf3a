import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { defaultProcedures } from '../../../contract/procedures/default-procedures.ts'
import { changedLists, procedureCells, procedureSheetOf } from '../../../contract/spreadsheet/procedure-sheet.ts'
import type { Procedure, ProcedureLists } from '../../../contract/wire/answers/procedures.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn
let operator: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
})
afterAll(() => backend.close())
beforeEach(() => backend.database.script('delete from procedures'))

const path = '/rest/procedure-lists'
const reported = (...texts: string[]): Procedure => ({
  kind: 'reported',
  steps: texts.map((text) => ({ text, role: null, isRequired: false })),
})
const read = async (who = admin): Promise<ProcedureLists> => (await who.call(path)).json()
const write = (lists: object[]) => admin.call(path, { method: 'PUT', body: { lists } })
const listOf = ({ lists }: ProcedureLists, id: string | null) => lists.find(({ condominiumId }) => condominiumId === id)
const records = async () =>
  (await chainOf(backend.database, 'horizonte')).flatMap(({ record }) =>
    record.kind === 'procedures.changed' ? [record] : [],
  )

describe('the procedures of all condominiums (PROC-1)', () => {
  it('are those of the customer, then those of each visible condominium', async () => {
    await write([{ condominiumId: 'condominio-01', version: 0, own: [reported('Avisar')] }])
    const all = await read()
    expect(all.lists[0]).toEqual({ condominiumId: null, name: '', wordCode: '', version: 0, own: [] })
    expect(listOf(all, 'condominio-01')).toMatchObject({ version: 1, own: [reported('Avisar')] })
    expect(all.defaults.find(({ kind }) => kind === 'alarm')?.steps).toEqual(defaultProcedures.alarm)
    const change = async (sql: string) =>
      backend.database.execute(`update users set permissions = ${sql} where id = 'user-operador'`)
    await change("array_append(permissions, 'procedures:write')")
    const seen = await read(await signIn(backend, 'operator'))
    await change("array_remove(permissions, 'procedures:write')")
    expect(listOf(seen, 'condominio-12')).toBeUndefined()
    expect(seen.lists.length).toBeLessThan(all.lists.length)
  })

  it('change together, and each changed list leaves a record', async () => {
    const before = (await records()).length
    const answer = await write([
      { condominiumId: null, version: 0, own: [reported('Para todos')] },
      { condominiumId: 'condominio-02', version: 0, own: [] },
      { condominiumId: 'condominio-03', version: 0, own: [reported('Só aqui')] },
    ])
    expect(answer.status).toBe(200)
    const all: ProcedureLists = await answer.json()
    expect([null, 'condominio-02', 'condominio-03'].map((id) => listOf(all, id)?.version)).toEqual([1, 0, 1])
    const added = (await records()).slice(before)
    expect(added.map(({ subject, data }) => [subject, data])).toEqual([
      [{}, { changed: [{ field: 'reported', before: null, after: 'Para todos' }] }],
      [{ condominium: 'condominio-03' }, { changed: [{ field: 'reported', before: null, after: 'Só aqui' }] }],
    ])
  })

  it('stay as they are, all of them, if one list has another version or one condominium is unknown', async () => {
    await write([{ condominiumId: 'condominio-02', version: 0, own: [reported('Primeiro')] }])
    const mine = { condominiumId: null, version: 0, own: [reported('Meu')] }
    for (const other of [
      { condominiumId: 'condominio-02', version: 0, own: [] },
      { condominiumId: 'nada', version: 0, own: [] },
    ]) {
      const stale = await write([mine, other])
      expect(stale.status).toBe(412)
      const { current } = await stale.json()
      expect(current).toEqual(await read())
      expect(listOf(current, null)?.own).toEqual([])
      expect(listOf(current, 'condominio-02')?.own).toEqual([reported('Primeiro')])
    }
  })

  it('are refused with a wrong step, a condominium twice, or a procedure that is only for several condominiums', async () => {
    const refused = async (...lists: object[]) => (await write(lists)).status
    const list = { condominiumId: 'condominio-01', version: 0, own: [reported('Avisar')] }
    expect(await refused({ ...list, own: [reported(' ')] })).toBe(422)
    expect(await refused(list, list)).toBe(422)
    expect(await refused({ ...list, own: [{ kind: 'service-down', steps: [] }] })).toBe(422)
    expect((await operator.call(path, { method: 'PUT', body: { lists: [] } })).status).toBe(403)
  })

  it('do not change if the exported spreadsheet is imported', async () => {
    await write([
      { condominiumId: null, version: 0, own: [{ kind: 'alarm', steps: [] }] },
      { condominiumId: 'condominio-02', version: 0, own: [reported('Um; dois')] },
    ])
    const all = await read()
    const rows = procedureCells(all).map((cells, at) => ({ row: at + 2, cells: cells.map((text) => ({ text })) }))
    const { procedures, problems } = procedureSheetOf(rows, all)
    expect(problems).toEqual([])
    expect(changedLists(procedures, all)).toEqual([])
  })
})

it('a step that is split into two steps of the same words is stored (PROC-1)', async () => {
  await admin.call('/rest/procedures', { method: 'PUT', body: { own: [reported('Ver; avisar')] } })
  const own = [reported('Ver', 'avisar')]
  const answer = await admin.call('/rest/procedures', { method: 'PUT', body: { own } })
  expect((await answer.json()).own).toEqual(own)
})
