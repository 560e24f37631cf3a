import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstValue } from '../../../backend/database/row-values.ts'
import type { Backend } from '../../../backend/server.ts'
import { chainOf, isWhole } from '../evidence/chain-of.ts'
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
beforeEach(() => backend.database.script('delete from contact_lists'))

const ofPlace = '/rest/condominium/condominio-01/contacts'
const ofCustomer = '/rest/contacts'
const manager = { role: 'manager', label: '', name: 'Ana Lima', phone: '11933334444', hours: '8h às 18h' }
const police = { role: 'police', label: '', name: '', phone: '190', hours: '' }
const fire = { role: 'other', label: 'Bombeiros', name: '', phone: '193', hours: '' }

const write = (path: string, contacts: unknown, headers: Record<string, string> = {}, who = admin) =>
  who.call(path, { method: 'PUT', body: { contacts }, headers })
const read = async (path: string, who = admin) => {
  const answer = await who.call(path)
  return { etag: answer.headers.get('etag'), ...(await answer.json()) }
}
const lastRecord = async () => (await chainOf(backend.database, 'horizonte')).at(-1)

describe('the contacts of a condominium (PROC-1)', () => {
  it('are stored in their order without punctuation, beside the contacts of the customer', async () => {
    await write(ofCustomer, [police])
    const typed = { ...manager, label: 'x', phone: '+55 (11) 93333-4444' }
    const answer = await write(ofPlace, [fire, typed], { 'if-match': '"0"' })
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"'])
    expect(await answer.json()).toEqual({ own: [fire, manager], defaults: [police] })
    expect(await read(ofPlace, operator)).toEqual({ etag: '"1"', own: [fire, manager], defaults: [police] })
    expect(await read(ofCustomer, operator)).toEqual({ etag: '"1"', own: [police], defaults: [] })
    expect((await read('/rest/condominium/condominio-02/contacts')).own).toEqual([])
  })

  it('stay unchanged after a write with a stale If-Match, which gets the current lists', async () => {
    await write(ofPlace, [manager])
    const stale = await write(ofPlace, [police], { 'if-match': '"0"' })
    expect([stale.status, stale.headers.get('etag')]).toEqual([412, '"1"'])
    expect((await stale.json()).current).toEqual({ own: [manager], defaults: [] })
  })

  it('change only once if ten first writes of the same version arrive at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => write(ofPlace, [{ ...manager, name: `Ana ${at}` }], { 'if-match': '"0"' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)])
  })

  it('are refused with a text for each wrong field', async () => {
    const wrong = await write(ofPlace, [manager, { ...fire, label: '', phone: '(11) 3333' }])
    expect(wrong.status).toBe(422)
    expect((await wrong.json()).fields).toEqual({
      'contacts.1.label': 'Escreva o papel, por exemplo Bombeiros.',
      'contacts.1.phone': 'Informe um só telefone: com DDD, um 0800, ou um número curto como 190.',
    })
    expect((await write(ofPlace, Array(31).fill(police))).status).toBe(422)
    expect((await read(ofPlace)).own).toEqual([])
  })

  it('can be changed only with the right procedures:write, and read only with access to the condominium', async () => {
    expect((await write(ofPlace, [police], {}, operator)).status).toBe(403)
    expect((await write(ofCustomer, [police], {}, operator)).status).toBe(403)
    expect((await (await signIn(backend, 'outsider')).call(ofPlace)).status).toBe(404)
    expect((await operator.call('/rest/condominium/condominio-12/contacts')).status).toBe(403)
  })

  it('are recorded at each change, but not if the new list is equal', async () => {
    await write(ofPlace, [manager, police])
    await write(ofPlace, [{ ...manager, hours: '' }, police])
    const changed = await lastRecord()
    expect(changed?.record).toMatchObject({ kind: 'contacts', subject: { condominium: 'condominio-01' } })
    expect(changed?.personal.map(({ of, value }) => [of, value])).toEqual(
      expect.arrayContaining([
        ['', 'Síndico: Ana Lima, (11) 93333-4444, 8h às 18h'],
        ['', 'Síndico: Ana Lima, (11) 93333-4444'],
      ]),
    )
    expect((await write(ofPlace, [{ ...manager, hours: '' }, police])).headers.get('etag')).toBe('"2"')
    expect((await lastRecord())?.hash).toBe(changed?.hash)
    await write(ofPlace, [police, { ...manager, hours: '' }])
    expect((await lastRecord())?.record).toMatchObject({ kind: 'contacts', data: { removed: [], added: [] } })
    await write(ofCustomer, [fire])
    expect((await lastRecord())?.record).toMatchObject({ kind: 'contacts', subject: {}, data: { all: true } })
  })

  it('are erased with the condominium, also in the records, and the chain still verifies', async () => {
    const body = { name: 'Vila Nova', wordCode: 'VILA-NOVA' }
    const { id } = await (await admin.call('/rest/condominium', { method: 'POST', body })).json()
    await write(`/rest/condominium/${id}/contacts`, [{ ...manager, name: 'Zulmira Prado' }])
    await admin.call(`/rest/condominium/${id}`, { method: 'DELETE' })
    const left = (sql: string) => firstValue(backend.database, sql, [], v.number())
    expect(await left("select count(*)::int from evidence where personal::text like '%Zulmira%'")).toBe(0)
    expect(await left("select count(*)::int from contact_lists where contacts::text like '%Zulmira%'")).toBe(0)
    expect(isWhole(await chainOf(backend.database, 'horizonte'))).toBe(true)
    expect((await admin.call('/rest/evidence/head')).status).toBe(200)
  })
})
