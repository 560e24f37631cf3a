import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { factText } from '../../../contract/evidence/fact-texts.ts'
import { defaultProcedures } from '../../../contract/procedures/default-procedures.ts'
import type { ProcedureRun } from '../../../contract/wire/answers/procedures.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const minute = 60_000
const condominiumId = 'condominio-03'
const clock = { now: Date.parse('2026-11-20T05:10:00.000Z') }
const doorSteps = defaultProcedures['door-forced'].map(({ text }) => text)
const requiredSteps = defaultProcedures['door-forced'].filter(({ isRequired }) => isRequired).map(({ text }) => text)
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let night: IncidentNight

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
})
beforeEach(async () => {
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  await backend.database.execute("update sessions set expires_at = expires_at + interval '1 day'")
  night = incidentNight(backend, admin, clock)
})
afterEach(async () => {
  await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'up' } })
  await backend.database.script(
    "update devices set status = 'online'; delete from incidents; delete from happenings; delete from procedures",
  )
})
afterAll(() => backend.close())

const setProcedures = (own: object[], path = '/rest/procedures') => admin.call(path, { method: 'PUT', body: { own } })
const stepOf = (text: string) => ({ text, role: null, isRequired: true })

async function forcedDoor(): Promise<{ id: string; run: string }> {
  await backend.emitGateEvent({ condominiumId, kind: 'door-forced' })
  await night.advance(1)
  const [incident] = (await night.open()).filter(({ life }) => life === 'new')
  return { id: incident?.id ?? '', run: (await procedureOf(incident?.id ?? '')).run }
}

async function procedureOf(id: string): Promise<ProcedureRun> {
  const { procedure } = await night.story(id)
  if (procedure === undefined) throw new Error('the incident has no procedure')
  return procedure
}

const statesOf = ({ steps }: ProcedureRun) => steps.map(({ state }) => state)
const textsOf = ({ steps }: ProcedureRun) => steps.map(({ text }) => text)

