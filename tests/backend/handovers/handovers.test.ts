import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { appendFacts } from '../../../backend/evidence/append.ts'
import type { Backend } from '../../../backend/server.ts'
import { factText } from '../../../contract/evidence/fact-texts.ts'
import type { Handover, HandoverDraft } from '../../../contract/wire/answers/handovers.ts'
import { demoPassword } from '../../prepared-database.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { setFault } from '../parts/simulated-device.ts'

const minute = 60_000
const clock = { now: Date.parse('2026-11-20T08:00:00.000Z') }
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let night: IncidentNight

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
})
// A handover lists no incident that ended more than a day ago.
beforeEach(async () => {
  clock.now += 25 * 60 * minute
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  night = incidentNight(backend, admin, clock)
})
afterAll(() => backend.close())

const draft = async (who: SignedIn): Promise<HandoverDraft> => (await who.call('/rest/handovers/next')).json()

async function give(who: SignedIn, email: string, password = demoPassword, note = 'Técnico volta às 8 h') {
  const answer = await who.call('/rest/handovers', { method: 'POST', body: { email, password, note } })
  return { status: answer.status, body: await answer.json() }
}

it('a handover gives the incidents of one person to another person, who signs in for it, and both may read it (INC-7)', async () => {
  const codes = (await night.devicesAt('condominio-03')).map(({ wordCode }) => wordCode)
  const hidden = (await night.devicesAt('condominio-12')).map(({ wordCode }) => wordCode)
  await night.devices(hidden.slice(0, 1), 'refuse')
  await night.devices(codes.slice(0, 1), 'refuse')
  const incidents = await night.open()
  for (const { id } of incidents) await night.act(admin, id, { deed: 'claim' })
  const seen = (await night.open(operator)).map(({ id }) => id)
  expect(seen).toHaveLength(1)

  const given = await give(admin, 'operador@guarita.demo')
  expect(given.status).toBe(201)
  const handover: Handover = given.body
  expect(handover).toMatchObject({
    from: { id: admin.user.userId },
    to: { id: operator.user.userId },
    note: 'Técnico volta às 8 h',
    over: [],
    taken: seen,
  })
  expect(handover.open.map(({ id }) => id)).toEqual(incidents.map(({ id }) => id))
  // An incident that the operator may not see stays with the admin, and the admin's session continues.
  const owners = new Map((await night.open()).map(({ id, owner }) => [id, owner?.id]))
  expect([...owners].filter(([, owner]) => owner === operator.user.userId).map(([id]) => id)).toEqual(seen)
  const readBy = async (who: SignedIn) => (await who.call(`/rest/handovers/${handover.id}`)).json()
  expect(await readBy(admin)).toEqual(handover)
  expect(await readBy(operator)).toEqual({ ...handover, open: handover.open.filter(({ id }) => seen.includes(id)) })
  // The content of stored handovers and notifications depends on the condominiums that the reader may see now.
  await backend.database.execute(
    `insert into notifications (id, user_id, title, body, data, created_at)
     values ('n1', 'user-operador', 'Aviso', 'Mirante', '{"condominiumId": "condominio-03"}', now())`,
  )
  const called = async (): Promise<string[]> =>
    (await (await operator.call('/rest/notifications/list')).json()).notifications.map(({ id }: { id: string }) => id)
  expect(await called()).toContain('n1')
  const assigned = "user_id = 'user-operador' and condominium_id = 'condominio-03'"
  await backend.database.execute(`delete from user_condominiums where ${assigned}`)
  expect(await readBy(operator)).toMatchObject({ open: [], taken: [] })
  expect(await called()).not.toContain('n1')
  await backend.database.execute("insert into user_condominiums values ('user-operador', 'condominio-03')")
  const auditor = await signIn(backend, 'auditor')
  expect((await auditor.call(`/rest/handovers/${handover.id}`)).status).toBe(404)
  const records = await chainOf(backend.database, 'horizonte')
  expect(records.map(({ record }) => record).findLast(({ kind }) => kind === 'handover')).toMatchObject({
    actor: { person: admin.user.userId },
    subject: { person: operator.user.userId },
    data: { handover: handover.id, taken: seen },
  })
  await night.devices([...hidden.slice(0, 1), ...codes.slice(0, 1)], 'up')
})

