import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { AcceptBody, InviteBody, PersonBody } from '../../../contract/wire/requests/people.ts'
import { peopleRoutes } from '../../../contract/wire/routes/people.ts'
import { parseLists } from '../../../src/services/http/answer-lists.ts'
import { dataOf } from '../../../src/services/http/call-result.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { acceptInvitation, readInvitation } from '../../../src/services/invitation/invitation-api.ts'
import {
  changeAccess,
  changePerson,
  invitePerson,
  type PersonAct,
  type PersonRecord,
  readPerson,
} from '../../../src/services/people/people-api.ts'
import { signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal

function apisOn(url: string, token?: string) {
  const log = recordingLog()
  const call = createCall(httpTo(url, token), log)
  const people = {
    list: async () => dataOf(await call(peopleRoutes.people, { parse: parseLists })).result,
    history: async (id: string) => dataOf(await call(peopleRoutes.personHistory, { params: { id } })).result,
    read: (id: string) => readPerson(call, id, signal),
    invite: (invited: InviteBody) => invitePerson(call, invited, signal),
    change: (record: PersonRecord, changed: PersonBody) => changePerson(call, record, changed, signal),
    act: (id: string, act: PersonAct) => changeAccess(call, { id, act }, signal),
  }
  const invitations = {
    look: (linkToken: string) => readInvitation(call, linkToken, signal),
    accept: (accepted: AcceptBody) => acceptInvitation(call, accepted, signal),
  }
  return { log, people, invitations }
}

const body = {
  name: 'Marina Souza',
  type: 'operator' as const,
  permissions: ['device:write' as const],
  seesAll: false,
  condominiumsId: ['condominio-01'],
}

describe('against the embedded backend (ACC-2)', () => {
  let backend: Backend
  let apis: ReturnType<typeof apisOn>

  beforeAll(async () => {
    backend = await startTestBackend()
    apis = apisOn(backend.url, (await signIn(backend, 'admin')).token)
  })
  afterAll(() => backend.close())

  test('a person is invited, joins, is changed by two administrators, disabled and enabled again', async () => {
    const { people, invitations } = apis
    const email = 'marina@porto.com.br'
    const answer = await people.invite({ ...body, email })
    if (answer.kind !== 'invited') throw new Error(answer.kind)
    const { id } = answer.person
    expect(answer.person).toMatchObject({ status: 'invited', condominiumsId: ['condominio-01'] })
    expect(await people.invite({ ...body, email }), 'the e-mail is taken').toMatchObject({
      kind: 'refused',
      fields: { email: expect.stringContaining('e-mail') },
    })

    const { token } = answer.link
    expect(await invitations.look(token)).toMatchObject({ kind: 'found', invitation: { kind: 'join', email } })
    expect(await invitations.accept({ token, password: '12345678' })).toMatchObject({
      kind: 'refused',
      fields: { password: expect.any(String) },
    })
    const password = 'portão azul de madeira'
    expect(await invitations.accept({ token, password })).toEqual({ kind: 'accepted', email })
    expect(await invitations.accept({ token, password }), 'used up').toEqual({ kind: 'dead' })
    expect(await invitations.look(token)).toEqual({ kind: 'dead' })

    const read = await people.read(id)
    expect(await people.change(read, { ...body, name: 'Primeira' })).toMatchObject({ kind: 'saved' })
    const second = await people.change(read, { ...body, name: 'Segunda' })
    expect(second).toMatchObject({ kind: 'conflict', theirs: { person: { name: 'Primeira' } } })
    expect(await people.change(await people.read(id), { ...body, permissions: ['users:write'] })).toMatchObject({
      kind: 'refused',
      fields: { seesAll: expect.any(String) },
    })

    expect(await people.act(id, 'disable')).toEqual({ kind: 'done', link: null })
    expect(await people.act(id, 'link'), 'a disabled person gets no link').toMatchObject({ kind: 'kept' })
    expect(await people.act(id, 'enable')).toEqual({ kind: 'done', link: null })
    expect(await people.act(id, 'link')).toMatchObject({ kind: 'done', link: { token: expect.any(String) } })
    expect((await people.history(id)).map(({ act }) => act).slice(0, 3)).toEqual(['link-made', 'enabled', 'disabled'])
    expect((await people.list()).map(({ name }) => name)).toContain('Primeira')
    expect(apis.log.messages).toEqual([])
  })

  test('the last administrator of people cannot be disabled or lose that permission', async () => {
    expect(await apis.people.act('user-admin', 'disable')).toMatchObject({ kind: 'kept' })
    const me = await apis.people.read('user-admin')
    const { name, type, seesAll, condominiumsId } = me.person
    expect(await apis.people.change(me, { name, type, permissions: [], seesAll, condominiumsId })).toMatchObject({
      kind: 'refused',
      fields: {},
    })
  })
})

describe('against servers that misbehave', () => {
  let server: ScriptedServer

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())

  test('an invalid person is left out of the list and logged', async () => {
    server.answer((_, response) => json(response, 200, { result: [{ id: 'p1' }] }))
    const { people, log } = apisOn(server.url)
    expect(await people.list()).toEqual([])
    expect(log.messages).toHaveLength(1)
  })

  test.each([
    ['a link that is no link', { until: 'amanhã' }],
    ['nothing', null],
  ])('%s instead of a link throws a text for a person', async (_, answer) => {
    server.answer((_, response) => json(response, 200, answer))
    await expect(apisOn(server.url).people.act('p1', 'link')).rejects.toThrow('algo inesperado')
  })

  test('an existing first administrator is reported as taken, and any other refusal is an error', async () => {
    const accept = () => apisOn(server.url).invitations.accept({ token: 't', password: 'portão azul' })
    server.answer((_, response) => json(response, 409, { error: true, message: 'Já há quem administre.' }))
    expect(await accept()).toEqual({ kind: 'taken' })
    server.answer((_, response) => json(response, 429, { error: true, message: 'Muitas tentativas.' }))
    await expect(accept()).rejects.toMatchObject({ status: 429, message: 'Muitas tentativas.' })
  })
})