describe('the procedure of a forced door (PROC-2)', () => {
  it('begins with the incident, and the incident names the open required steps', async () => {
    const { id } = await forcedDoor()
    const procedure = await procedureOf(id)
    expect(textsOf(procedure)).toEqual(doorSteps)
    expect(procedure).toMatchObject({ kind: 'door-forced', isOver: false })
    expect((await night.onlyIncident()).openSteps).toEqual(requiredSteps)
  })

  it('records each action of a person in the story and in the chain, with the person and the text of the step', async () => {
    const { id, run } = await forcedDoor()
    const call = { deed: 'call', run, step: 2, to: 'Rita, (11) 98888-7777' }
    await night.act(operator, id, { deed: 'do-step', run, step: 0 })
    await night.act(operator, id, { deed: 'skip-step', run, step: 1, reason: 'Sem invasão' })
    await night.act(operator, id, { deed: 'reopen-step', run, step: 1 })
    await night.act(operator, id, { ...call, isAnswered: false })
    expect((await night.act(operator, id, { ...call, isAnswered: true })).body.openSteps).toEqual(
      requiredSteps.slice(2),
    )
    const procedure = await procedureOf(id)
    expect(statesOf(procedure)).toEqual(['done', 'open', 'done', 'open'])
    expect(procedure.steps[2]).toMatchObject({
      by: { id: operator.user.userId, name: operator.user.name },
      calls: [{ isAnswered: false }, { to: 'Rita, (11) 98888-7777', isAnswered: true }],
    })
    const { notes } = await night.story(id)
    expect(notes.slice(1).map(({ act, by, step, text }) => [act, by?.id, step, text])).toEqual(
      [
        ['step-done', doorSteps[0], ''],
        ['step-skipped', doorSteps[1], 'Sem invasão'],
        ['step-reopened', doorSteps[1], ''],
        ['call-unanswered', doorSteps[2], 'Rita, (11) 98888-7777'],
        ['call-answered', doorSteps[2], 'Rita, (11) 98888-7777'],
      ].map(([act, ...texts]) => [act, operator.user.userId, ...texts]),
    )
    const chain = await recordsOf(id)
    expect(chain.slice(1).map(({ actor, data }) => [actor.person, data.act, data.step])).toEqual(
      notes.slice(1).map(({ act, step }) => [operator.user.userId, act, step]),
    )
    expect(factText('incident', chain[2]?.data ?? {})).toBe(
      `Porta forçada: passo não feito: ${doorSteps[1]}: Sem invasão`,
    )
    expect(JSON.stringify(chain)).not.toContain('98888')
  })

  it('refuses an action on a settled step or on another run, and returns the current incident', async () => {
    const { id, run } = await forcedDoor()
    await night.act(operator, id, { deed: 'do-step', run, step: 0 })
    const again = await night.act(admin, id, { deed: 'do-step', run, step: 0 })
    expect(again).toMatchObject({ status: 409, body: { current: { id } } })
    expect((await night.act(admin, id, { deed: 'do-step', run: 'other', step: 1 })).status).toBe(409)
    expect((await night.act(admin, id, { deed: 'do-step', run, step: 4 })).status).toBe(409)
    expect((await night.act(admin, id, { deed: 'skip-step', run, step: 1, reason: ' ' })).status).toBe(422)
  })

  it('lets a person close the incident only with a reason for each open required step', async () => {
    const { id, run } = await forcedDoor()
    await night.act(operator, id, { deed: 'do-step', run, step: 0 })
    const refused = await night.act(operator, id, { deed: 'close', word: 'Alarme falso' })
    expect(refused).toMatchObject({ status: 422, body: { fields: { unmetReason: expect.any(String) } } })
    for (const text of requiredSteps.slice(1)) expect(refused.body.message).toContain(text)
    expect((await night.onlyIncident()).life).toBe('new')
    const closing = { deed: 'close', word: 'Alarme falso', unmetReason: 'Porta vista na câmera' }
    const closed = await night.act(operator, id, closing)
    expect(closed).toMatchObject({ status: 200, body: { life: 'closed' } })
    expect(closed.body).not.toHaveProperty('openSteps')
    const procedure = await procedureOf(id)
    expect(procedure.isOver).toBe(true)
    expect(statesOf(procedure)).toEqual(['done', 'unneeded', 'skipped', 'skipped'])
    const { notes } = await night.story(id)
    expect(notes.slice(2).map(({ act, by, step, text }) => [act, by?.id, step, text])).toEqual([
      ['step-skipped', operator.user.userId, requiredSteps[1], 'Porta vista na câmera'],
      ['step-skipped', operator.user.userId, requiredSteps[2], 'Porta vista na câmera'],
      ['steps-unneeded', operator.user.userId, doorSteps[1], ''],
      ['closed', operator.user.userId, '', 'Alarme falso'],
    ])
    expect((await recordsOf(id)).map(({ data }) => data.act)).toEqual(notes.map(({ act }) => act))
  })

  it('lets a person close the incident without a reason once every required step is settled', async () => {
    const { id, run } = await forcedDoor()
    for (const step of [0, 2, 3]) await night.act(operator, id, { deed: 'do-step', run, step })
    expect(await night.onlyIncident()).not.toHaveProperty('openSteps')
    expect((await night.act(operator, id, { deed: 'close', word: 'Invasão' })).status).toBe(200)
  })

  it('records the open steps as not needed if the incident ends by itself, and begins again if the door is forced again', async () => {
    const { id, run } = await forcedDoor()
    await night.act(operator, id, { deed: 'do-step', run, step: 0 })
    await night.advance(30 * minute)
    expect(statesOf(await procedureOf(id))).toEqual(['done', 'unneeded', 'unneeded', 'unneeded'])
    const ended = (await night.story(id)).notes.at(-1)
    expect(ended).toMatchObject({ act: 'steps-unneeded', by: null, step: doorSteps.slice(1).join('; ') })
    const { wordCode } = await night.onlyIncident()
    await backend.database.execute('insert into happenings (word_code, kind, at) values ($1, $2, $3)', [
      ...[wordCode, 'door-forced', new Date(clock.now)],
    ])
    await night.advance(1)
    const procedure = await procedureOf(id)
    expect(statesOf(procedure)).toEqual(['open', 'open', 'open', 'open'])
    expect(procedure.run).not.toBe(run)
    expect((await night.act(operator, id, { deed: 'do-step', run, step: 1 })).status).toBe(409)
  })

  it('keeps its steps when a person changes the procedure', async () => {
    const { id } = await forcedDoor()
    await setProcedures([{ kind: 'door-forced', steps: [stepOf('Trancar a porta')] }])
    expect(textsOf(await procedureOf(id))).toEqual(doorSteps)
    await night.act(operator, id, { deed: 'close', word: 'Engano', unmetReason: 'Engano' })
    expect(textsOf(await procedureOf((await forcedDoor()).id))).toEqual(['Trancar a porta'])
  })

  it('is the own procedure of the condominium if there is one, and the incident has none if this procedure has no steps', async () => {
    await setProcedures([{ kind: 'door-forced', steps: [stepOf('Do cliente')] }])
    await setProcedures(
      [{ kind: 'door-forced', steps: [stepOf('Do condomínio')] }],
      `/rest/procedures/${condominiumId}`,
    )
    const { id } = await forcedDoor()
    expect(textsOf(await procedureOf(id))).toEqual(['Do condomínio'])
    await setProcedures([{ kind: 'door-forced', steps: [] }], `/rest/procedures/${condominiumId}`)
    await night.act(operator, id, { deed: 'close', word: 'Engano', unmetReason: 'Engano' })
    await backend.emitGateEvent({ condominiumId, kind: 'door-forced' })
    await night.advance(1)
    const incident = (await night.open()).find(({ life }) => life === 'new')
    expect(await night.story(incident?.id ?? '')).not.toHaveProperty('procedure')
    expect((await night.act(operator, incident?.id ?? '', { deed: 'close', word: 'Engano' })).status).toBe(200)
  })
})

