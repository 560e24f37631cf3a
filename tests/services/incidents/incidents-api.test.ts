import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { IncidentAction } from '../../../contract/wire/requests/incidents.ts'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { parseLists } from '../../../src/services/http/answer-lists.ts'
import { dataOf } from '../../../src/services/http/call-result.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { actOnIncident, featuresOffered } from '../../../src/services/incidents/incidents-api.ts'
import { signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal

function apiOn(url: string, token?: string) {
  const log = recordingLog()
  const call = createCall(httpTo(url, token), log)
  const api = {
    isOffered: () => featuresOffered(call, signal).then(({ incidents }) => incidents === true),
    open: async () => dataOf(await call(incidentRoutes.openIncidents, { parse: parseLists })).result,
    past: async (condominiumId: string) =>
      dataOf(await call(incidentRoutes.pastIncidents, { query: { condominiumId, cursor: null } })),
    story: async (id: string) => dataOf(await call(incidentRoutes.incident, { params: { id } })),
    act: (id: string, deed: IncidentAction) => actOnIncident(call, { id, deed }, signal),
  }
  return { log, api }
}

describe('against the embedded backend (INC-3, INC-4)', () => {
  let backend: Backend

  beforeAll(async () => {
    backend = await startTestBackend()
  })
  afterAll(() => backend.close())

  test('an incident is listed, claimed once, read with its story, silenced and closed', async () => {
    const admin = await signIn(backend, 'admin')
    const { api, log } = apiOn(backend.url, admin.token)
    const { api: other } = apiOn(backend.url, (await signIn(backend, 'operator')).token)
    expect(await api.isOffered()).toBe(true)
    const condominiumId = 'condominio-01'
    await admin.call('/rest/simulator/event', { method: 'POST', body: { condominiumId, kind: 'door-forced' } })
    await expect.poll(async () => (await api.open()).map(({ kind }) => kind)).toEqual(['door-forced'])
    const [incident] = await api.open()
    const id = incident?.id ?? ''

    expect(await other.act(id, { deed: 'claim' })).toMatchObject({
      kind: 'done',
      incident: { life: 'claimed' },
    })
    expect(await api.act(id, { deed: 'claim' })).toMatchObject({
      kind: 'late',
      message: expect.stringContaining('já está cuidando'),
      current: { life: 'claimed' },
    })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await api.act(id, { deed: 'silence', reason: 'Técnico no local.', until })
    expect((await api.story(id)).notes.map(({ act }) => act)).toEqual(['opened', 'claimed', 'silenced'])
    expect(
      await api.act(id, { deed: 'close', word: 'Fechadura trocada.', unmetReason: 'Ninguém no local.' }),
    ).toMatchObject({
      kind: 'done',
      incident: { life: 'closed', word: 'Fechadura trocada.' },
    })
    expect(await api.past(condominiumId)).toMatchObject({
      result: [{ id }],
      nextCursor: null,
    })
    await expect(api.story('nowhere')).rejects.toMatchObject({ status: 404 })
    expect(log.messages).toEqual([])
  })
})

describe('servers with other answers (INC-1)', () => {
  let server: ScriptedServer
  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())

  test.each([
    ['404', 404, { error: true, message: 'Não existe.' }, false],
    ['no', 200, { incidents: false }, false],
    ['without the field', 200, {}, false],
    ['with an invalid field', 200, { incidents: 'yes' }, false],
    ['yes', 200, { incidents: true }, true],
  ])(
    'the answer %s to the question about incidents decides whether they are offered',
    async (_, status, body, isOffered) => {
      server.answer((_, response) => json(response, status, body))
      expect(await apiOn(server.url).api.isOffered()).toBe(isOffered)
    },
  )

  test('a web page instead of an answer means that the server offers no incidents', async () => {
    server.answer((_, response) => html(response, 200))
    expect(await apiOn(server.url).api.isOffered()).toBe(false)
  })

  test('a 502 from a proxy is an error, so that the server is asked again', async () => {
    server.answer((_, response) => html(response, 502))
    await expect(apiOn(server.url).api.isOffered()).rejects.toMatchObject({ status: 502 })
  })

  test('an unreadable incident is listed as an open one that nobody understands (HTTP-7)', async () => {
    server.answer((_, response) => json(response, 200, { result: [incidentOf('i1'), { id: 'i2' }] }))
    const { api, log } = apiOn(server.url)
    const [readable, unreadable] = await api.open()
    expect(readable).toMatchObject({ id: 'i1', kind: 'contact' })
    expect(unreadable).toMatchObject({ id: 'i2', kind: 'alarm', alarm: null, life: 'new', isTold: true, owner: null })
    expect(log.messages).toEqual(['Resposta inesperada do servidor em GET /incidents/open.'])
  })

  test("a 409 without the incident is a failure with the server's text", async () => {
    server.answer((_, response) => json(response, 409, { error: true, message: 'Ana já está cuidando.' }))
    const acting = apiOn(server.url).api.act('i1', { deed: 'claim' })
    await expect(acting).rejects.toMatchObject({ status: 409, message: 'Ana já está cuidando.' })
  })
})
