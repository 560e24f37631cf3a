import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { theServer } from '../../../backend/evidence/fact.ts'
import type { Backend } from '../../../backend/server.ts'
import type { RouteRecords } from '../../../contract/wire/route.ts'
import { mountPoints, routes } from '../../../contract/wire/routes.ts'
import { goodRow, header, xlsxOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { demoPassword } from '../../prepared-database.ts'
import { plantDevice, rightsTable } from '../access/rights-table.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import {
  challengeOf,
  dropSecondFactor,
  offeredCode,
  plantSecondFactor,
  recoveryCode,
} from '../sessions/planted-second-factor.ts'
import { chainOf, isWhole, startOf } from './chain-of.ts'
import { firstBroken } from './independent-chain.ts'

const customer = 'horizonte'
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ deviceTimeoutMs: 300 })
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

/** Calls that declare which records they make. */
const recordingCalls = Object.values(routes).flatMap((topic) =>
  Object.values(topic).flatMap(({ method, base, path, records }): [string, RouteRecords][] =>
    records === undefined ? [] : [[`${method} ${mountPoints[base]}${path}`, records]],
  ),
)

/** Replaces the request of the table of rights if that request changes nothing. */
const calls: Record<string, () => Promise<unknown>> = {
  'POST /rest/auth/proof': () => admin.call('/rest/auth/proof', { method: 'POST', body: { password: 'errada' } }),
  'POST /rest/auth/password': async () => {
    const operator = await signIn(backend, 'operator')
    return operator.call('/rest/auth/password', {
      method: 'POST',
      body: { current: demoPassword, next: 'uma frase bem outra' },
    })
  },
  'POST /rest/auth/sign-in/code': async () => {
    await plantSecondFactor(backend.database, 'user-auditor')
    const challenge = await challengeOf(backend, 'auditor@guarita.demo')
    await admin.call('/rest/auth/sign-in/code', { method: 'POST', body: { challenge, code: recoveryCode } })
    await dropSecondFactor(backend.database, 'user-auditor')
  },
  'POST /rest/auth/second-factor/confirm': async () => {
    const auditor = await signIn(backend, 'auditor')
    const code = await offeredCode(auditor)
    await auditor.call('/rest/auth/second-factor/confirm', { method: 'POST', body: { code } })
    await dropSecondFactor(backend.database, 'user-auditor')
  },
  'POST /rest/auth/second-factor/remove': async () => {
    await plantSecondFactor(backend.database, 'user-admin')
    return admin.call('/rest/auth/second-factor/remove', { method: 'POST', body: { code: recoveryCode } })
  },
  'POST /device-control/device/open/:userId/:wordCode': async () => {
    const wordCode = await plantDevice(backend)
    await backend.database.execute('update devices set can_open = true where word_code = $1', [wordCode])
    const path = `/device-control/device/open/user-admin/${wordCode}`
    return admin.call(path, { method: 'POST', body: { deadline: new Date(Date.now() + 8_000).toISOString() } })
  },
  'POST /rest/import/:type/:condominiumId/:userId': () => {
    const form = new FormData()
    form.append('file', new Blob([xlsxOf([header, goodRow(1)])]), 'dispositivos.xlsx')
    return fetch(`${backend.url}/rest/import/device/condominio-01/user-admin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    })
  },
  'POST /rest/api/health/cleanup': async () => {
    await failedLongAgo('AGUAVIVA-02')
    return admin.call('/rest/api/health/cleanup', { method: 'POST' })
  },
  'POST /rest/device-audit/:condominiumId/:userId': () =>
    admin.call('/rest/device-audit/condominio-01/user-admin', {
      method: 'POST',
      body: { records: [declared] },
    }),
  'POST /rest/users/:id/enable': async () => {
    await admin.call('/rest/users/user-auditor/disable', { method: 'POST' })
    return admin.call('/rest/users/user-auditor/enable', { method: 'POST' })
  },
}

function failedLongAgo(wordCode: string): Promise<unknown> {
  return backend.database.execute(
    "update device_checks set failure_count = 7, last_failure_at = '2026-01-01', cause = 'refused' where word_code = $1",
    [wordCode],
  )
}

const isServer = (actor: unknown) => JSON.stringify(actor) === JSON.stringify(theServer)

const declared = {
  id: '0b0e37a4-2f0c-4f6e-9d3a-0d2f6f0e8a11',
  sequence: 1,
  at: '2024-03-02T07:00:00.000Z',
  wordCode: 'NADA-01',
  condominiumId: 'condominio-01',
  userId: 'user-admin',
  kind: 'reset',
  cause: 'manual',
  panelVersion: '1',
}

describe.each(recordingCalls)('%s', (route, leaves) => {
  it('makes the records that the route declares, in a valid chain (EVI-1, EVI-3)', async () => {
    const before = await chainOf(backend.database, customer)
    const row = rightsTable[route]
    const own = calls[route]
    if (own) await own()
    else if (row) {
      const { path, body, headers } = await row.request({ backend, caller: admin, userId: 'user-admin' })
      const method = route.slice(0, route.indexOf(' '))
      await admin.call(path, { method, ...(body !== undefined && { body }), ...(headers && { headers }) })
    }
    const after = await chainOf(backend.database, customer)
    // Incidents that the server opened or ended because of an earlier call do not count.
    const added = after
      .slice(before.length)
      .filter(({ record }) => !(record.kind === 'incident' && isServer(record.actor)))
      .map(({ record }) => String(record.kind))
    const may = leaves === 'declared' ? ['declared'] : 'none' in leaves ? [] : [...leaves]
    // Records of the test's own preparations (sign-in, disabling) are also in the chain.
    const expected = added.filter((kind) => may.includes(kind))
    if (may.length === 0) expect(added).toEqual([])
    else expect(expected.length, JSON.stringify(added)).toBeGreaterThan(0)
    expect(isWhole(after)).toBe(true)
    expect(
      firstBroken(
        startOf(customer),
        after.map(({ record }) => record),
      ),
    ).toBeUndefined()
  })
})

it('the server keeps passwords, tokens and personal values out of the records (EVI-3)', async () => {
  const answer = await admin.call('/rest/users', {
    method: 'POST',
    body: {
      name: 'Zulmira Quixaba',
      email: 'zulmira@guarita.demo',
      type: 'operator',
      permissions: [],
      seesAll: true,
      condominiumsId: [],
    },
  })
  const { link } = await answer.json()
  await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Navegador-Secreto' },
    body: JSON.stringify({ email: 'auditor@guarita.demo', password: 'senha-plantada' }),
  })
  await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'senha-no-lugar-do-email', password: 'x' }),
  })
  const entries = [...(await chainOf(backend.database, customer)), ...(await chainOf(backend.database, ''))]
  const all = JSON.stringify(entries)
  for (const secret of [admin.token, link.token, demoPassword, 'senha-plantada', 'senha-no-lugar-do-email'])
    expect(all).not.toContain(secret)
  const records = JSON.stringify(entries.map(({ record }) => record))
  const kept = entries.flatMap(({ personal }) => personal.map(({ value }) => value))
  for (const personal of ['Zulmira Quixaba', 'zulmira@guarita.demo', 'Navegador-Secreto', '127.0.0.1'])
    expect([records.includes(personal), kept.includes(personal)], personal).toEqual([false, true])
})

it('the database refuses to change or delete a record, except to erase personal values (EVI-3)', async () => {
  const { database } = backend
  for (const change of ["update evidence set hash = ''", 'delete from evidence', 'truncate evidence'])
    await expect(database.execute(change)).rejects.toThrow('evidence is append-only')
  await database.execute("update evidence set personal = '[]' where customers_id = ''")
})

it('the server stores a panel’s record unchanged, with any characters (EVI-2)', async () => {
  const reason = '"\\\u0007\u007f\u2028\u{1f6aa} é\n</script>'
  const facts = { opening: 2, heldMs: 2 ** 40, durations: [8_004, 0], slow: 1, ignored: 4, failureCount: 6, refused: 3 }
  const named = {
    from: 'HALF_OPEN',
    to: 'OPEN',
    lastError: 'timeout',
    key: 'uma-chave',
    command: 'restart',
    outcome: 'asked',
  }
  const retryAt = '2999-12-31T23:59:59.000Z'
  const record = {
    ...{ ...declared, ...facts, ...named, retryAt, reason },
    id: '1b0e37a4-2f0c-4f6e-9d3a-0d2f6f0e8a12',
    at: '2999-12-31T23:59:59.999Z',
  }
  const answer = await admin.call('/rest/device-audit/condominio-01/user-admin', {
    method: 'POST',
    body: {
      records: [
        { ...declared, id: '4b0e37a4-2f0c-4f6e-9d3a-0d2f6f0e8a15' },
        record,
        record,
        { ...record, id: '2b0e37a4-2f0c-4f6e-9d3a-0d2f6f0e8a13', wordCode: 'AGUAVIVA-01' },
      ],
    },
  })
  expect(answer.status).toBe(200)
  const entries = await chainOf(backend.database, customer)
  expect(isWhole(entries)).toBe(true)
  expect(entries.at(-2)?.record).toMatchObject({
    data: { reason, said: record.at, known: false, retryAt, ...facts, ...named },
  })
  expect(entries.at(-1)?.record).toMatchObject({ data: { known: true } })
  const { result } = await (await admin.call('/rest/device-audit?condominiumId=condominio-01')).json()
  expect(result.map(({ marks }: { marks?: string[] }) => marks)).toEqual(
    expect.arrayContaining([['post-dated', 'unknown-device'], ['post-dated'], ['back-dated', 'unknown-device']]),
  )
})

it("the dossier shows the panel's record of a call beside the server's record of that call (EVI-2)", async () => {
  const key = 'uma-chave-1'
  await admin.call('/device-control/device/restart/AGUAVIVA-01', {
    method: 'POST',
    headers: { 'idempotency-key': key },
  })
  await admin.call('/rest/device-audit/condominio-01/user-admin', {
    method: 'POST',
    body: {
      records: [
        {
          ...declared,
          id: '3b0e37a4-2f0c-4f6e-9d3a-0d2f6f0e8a14',
          at: new Date().toISOString(),
          wordCode: 'AGUAVIVA-01',
          kind: 'command',
          command: 'restart',
          outcome: 'succeeded',
          key,
        },
      ],
    },
  })
  const { result } = await (await admin.call('/rest/device-audit?kind=command')).json()
  const seq = result[0].seen.seq
  expect(result).toMatchObject([{ key, seen: { ok: true } }])
  const entries = await chainOf(backend.database, customer)
  expect(entries.find(({ record }) => record.seq === seq)?.record).toMatchObject({
    kind: 'command.answered',
    data: { key, ok: true, op: 'restart' },
  })
})