it('the draft of a handover lists the incidents that ended since the last handover, and that handover (INC-7)', async () => {
  const [device] = await night.devicesAt('condominio-03')
  await night.devices([device?.wordCode ?? ''], 'refuse')
  const failing = await night.onlyIncident(operator)
  await night.act(admin, failing.id, { deed: 'claim' })
  expect((await give(admin, 'operador@guarita.demo')).status).toBe(201)
  clock.now += 30 * minute
  await night.devices([failing.wordCode], 'up')
  const next = await draft(operator)
  expect(next.last).toMatchObject({ to: { id: operator.user.userId }, note: 'Técnico volta às 8 h' })
  expect(next.since).toBe(next.last?.at)
  expect([next.open, next.over.map(({ id }) => id)]).toEqual([[], [failing.id]])
})

it('a handover reports what people did about its incidents, up to the handover, and stores no contact (INC-7, PROC-2)', async () => {
  await backend.emitGateEvent({ condominiumId: 'condominio-03', kind: 'door-forced' })
  await night.advance(1)
  const { id } = await night.onlyIncident(operator)
  const run = (await night.story(id)).procedure?.run
  const call = { deed: 'call', run, step: 2, to: 'Rita, (11) 98888-7777', isAnswered: true }
  for (const deed of [{ deed: 'claim' }, { deed: 'do-step', run, step: 0 }, call]) await night.act(operator, id, deed)
  const acts = ({ notes }: Pick<Handover, 'notes'>) => notes.map(({ incident, act, by }) => [incident, act, by?.name])
  const { name } = operator.user
  const told = [
    [id, 'step-done', name],
    [id, 'call-answered', name],
  ]
  expect(acts(await draft(admin))).toEqual(told)
  const { body } = await give(operator, 'admin@guarita.demo')
  expect(acts(body)).toEqual(told)
  await night.act(admin, id, { deed: 'comment', text: 'Depois da passagem' })
  expect(await (await operator.call(`/rest/handovers/${body.id}`)).json()).toEqual(body)
  const stored = 'select (select count(*) from handovers where handovers::text like $1)::int'
  expect(await valuesOf(backend.database, stored, ['%98888%'], v.number())).toEqual([0])
  await night.act(admin, id, { deed: 'close', word: 'Engano', unmetReason: 'Engano' })
})

it('a handover lists the openings that no device confirmed since the last handover, by the command and not by the clock (OPEN-2)', async () => {
  const open = (who: SignedIn, wordCode: string) =>
    who.call(`/device-control/device/open/${who.user.userId}/${wordCode}`, {
      method: 'POST',
      body: { deadline: new Date(clock.now + 8_000).toISOString() },
    })
  expect((await give(admin, 'operador@guarita.demo')).status).toBe(201)
  clock.now += minute
  await open(operator, 'AGUAVIVA-02')
  await setFault(admin, 'SAOJOAO-03', 'decline')
  await open(operator, 'SAOJOAO-03')
  await setFault(admin, 'SAOJOAO-03', 'up')
  const refused = {
    ...{ outcome: 'refused', message: 'o dispositivo não aceitou o comando.', acted: null },
    ...{ wordCode: 'SAOJOAO-03', name: 'Portão Garagem', condominiumName: 'Residencial São João' },
    by: { id: operator.user.userId, name: operator.user.name },
    at: new Date(clock.now).toISOString(),
  }
  expect((await draft(operator)).openings).toMatchObject({ confirmed: 1, others: [refused] })
  const { body } = await give(operator, 'admin@guarita.demo')
  expect(body.openings).toMatchObject({ confirmed: 1, others: [refused] })
  expect(await (await admin.call(`/rest/handovers/${body.id}`)).json()).toEqual(body)
  clock.now -= 30 * minute
  expect((await draft(admin)).openings).toEqual({ confirmed: 0, others: [] })
  await open(admin, 'AGUAVIVA-02')
  expect((await draft(admin)).openings).toEqual({ confirmed: 1, others: [] })
})

it('an opening that the server did not send before it died is on the handover as not sent', async () => {
  await backend.database.execute(
    `insert into device_commands (word_code, op, received_at, claimed_by, claimed_until)
     values ('AGUAVIVA-02', 'open', now(), 'dead', now() - interval '1 hour')`,
  )
  const dead = "select max(number)::int from device_commands where claimed_by = 'dead'"
  const [number = 0] = await valuesOf(backend.database, dead, [], v.number())
  await appendFacts(backend.database, 'horizonte', {
    ...{ kind: 'command.received', at: clock.now, actor: { person: admin.user.userId } },
    subject: { device: 'AGUAVIVA-02', condominium: 'condominio-01' },
    data: { op: 'open', number, to: '127.0.0.1:1' },
  })
  const others = async () => (await draft(admin)).openings.others.map(({ outcome }) => outcome)
  expect((await others()).at(-1)).toBe('unknown')
  // The next opening of the device ends the commands of a dead server.
  await admin.call(`/device-control/device/open/${admin.user.userId}/AGUAVIVA-02`, {
    method: 'POST',
    body: { deadline: new Date(clock.now + 8_000).toISOString() },
  })
  expect((await others()).at(-1)).toBe('unsent')
  const ofNumber = v.object({ kind: v.literal('command.answered'), data: v.looseObject({ number: v.literal(number) }) })
  const texts = (await chainOf(backend.database, 'horizonte')).flatMap(({ record }) =>
    v.is(ofNumber, record) ? factText(record.kind, record.data) : [],
  )
  expect(texts).toEqual([
    'Abertura: não enviada ao dispositivo: O servidor parou antes de enviar o pedido ao dispositivo.',
  ])
})

