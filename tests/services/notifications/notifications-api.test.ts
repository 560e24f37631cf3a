import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import {
  changeNotification,
  loadNotifications,
  type NotificationChange,
} from '../../../src/services/notifications/notifications-api.ts'
import { type SignedIn, signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const { signal } = new AbortController()

function apiOn(url: string, token: string | null = null) {
  const log = recordingLog()
  const call = createCall(httpTo(url, token), log)
  const api = {
    list: (userId: string) => loadNotifications(call, userId, signal),
    change: (change: NotificationChange) => changeNotification(call, change, signal),
  }
  return { log, api }
}

describe('against the embedded backend', () => {
  let backend: Backend
  let admin: SignedIn

  beforeAll(async () => {
    backend = await startTestBackend()
    admin = await signIn(backend, 'admin')
  })
  afterAll(() => backend.close())

  const api = () => apiOn(backend.url, admin.token).api
  const list = () => api().list(admin.user.userId)

  test('the list is sorted newest first', async () => {
    const times = (await list()).map(({ createdAt }) => createdAt)
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('one notification is read, one is deleted, and the others are read together (NOT-3)', async () => {
    const [first, second] = await list()
    if (first === undefined || second === undefined) throw new Error('too few notifications')
    await api().change({ kind: 'read', id: first.id })
    await api().change({ kind: 'deleted', id: second.id })
    const after = await list()
    expect(after.find(({ id }) => id === first.id)?.isRead).toBe(true)
    expect(after.some(({ id }) => id === second.id)).toBe(false)
    await api().change({ kind: 'allRead', ids: [] })
    expect((await list()).every(({ isRead }) => isRead)).toBe(true)
  })

  test('deleting a notification that no longer exists succeeds', async () => {
    await expect(api().change({ kind: 'deleted', id: 'gone/../away' })).resolves.toBeUndefined()
  })
})

describe('against a server that misbehaves', () => {
  let server: ScriptedServer

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  beforeEach(() => server.answer((_, response) => json(response, 200, {})))
  afterAll(() => server.close())

  test('a list with `error: true` is not used (NOT-1)', async () => {
    server.answer((_, response) => json(response, 200, { error: true, notifications: [] }))
    await expect(apiOn(server.url).api.list('u1')).rejects.toThrow()
  })

  test('an invalid item is left out, and the list is kept (HTTP-7)', async () => {
    const good = { id: 'n1', title: 'Porta', createdAt: '2026-03-02T09:00:00.000Z' }
    const notifications = [{ id: 7 }, good, { ...good, id: 'n2', createdAt: 'ontem' }]
    server.answer((_, response) => json(response, 200, { error: false, notifications }))
    const { api, log } = apiOn(server.url)
    expect(await api.list('u1')).toEqual([{ ...good, body: '', data: {}, userId: '', isRead: false }])
    expect(log.messages).toEqual(['Resposta inesperada do servidor em GET /notifications/list.'])
  })

  test('a change that the server cannot make fails', async () => {
    server.answer((_, response) => json(response, 500, { error: true, message: 'Falhou.' }))
    await expect(apiOn(server.url).api.change({ kind: 'read', id: 'n1' })).rejects.toThrow('Falhou.')
  })
})
