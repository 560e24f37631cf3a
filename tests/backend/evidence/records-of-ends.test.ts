import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { replacePublicPasswords } from '../../../backend/seed/demo-passwords.ts'
import type { Backend } from '../../../backend/server.ts'
import { endExpiredSessions } from '../../../backend/sessions/expired-sessions.ts'
import type { Dossier } from '../../../contract/wire/answers/evidence.ts'
import { demoPassword } from '../../prepared-database.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { chainOf } from './chain-of.ts'
import { dossierFilesOf } from './made-dossier.ts'

const minute = 60_000
const next = 'uma frase bem outra'
const startMs = Date.parse('2026-11-20T05:00:00.000Z')
const clock = { now: startMs }
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let seen: number

beforeEach(async () => {
  clock.now = startMs
  backend = await startTestBackend({ now: () => clock.now, sessionSweepMs: 600_000 })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  await operator.call('/rest/wall-links', { method: 'POST', body: { name: 'Portaria' } })
  seen = (await chainOf(backend.database, 'horizonte')).length
})
afterEach(() => backend.close())

/** The person's sessions and wall links that ended since the test began, each with how it ended. */
async function ends(person = operator): Promise<{ sessions: [unknown, unknown][]; wallLinks: unknown[] }> {
  const added = (await chainOf(backend.database, 'horizonte')).slice(seen).map(({ record }) => record)
  const own = added.filter(({ subject }) => JSON.stringify(subject) === JSON.stringify({ person: person.user.userId }))
  const of = (wanted: string) => own.filter(({ kind }) => kind === wanted).map(({ data }) => Object(data))
  return {
    sessions: of('session.ended').map(({ session, how }) => [session, how]),
    wallLinks: of('wall')
      .filter(({ act }) => act === 'revoked')
      .map(({ how }) => how),
  }
}

async function sessionsOf(person: SignedIn): Promise<{ id: string; current: boolean }[]> {
  return (await (await person.call('/rest/auth/sessions')).json()).result
}

/** Resolves to the sessions in a dossier of the period. */
async function signedInOf(fromMs: number, toMs: number): Promise<Dossier['signedIn']> {
  const [from, to] = [fromMs, toMs].map((at) => new Date(at).toISOString())
  const { call } = await signIn(backend, 'admin')
  const { json } = await dossierFilesOf(await call(`/rest/evidence/dossier?from=${from}&to=${to}`))
  return JSON.parse(json).dossier.signedIn
}

const operatorPath = () => `/rest/users/${operator.user.userId}`