it('a handover with a clock an hour ahead hides no incident that ends later, and the next handover is the last one', async () => {
  const [device] = await night.devicesAt('condominio-03')
  await night.devices([device?.wordCode ?? ''], 'refuse')
  const failing = await night.onlyIncident(operator)
  clock.now += 60 * minute
  operator = await signIn(backend, 'operator')
  admin = await signIn(backend, 'admin')
  expect((await give(admin, 'operador@guarita.demo')).status).toBe(201)
  clock.now -= 60 * minute
  clock.now += 5 * minute
  await night.devices([failing.wordCode], 'up')
  const next = await draft(operator)
  expect(next.over.map(({ id }) => id)).toEqual([failing.id])
  expect(Date.parse(next.since)).toBeLessThanOrEqual(clock.now)

  const second = await give(operator, 'admin@guarita.demo')
  expect(second.body).toMatchObject({ over: [{ id: failing.id }] })
  clock.now += minute
  const after = await draft(admin)
  expect([after.last?.id, after.over]).toEqual([second.body.id, []])
})

it('an incident that ended before the handover and was closed after it is not listed again (INC-7)', async () => {
  const [device] = await night.devicesAt('condominio-03')
  await night.devices([device?.wordCode ?? ''], 'refuse')
  await night.devices([device?.wordCode ?? ''], 'up')
  const first = await give(admin, 'operador@guarita.demo')
  expect(first.body.over).toHaveLength(1)
  await night.advance(31 * minute)
  expect((await draft(operator)).over).toEqual([])
})

it.each([
  ['a wrong password', 'operador@guarita.demo', 'errada', { password: 'E-mail ou senha inválidos' }],
  ['the same person', 'admin@guarita.demo', demoPassword, { email: 'Quem recebe o turno é outra pessoa.' }],
  ['a person of another customer', 'admin@litoral.demo', demoPassword, { password: 'E-mail ou senha inválidos' }],
  ['an empty e-mail', '', demoPassword, { email: 'Preencha este campo.' }],
])('a handover to %s is refused, and no incident changes its owner', async (_, email, password, fields) => {
  const before = await draft(admin)
  const refused = await give(admin, email, password)
  expect([refused.status, refused.body.fields]).toEqual([422, fields])
  expect(await draft(admin)).toEqual(before)
})

it('wrong passwords in a handover are recorded, count against the caller, and do not lock the colleague out (OPS-4)', async () => {
  const length = async (customer: string) => (await chainOf(backend.database, customer)).length
  const [own, foreign] = [await length('horizonte'), await length('litoral')]
  const answers = []
  for (const password of ['errada', demoPassword]) answers.push(await give(admin, 'admin@litoral.demo', password))
  expect(answers[1]).toEqual(answers[0])
  for (let tries = 0; tries < 8; tries += 1) await give(admin, 'operador@guarita.demo', 'errada')
  expect((await give(admin, 'operador@guarita.demo')).status).toBe(429)
  await signIn(backend, 'operator')
  await signIn(backend, 'outsider')
  const added = (await chainOf(backend.database, 'horizonte')).slice(own).map(({ record }) => record)
  const refused = added.filter(({ kind }) => kind === 'session.refused' || kind === 'session.locked')
  expect(refused.map(({ kind }) => kind)).toEqual([...Array(10).fill('session.refused'), 'session.locked'])
  const by = { actor: { person: admin.user.userId, session: expect.any(String) }, data: { in: 'handover' } }
  expect(refused.slice(0, 3)).toMatchObject([
    { ...by, subject: {} },
    { ...by, subject: {} },
    { ...by, subject: { person: operator.user.userId } },
  ])
  // The only new record is the sign-in of the outsider.
  expect(await length('litoral')).toBe(foreign + 1)
})
