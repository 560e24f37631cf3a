import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { recordOf } from '../parts/simulated-device.ts'

let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

const path = (wordCode: string) => `/device-control/device/user-admin/${wordCode}`
const etagOf = async (wordCode: string) =>
  (await admin.call(`/device-control/device/${wordCode}`)).headers.get('etag') ?? ''

async function change(wordCode: string, name: string, headers: Record<string, string> = {}): Promise<Response> {
  const { model, ip, port, condominiumId } = await recordOf(admin, wordCode)
  return admin.call(path(wordCode), { method: 'PUT', body: { name, model, ip, port, condominiumId }, headers })
}

describe('two people who edit one device', () => {
  it('do not overwrite each other: the second gets 412 with the current record and its ETag', async () => {
    const tag = await etagOf('AGUAVIVA-01')
    const first = await change('AGUAVIVA-01', 'Leitor da Ana', { 'if-match': tag })
    expect([first.status, first.headers.get('etag')]).toEqual([200, await etagOf('AGUAVIVA-01')])
    const second = await change('AGUAVIVA-01', 'Leitor do Rui', { 'if-match': tag })
    const body = await second.json()
    expect([second.status, body.current.name]).toEqual([412, 'Leitor da Ana'])
    expect(second.headers.get('etag')).toBe(body.current.etag)
    const again = await change('AGUAVIVA-01', 'Leitor do Rui', { 'if-match': body.current.etag })
    expect([again.status, (await again.json()).name]).toEqual([200, 'Leitor do Rui'])
  })

  it('at once with the same tag: only one change is stored', async () => {
    const tag = await etagOf('AGUAVIVA-02')
    const answers = await Promise.all(
      [1, 2, 3, 4].map((index) => change('AGUAVIVA-02', `Leitor ${index}`, { 'if-match': tag })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
  })
})

describe('the version of a device', () => {
  it('is the same in the list, in the record and in the answer of the device', async () => {
    const tag = await etagOf('AGUAVIVA-03')
    expect((await recordOf(admin, 'AGUAVIVA-03')).etag).toBe(tag)
    expect((await admin.call(path('AGUAVIVA-03'))).headers.get('etag')).toBe(tag)
    const { result } = await (await admin.call('/device-control/device?wordCode=AGUAVIVA-03')).json()
    const page = await (await admin.call('/device-control/device?condominiumId=condominio-01')).json()
    const listed = page.result.find(({ wordCode }: { wordCode: string }) => wordCode === 'AGUAVIVA-03')
    expect([result[0].etag, listed.etag]).toEqual([tag, tag])
  })

  it('changes with an edited field, not with a contact, a switching or a save without a change', async () => {
    const tag = await etagOf('SAOJOAO-01')
    const { name } = await recordOf(admin, 'SAOJOAO-01')
    await admin.call(path('SAOJOAO-01'))
    const off = { method: 'POST', body: { active: false } }
    expect((await admin.call('/device-control/device/activate/user-admin/SAOJOAO-01', off)).status).toBe(200)
    expect((await change('SAOJOAO-01', name ?? '')).status).toBe(200)
    expect(await etagOf('SAOJOAO-01')).toBe(tag)
    await change('SAOJOAO-01', 'Outro nome')
    expect(await etagOf('SAOJOAO-01')).not.toBe(tag)
  })

  it.each(['user-admin/', 'pool/', 'database/'])('prevents a deletion at %s with a stale If-Match', async (way) => {
    const remove = (headers: Record<string, string>) =>
      admin.call(`/device-control/device/${way}SAOJOAO-02`, { method: 'DELETE', headers })
    const refused = await remove({ 'if-match': '"99"' })
    expect([refused.status, (await refused.json()).current.wordCode]).toEqual([412, 'SAOJOAO-02'])
    expect((await recordOf(admin, 'SAOJOAO-02')).wordCode).toBe('SAOJOAO-02')
  })

  it('without If-Match decides nothing: the last write wins', async () => {
    expect((await change('SAOJOAO-03', 'Um')).status).toBe(200)
    expect((await change('SAOJOAO-03', 'Outro')).status).toBe(200)
  })
})