test('the procedure of a written occurrence begins at once (PROC-2)', async () => {
  const body = { condominiumId, topic: 'noise', gravity: 'high', text: 'Som alto' }
  const { id } = await (await operator.call('/rest/incidents', { method: 'POST', body })).json()
  expect(await procedureOf(id)).toMatchObject({ kind: 'reported', isOver: false })
})

describe('the procedure of devices without contact (PROC-2)', () => {
  it('begins when the extent is clear, and is replaced if the whole condominium fails before a person has worked on a step', async () => {
    const codes = (await night.devicesAt(condominiumId)).map(({ wordCode }) => wordCode)
    await night.devices(codes.slice(0, 1), 'refuse')
    const { id } = await night.onlyIncident()
    expect(await night.story(id)).not.toHaveProperty('procedure')
    await night.advance(2_000)
    const first = await procedureOf(id)
    expect(first.kind).toBe('device-down')
    await night.devices(codes.slice(1), 'refuse')
    const second = await procedureOf(id)
    expect(second.kind).toBe('condominium-down')
    expect(second.run).not.toBe(first.run)
    expect(textsOf(second)).toEqual(defaultProcedures['condominium-down'].map(({ text }) => text))
  })

  it('stays the same if the incident grows after a person has worked on a step', async () => {
    const codes = (await night.devicesAt(condominiumId)).map(({ wordCode }) => wordCode)
    await night.devices(codes.slice(0, 1), 'refuse')
    await night.advance(2_000)
    const { id } = await night.onlyIncident()
    const { run } = await procedureOf(id)
    await night.act(operator, id, { deed: 'do-step', run, step: 0 })
    await night.devices(codes.slice(1), 'refuse')
    expect(await procedureOf(id)).toMatchObject({ run, kind: 'device-down' })
  })
})

const incidentRecord = v.object({
  actor: v.object({ person: v.exactOptional(v.string()) }),
  kind: v.literal('incident'),
  data: v.looseObject({ incident: v.string(), act: v.string(), step: v.exactOptional(v.string()) }),
})

async function recordsOf(id: string) {
  const records = await chainOf(backend.database, admin.user.customersId)
  return records.flatMap(({ record }) => {
    const parsed = v.safeParse(incidentRecord, record)
    return parsed.success && parsed.output.data.incident === id ? [parsed.output] : []
  })
}
