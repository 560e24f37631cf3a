import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRow } from '../../../backend/database/row-values.ts'
import type { Backend } from '../../../backend/server.ts'
import { type Cell, goodRow, goodRows, header, xlsxOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { eventually } from '../../eventually.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const fields = { name: 'Leitor', model: 'CA-200', ip: '10.20.0.93', port: 20_930 }

let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ simulator: false })
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

const create = (condominiumId: string, wordCode: string) =>
  admin.call(`/device-control/device/${condominiumId}/user-admin/${wordCode}`, { method: 'POST', body: fields })

function move(condominiumId: string, wordCode: string): Promise<Response> {
  return admin.call(`/device-control/device/user-admin/${wordCode}`, {
    method: 'PUT',
    body: { ...fields, condominiumId },
  })
}

function importInto(condominiumId: string, rows: Cell[][]): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([xlsxOf([header, ...rows])]), 'dispositivos.xlsx')
  return fetch(`${backend.url}/rest/import/device/${condominiumId}/user-admin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body,
  })
}

/** Deletes a new condominium in a transaction that ends when the call of `act` waits for it; resolves to the answer of the call. */
async function duringDeletion(act: (condominiumId: string) => Promise<Response>): Promise<Response> {
  const made = await admin.call('/rest/condominium', { method: 'POST', body: { name: 'Some', wordCode: 'SOME-01' } })
  const { id } = await made.json()
  // In an object, because a promise of a promise would wait for the call.
  const { call } = await backend.database.transaction(async (transaction) => {
    await transaction.execute('delete from condominiums where id = $1', [id])
    const call = act(id)
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await eventually(async () => expect(await hasRow(backend.database, waiting, [])).toBe(true))
    return { call }
  })
  return call
}

describe('while a condominium is deleted', () => {
  it('a device that is made in it is refused with 404', async () => {
    expect((await duringDeletion((id) => create(id, 'NOVO-01'))).status).toBe(404)
  })

  it('a device that is moved to it is refused with 422 at the field of the condominium', async () => {
    expect((await create('condominio-01', 'MUDA-01')).status).toBe(201)
    const moved = await duringDeletion((id) => move(id, 'MUDA-01'))
    expect([moved.status, (await moved.json()).fields]).toEqual([
      422,
      { condominiumId: 'Escolha um condomínio da sua lista.' },
    ])
  })

  it('an import into it is refused with 404', async () => {
    expect((await duringDeletion((id) => importInto(id, [goodRow(9)]))).status).toBe(404)
  })
})

it('two imports of the same codes at once end with one success and one list of problems', async () => {
  const answers = await Promise.all(['condominio-01', 'condominio-02'].map((id) => importInto(id, goodRows(3))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  for (const answer of answers) if (answer.status === 422) expect((await answer.json()).rows).toHaveLength(3)
})
