import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signHead } from '../../../backend/evidence/heads.ts'
import { openSigningKey } from '../../../backend/evidence/signing-key.ts'
import type { Backend } from '../../../backend/server.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import type { SignedHead } from '../../../contract/wire/answers/evidence.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { isGenuine } from './independent-verifier.ts'
import { dossierFilesOf, pageOf, signedFiles } from './made-dossier.ts'

const start = Date.UTC(2026, 10, 23, 3)
const minuteMs = 60_000
const at = (minutes: number) => new Date(start + minutes * minuteMs).toISOString()

describe('the dossier of the server (EVI-4)', () => {
  let backend: Backend
  let admin: SignedIn
  let nowMs: number
  beforeEach(async () => {
    nowMs = start
    backend = await startTestBackend({ now: () => nowMs, version: '9.8.7' })
    admin = await signIn(backend, 'admin')
  })
  afterEach(() => backend.close())

  const askAt = async (minutes: number) => {
    nowMs = start + minutes * minuteMs
    await admin.call('/device-control/device/restart/AGUAVIVA-01', { method: 'POST' })
  }
  const filesOf = async (from: string, to: string, more = '') => {
    const answer = await admin.call(`/rest/evidence/dossier?from=${from}&to=${to}${more}`)
    expect(answer.status).toBe(200)
    return dossierFilesOf(answer)
  }
  const verdictOf = async (from: string, to: string) => {
    const files = await filesOf(from, to)
    for (const file of [files.json, files.page]) expect(isGenuine({ file })).toBe(true)
    const verdict = await verifyDossier(files.page)
    expect(verdict).toMatchObject({ isGenuine: true, problems: [] })
    return { ...verdict, data: JSON.parse(files.json).dossier }
  }

  it('signs the page and its data with the maker, the server, the zone and both ends', async () => {
    for (const minutes of [1, 2, 3]) await askAt(minutes)
    const files = await filesOf(at(1), at(2), '&wordCode=AGUAVIVA-01&zone=America/Manaus')
    const { page } = files
    expect(isGenuine({ file: page })).toBe(true)
    const { dossier } = JSON.parse(files.json)
    expect(dossier).toMatchObject({
      madeBy: { id: admin.user.userId, name: admin.user.name },
      server: { version: '9.8.7' },
      zone: 'America/Manaus',
      subject: { device: 'AGUAVIVA-01' },
    })
    expect(dossier.chain.seq).toBeGreaterThan(dossier.end.seq)
    expect(page).toContain('22/11/2026 23:01:00 UTC-4')
    expect(page).toContain(`<dd>${admin.user.name} (${admin.user.userId})</dd>`)
    expect(page).toContain('versão 9.8.7')
  })

  it('names each device that had a code in its period, and no later device with that code (EVI-2)', async () => {
    const wordCode = 'TROCADO-01'
    const create = async (minutes: number, name: string) => {
      await askAt(minutes)
      const body = { name, model: 'CA-200', ip: '10.9.9.9', port: 80 }
      const path = `/device-control/device/condominio-01/${admin.user.userId}/${wordCode}`
      expect((await admin.call(path, { method: 'POST', body })).status).toBe(201)
    }
    const remove = async (minutes: number) => {
      await askAt(minutes)
      const path = `/device-control/device/database/${wordCode}`
      expect((await admin.call(path, { method: 'DELETE' })).status).toBe(204)
    }
    await create(1, 'Catraca antiga')
    await remove(2)
    await create(3, 'Cancela nova')
    const nameIn = async (from: number, to: number) => (await verdictOf(at(from), at(to))).data.names.devices[wordCode]
    expect(await nameIn(0.5, 2.5)).toBe('Catraca antiga')
    expect(await nameIn(0.5, 3.5)).toBe('Catraca antiga, depois Cancela nova')
    expect(await nameIn(2.5, 3.5)).toBe('Cancela nova')
  })

  it('names the panel, in the session of a person, as the actor of an automatic act (EVI-9)', async () => {
    await askAt(1)
    const { userId, name } = admin.user
    const base = { at: at(1), wordCode: 'AGUAVIVA-01', condominiumId: 'condominio-01', userId, panelVersion: '1' }
    const records = [
      { ...base, id: randomUUID(), sequence: 1, kind: 'transition', cause: 'threshold', failureCount: 5 },
      { ...base, id: randomUUID(), sequence: 2, kind: 'reset', cause: 'manual' },
    ]
    const path = `/rest/device-audit/condominio-01/${userId}`
    expect((await admin.call(path, { method: 'POST', body: { records } })).status).toBe(200)
    const { data } = await verdictOf(at(1), at(2))
    const actors = data.records.flatMap(({ kind, actor }: { kind: string; actor: unknown }) =>
      kind === 'declared' ? [actor] : [],
    )
    expect(actors).toEqual([{ panel: true, person: userId }, { person: userId }])
    const { page } = await filesOf(at(1), at(2))
    expect(page.split(`<td>Painel, na sessão de ${name} (${userId})</td>`)).toHaveLength(2)
  })

  it('contains the rules that the server recorded in its period or last before its period (EVI-10)', async () => {
    await askAt(1)
    await askAt(2)
    const rulesIn = async (from: number, to: number) => {
      const { data, isGenuine: isRight } = await verdictOf(at(from), at(to))
      expect(isRight).toBe(true)
      const inside = data.records.filter(({ kind }: { kind: string }) => kind === 'rules')
      return { before: data.rules, inside }
    }
    const own = { kind: 'rules', actor: { server: true }, data: { version: '9.8.7', commit: null } }
    expect(await rulesIn(2, 3)).toMatchObject({ before: own, inside: [] })
    expect(await rulesIn(-1, 3)).toMatchObject({ before: null, inside: [own] })
    expect((await filesOf(at(2), at(3))).page).toContain('Depois de 5 falhas seguidas, o painel põe')
  })

  it.each([
    ['changed', "record = replace(record, '9.8.7', '9.8.8')"],
    ['hidden', "kind = 'export'"],
  ])('is refused if the rules before its period were %s in the database (EVI-3)', async (_, change) => {
    await askAt(1)
    await askAt(2)
    await backend.database.script(`alter table evidence disable trigger user;
      update evidence set ${change} where customers_id = 'horizonte' and kind = 'rules';
      alter table evidence enable trigger user`)
    const answer = await admin.call(`/rest/evidence/dossier?from=${at(2)}&to=${at(3)}`)
    expect(answer.status).toBe(409)
  })

  it('refuses an unknown time zone', async () => {
    const answer = await admin.call(`/rest/evidence/dossier?from=${at(1)}&to=${at(2)}&zone=Lua`)
    expect(answer.status).toBe(422)
  })

  it('of a past period stays genuine with a newer head', async () => {
    for (const minutes of [1, 2, 3]) await askAt(minutes)
    const { json } = await filesOf(at(1), at(2))
    await askAt(4)
    const { head } = await (await admin.call('/rest/evidence/head')).json()
    expect(await verifyDossier(json, { heads: JSON.stringify(head) })).toMatchObject({ isGenuine: true })
    expect(isGenuine({ file: json, heads: JSON.stringify(head) })).toBe(true)
  })

  it('is genuine and complete after the clock was set back, for a period with and without records', async () => {
    await askAt(30)
    await askAt(10)
    await askAt(40)
    const { told, data } = await verdictOf(at(9), at(11))
    expect(told.join()).not.toContain('pode faltar')
    expect(data.records.map((record: { at: string }) => record.at)).toContain(at(10))
    for (const period of [
      [at(20), at(25)],
      [at(32), at(35)],
      [at(100), at(101)],
    ] as const)
      expect((await verdictOf(...period)).told.join()).not.toContain('pode faltar')
    expect(
      (await verdictOf('2020-01-01T00:00:00.000Z', '2020-01-02T00:00:00.000Z')).data.records.length,
    ).toBeGreaterThan(0)
  })

  it('stays genuine with a newer head after the clock was set back by half an hour', async () => {
    await askAt(40)
    const { json } = await filesOf(at(20), at(41))
    expect(JSON.parse(json).dossier.madeAt).toBe(at(40))
    await askAt(10)
    const { head } = await (await admin.call('/rest/evidence/head')).json()
    expect(head.at).toBe(at(40))
    const heads = JSON.stringify(head)
    expect(await verifyDossier(json, { heads })).toMatchObject({ isGenuine: true, problems: [] })
    expect(isGenuine({ file: json, heads })).toBe(true)
    const later = JSON.parse((await filesOf(at(20), at(41))).json).dossier
    expect([later.madeAt, later.chain.at]).toEqual([at(10), at(40)])
  })

  it('names both causes if a longer chain has an earlier time, and another dossier decides', async () => {
    const yearMinutes = 365 * 24 * 60
    await askAt(yearMinutes)
    admin = await signIn(backend, 'admin')
    const { json } = await filesOf(at(yearMinutes), at(yearMinutes + 1))
    nowMs = start
    admin = await signIn(backend, 'admin')
    await askAt(5)
    const { head } = await (await admin.call('/rest/evidence/head')).json()
    expect(head.at).toBe(at(5))
    const heads = JSON.stringify(head)
    expect(isGenuine({ file: json, heads })).toBe(false)
    const { problems } = await verifyDossier(json, { heads })
    expect(problems.map(({ why }) => why)).toEqual([
      expect.stringMatching(
        /Ou a cabeça é de outra corrente, porque registros foram retirados, ou o relógio do servidor foi atrasado\. Para saber, faça outro dossiê/,
      ),
    ])
    const again = await filesOf(at(4), at(6))
    expect((await verifyDossier(again.json, { heads })).told[0]).toContain('1 cabeça usada')
    expect(isGenuine({ file: again.json, heads })).toBe(true)
  })

  it('is genuine after another key signed in between, and has a head of each key', async () => {
    const given = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const other = await openSigningKey(backend.database, { given, dataDir: undefined })
    nowMs = start + 45 * minuteMs
    const heads: SignedHead[] = [(await (await admin.call('/rest/evidence/head')).json()).head]
    heads.push(await signHead(backend.database, other, 'horizonte', nowMs))
    const { json } = await filesOf(at(0), at(60))
    expect(JSON.parse(json).dossier.keys).toHaveLength(3)
    const known = { heads: heads.map((head) => JSON.stringify(head)).join('\n') }
    expect(isGenuine({ file: json, ...known })).toBe(true)
    expect(await verifyDossier(json, known)).toMatchObject({ isGenuine: true, problems: [] })
  })

  it('has the same content in parts as a dossier that is written as a whole', async () => {
    for (const minutes of [1, 2, 3]) await askAt(minutes)
    const { page, json } = await filesOf(at(-1), at(4), '&condominiumId=condominio-01')
    const { dossier } = JSON.parse(json)
    const whole = signedFiles(dossier)
    expect(whole.json.slice(0, whole.json.lastIndexOf('"signature"'))).toBe(
      json.slice(0, json.lastIndexOf('"signature"')),
    )
    expect(page).toBe(pageOf({ ...whole, json }))
  })

  it('of a text with tags shows the text, and the page has one data element', async () => {
    nowMs = start + 50 * minuteMs
    const reason = '</script><!-- <script> "& \\u003c é'
    const answer = await admin.call('/rest/api/health/device/AGUAVIVA-01/reset', { method: 'POST', body: { reason } })
    expect(answer.ok).toBe(true)
    const files = await filesOf(at(49), at(52))
    const { page } = files
    expect(isGenuine({ file: page })).toBe(true)
    expect(page).toContain(
      'Falhas zeradas por uma pessoa: &lt;/script&gt;&lt;!-- &lt;script&gt; &quot;&amp; \\u003c é.',
    )
    expect(page.split('<script ')).toHaveLength(3)
    expect(page.split('</script>')).toHaveLength(3)
    expect(await verifyDossier(page)).toMatchObject({ isGenuine: true })
  })
})
