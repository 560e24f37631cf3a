import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import type { NewReport } from '../../../contract/wire/requests/incidents.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { type IncidentNight, incidentNight } from './incident-night.ts'

const clock = { now: Date.parse('2026-11-20T05:10:00.000Z') }
const noise = {
  condominiumId: 'condominio-03',
  topic: 'noise',
  gravity: 'medium',
  where: 'Salão de festas',
  text: 'Música alta',
} as const satisfies NewReport
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let night: IncidentNight

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  await backend.database.execute("update sessions set expires_at = expires_at + interval '20 days'")
  night = incidentNight(backend, admin, clock)
})
afterAll(() => backend.close())

const write = async (who: SignedIn, body: object) => {
  const answer = await who.call('/rest/incidents', { method: 'POST', body })
  return { status: answer.status, body: await answer.json() }
}
const callsAbout = async (id: string) => {
  const answer = await admin.call(`/rest/notifications/list?userId=${admin.user.userId}`)
  const { notifications } = await answer.json()
  return notifications.filter(({ data }: { data: { incidentId?: string } }) => data.incidentId === id)
}

describe('a written occurrence (BOOK-1)', () => {
  it('is an open incident of its writer, notifies nobody, and never ends by itself', async () => {
    const { status, body } = await write(operator, noise)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'reported',
      life: 'claimed',
      isTold: false,
      owner: { id: operator.user.userId },
    })
    expect(incidentSentence(body)).toBe('Barulho (gravidade média) em Salão de festas: Música alta.')
    await night.advance(24 * 3_600_000)
    expect((await night.story(body.id)).incident).toMatchObject({ life: 'claimed', end: null })
    expect(await callsAbout(body.id)).toEqual([])
  })

  it('notifies everybody who sees the condominium and waits for an owner if its gravity is high', async () => {
    const { body } = await write(operator, { ...noise, gravity: 'high' })
    expect(body).toMatchObject({ life: 'new', isTold: true, owner: null })
    expect(await callsAbout(body.id)).toMatchObject([
      { title: 'Barulho', body: expect.stringContaining('Música alta') },
    ])
  })

  it('is stored closed if the matter is settled', async () => {
    const { body } = await write(operator, { ...noise, gravity: 'high', isOver: true })
    expect(body).toMatchObject({ life: 'closed', end: 'closed', owner: { id: operator.user.userId } })
  })

  it('is in the chain with its text and its writer, and in the handover', async () => {
    const { body } = await write(operator, noise)
    const records = (await chainOf(backend.database, admin.user.customersId)).map(({ record }) => record)
    const about = v.looseObject({ incident: v.literal(body.id) })
    expect(records.filter(({ data }) => v.is(about, data))).toMatchObject([
      {
        kind: 'incident',
        actor: { person: operator.user.userId },
        subject: { condominium: 'condominio-03' },
        data: { of: 'reported', act: 'opened', text: incidentSentence(body) },
      },
      { data: { act: 'claimed' } },
    ])
    const { open } = await (await operator.call('/rest/handovers/next')).json()
    expect(open).toContainEqual(expect.objectContaining({ id: body.id, report: { ...body.report } }))
  })

  it('is an event that the event search finds by its time', async () => {
    const { body } = await write(operator, { ...noise, text: 'Som muito alto' })
    const answer = await operator.call('/rest/events?kind=reported')
    const [event] = (await answer.json()).result
    expect(event).toMatchObject({ condominiumId: noise.condominiumId, kind: 'reported', at: body.since })
    expect(event.description).toContain('Som muito alto')
    expect(await night.open()).toContainEqual(expect.objectContaining({ id: body.id }))
  })

  it('is stored once if its call arrives twice', async () => {
    const call = { method: 'POST', body: noise, headers: { 'idempotency-key': 'one-occurrence-0001' } }
    const [first, second] = await Promise.all([1, 2].map(() => operator.call('/rest/incidents', call)))
    expect((await second?.json())?.id).toBe((await first?.json())?.id)
  })

  it.each([
    [{ ...noise, text: ' ' }, 422, { text: 'Preencha este campo.' }],
    [{ ...noise, topic: 'party' }, 422, { topic: 'Escolha o tipo.' }],
    [{ ...noise, gravity: 'none' }, 422, { gravity: 'Escolha a gravidade.' }],
    [{ ...noise, where: 'x'.repeat(101) }, 422, { where: 'Use no máximo 100 caracteres: há 101.' }],
  ])('is refused with a text at its field: %j', async (body, status, fields) => {
    expect(await write(operator, body)).toMatchObject({ status, body: { fields } })
  })

  it('is refused for a condominium that the writer does not see', async () => {
    expect((await write(operator, { ...noise, condominiumId: 'condominio-40' })).status).toBeGreaterThanOrEqual(403)
  })
})