describe('the chain records the end of (EVI-1):', () => {
  it('failures that are cleared because they are old, once per device', async () => {
    await backend.database.execute(
      `update device_checks set failure_count = 7, last_failure_at = '2026-01-01', cause = 'refused'
       where word_code in ('AGUAVIVA-01', 'AGUAVIVA-02')`,
    )
    const clean = () => operator.call('/rest/api/health/cleanup', { method: 'POST' })
    const answers = await Promise.all([clean(), clean(), clean()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const added = (await chainOf(backend.database, 'horizonte')).slice(seen).map(({ record }) => record)
    const resets = added.filter(({ kind }) => kind === 'device.reset')
    expect(resets.map(({ subject, data }) => [subject, data]).toSorted()).toEqual(
      ['AGUAVIVA-01', 'AGUAVIVA-02'].map((device) => [{ device, condominium: 'condominio-01' }, { how: 'idle' }]),
    )
    expect(resets[0]?.actor).toMatchObject({ person: operator.user.userId })
  })

  it('failures that the panel cleared by itself as an act of the panel, and failures that a person cleared as an act of the person (EVI-9)', async () => {
    for (const body of [{ automatic: true }, undefined]) {
      await backend.database.execute(
        `update device_checks set failure_count = 7, last_failure_at = '2026-01-01', cause = 'refused'
         where word_code = 'AGUAVIVA-01'`,
      )
      await operator.call('/rest/api/health/cleanup', { method: 'POST', body })
    }
    const resets = (await chainOf(backend.database, 'horizonte')).slice(-2).map(({ record }) => record)
    expect(resets).toMatchObject([
      { kind: 'device.reset', actor: { person: operator.user.userId, panel: true } },
      { kind: 'device.reset', actor: { person: operator.user.userId } },
    ])
    expect(resets[1]?.actor).not.toHaveProperty('panel')
  })

  it('open incidents that are deleted with their condominium', async () => {
    const body = { name: 'Vila', wordCode: 'VILA-1' }
    const { id } = await (await admin.call('/rest/condominium', { method: 'POST', body })).json()
    await backend.emitGateEvent({ condominiumId: 'condominio-01', kind: 'door-forced' })
    await backend.makeIncidents()
    const moved = await valuesOf(
      backend.database,
      "update incidents set condominium_id = $1 where kind = 'door-forced' and life = 'new' returning id",
      [id],
      v.string(),
    )
    expect(moved).toHaveLength(1)
    expect((await admin.call(`/rest/condominium/${id}`, { method: 'DELETE' })).status).toBe(204)
    const added = (await chainOf(backend.database, 'horizonte')).slice(-2).map(({ record }) => record)
    expect(added).toMatchObject([
      {
        kind: 'incident',
        actor: { person: admin.user.userId },
        subject: { condominium: id },
        data: { incident: moved[0], of: 'door-forced', act: 'deleted' },
      },
      { kind: 'condominium.deleted', subject: { condominium: id } },
    ])
  })

  it('a session that its person signs out of, or ends from another session', async () => {
    const other = await signIn(backend, 'operator')
    const [ownId, otherId] = await Promise.all(
      [operator, other].map(async (who) => (await sessionsOf(who)).find(({ current }) => current)?.id),
    )
    await operator.call(`/rest/auth/sessions/${otherId}`, { method: 'DELETE' })
    await operator.call('/rest/auth/sign-out', { method: 'POST' })
    expect((await ends()).sessions).toEqual([
      [otherId, 'from-another'],
      [ownId, 'signed-out'],
    ])
  })

  it('each session and wall link of a person that an administrator disables', async () => {
    const open = await sessionsOf(operator)
    await admin.call(`${operatorPath()}/disable`, { method: 'POST' })
    await admin.call(`${operatorPath()}/enable`, { method: 'POST' })
    const found = await ends()
    expect(new Map(found.sessions)).toEqual(new Map(open.map(({ id }) => [id, 'disabled'])))
    expect(found.wallLinks).not.toEqual([])
    expect(new Set(found.wallLinks)).toEqual(new Set(['disabled']))
  })

  it('each session and wall link of a person who uses a link for a new password', async () => {
    const open = await sessionsOf(operator)
    const { token } = await (await admin.call(`${operatorPath()}/link`, { method: 'POST' })).json()
    const used = await fetch(`${backend.url}/rest/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: next }),
    })
    expect(used.status).toBe(200)
    const found = await ends()
    expect(new Map(found.sessions)).toEqual(new Map(open.map(({ id }) => [id, 'password-set'])))
    expect(found.wallLinks).toEqual(['password-set'])
  })

  it('the other sessions of a person who changes their own password', async () => {
    const others = await sessionsOf(operator)
    const last = await signIn(backend, 'operator')
    await last.call('/rest/auth/password', { method: 'POST', body: { current: demoPassword, next } })
    expect(await sessionsOf(last)).toHaveLength(1)
    const found = await ends()
    expect(new Map(found.sessions)).toEqual(new Map(others.map(({ id }) => [id, 'password-changed'])))
    expect(found.wallLinks).toEqual([])
  })

  it('a session that expires, once, however many servers look for expired sessions', async () => {
    const open = await sessionsOf(operator)
    clock.now += 61 * minute
    await Promise.all([1, 2, 3].map(() => endExpiredSessions(backend.database, clock.now)))
    expect((await ends()).sessions.toSorted()).toEqual(open.map(({ id }) => [id, 'expired']).toSorted())
    const chain = await chainOf(backend.database, 'horizonte')
    const last = chain.map(({ record }) => record).findLast(({ kind }) => kind === 'session.ended')
    expect(last).toMatchObject({
      actor: { server: true },
      data: { expiresAt: new Date(clock.now - minute).toISOString() },
    })
  })

  it('and a dossier shows when a session expired, although the server was stopped for days', async () => {
    const begunMs = clock.now
    const [{ id = '' } = {}] = (await sessionsOf(operator)).filter(({ current }) => current)
    const endOf = async (fromMs: number, toMs: number) => {
      return (await signedInOf(fromMs, toMs)).find(({ session }) => session === id)?.ended
    }
    expect(await endOf(begunMs, begunMs + 1)).toBeNull()
    clock.now += 3 * 24 * 60 * minute
    await endExpiredSessions(backend.database, clock.now)
    const seq = (await chainOf(backend.database, 'horizonte')).find(
      ({ record: { kind, data } }) => kind === 'session.ended' && Object(data).session === id,
    )?.record.seq
    expect(await endOf(begunMs, begunMs + 1)).toEqual({ seq, at: new Date(begunMs + 60 * minute).toISOString() })
    expect(await endOf(begunMs + 61 * minute, clock.now)).toBeUndefined()
  })

  it('and a dossier shows a session that an earlier version ended without a record', async () => {
    await backend.database.execute('delete from sessions where user_id = $1', [operator.user.userId])
    const open = await signedInOf(clock.now, clock.now + 1)
    expect(open.filter(({ person }) => person === operator.user.userId).map(({ ended }) => ended)).toContain(
      'sem registro',
    )
  })

  it('each session and wall link of a demo account whose public password is replaced', async () => {
    const open = await sessionsOf(operator)
    await backend.database.transaction((transaction) => replacePublicPasswords(transaction, undefined, clock.now))
    const found = await ends()
    expect(new Map(found.sessions)).toEqual(new Map(open.map(({ id }) => [id, 'password-set'])))
    expect(found.wallLinks).not.toEqual([])
  })
})
