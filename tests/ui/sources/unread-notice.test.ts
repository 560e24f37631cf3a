import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Route } from '../../../contract/wire/route.ts'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { eventRoutes } from '../../../contract/wire/routes/events.ts'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { routes } from '../../../contract/wire/routes.ts'
import { createDeviceLines } from '../../../src/services/devices/device-lines.ts'
import { parseLists } from '../../../src/services/http/answer-lists.ts'
import { type CallOf, createCall } from '../../../src/services/http/contract-call.ts'
import type { HttpClient } from '../../../src/services/http/http-client.ts'
import { type UnreadList, watchUnread } from '../../../src/services/http/unread-lists.ts'
import { UnreadNotice } from '../../../src/ui/sources/unread-notice.tsx'
import { sampleOf } from '../../services/http/schema-samples.ts'
import { recordingLog } from '../../services/parts/recording-log.ts'

type Json = { [name: string]: unknown }

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds an unreadable item to each list of records, except to lists inside of items. */
function withUnreadable(value: unknown, bad: unknown): { value: unknown; lists: number } {
  if (Array.isArray(value)) return value.some(isRecord) ? { value: [...value, bad], lists: 1 } : { value, lists: 0 }
  if (!isRecord(value)) return { value, lists: 0 }
  const fields = Object.entries(value).map(([name, field]) => [name, withUnreadable(field, bad)] as const)
  return {
    value: Object.fromEntries(fields.map(([name, field]) => [name, field.value])),
    lists: fields.reduce((sum, [, { lists }]) => sum + lists, 0),
  }
}

/** Every GET route whose answer has a list of records. */
const listRoutes = Object.values(routes)
  .flatMap((table) => Object.entries<Route>(table))
  .filter(([, { method, answer }]) => method === 'GET' && answer !== undefined)
  .flatMap(([name, route]) => {
    const sample = route.answer === undefined ? undefined : sampleOf(route.answer)
    const { value, lists } = withUnreadable(sample, { estranho: true })
    return lists === 0 ? [] : [{ name, route, sample, damaged: value, lists }]
  })

/** A panel with one answer of the server: calls a route, and shows the notice as the layout does. */
function panelWith(data: unknown) {
  let lists: readonly UnreadList[] = []
  const calls = new EventTarget()
  watchUnread(calls, (changed) => {
    lists = changed
  })
  let answer = data
  const http: HttpClient = {
    call: async () => ({ ok: true, data: answer, headers: new Headers() }),
    noteRead: (detail) => calls.dispatchEvent(new CustomEvent('read', { detail })),
  }
  const call = createCall(http, recordingLog())
  return {
    http,
    answerWith: (next: unknown) => {
      answer = next
    },
    call: (route: Route, options: object = {}) => {
      const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x']))
      return call(route, { params, ...options } as CallOf<Route>)
    },
    notice: () => (lists.length === 0 ? '' : renderToStaticMarkup(createElement(UnreadNotice, { lists }))),
  }
}

const isSavedWhole = ({ responseHeaders, savedWhole }: Route) => savedWhole || responseHeaders !== undefined

describe('an item that the panel cannot read (HTTP-7)', () => {
  test('is looked for in all lists of the contract', () => {
    expect(listRoutes.length).toBeGreaterThan(28)
  })

  test.each(listRoutes.filter(({ route }) => !isSavedWhole(route)))(
    'in the answer of $name is counted in a sentence with the name of the list, and the other items stay',
    async ({ route, sample, damaged, lists }) => {
      for (const options of [{}, { parse: parseLists }]) {
        const { call, notice } = panelWith(damaged)
        expect(await call(route, options)).toMatchObject({ ok: true, data: sample })
        expect(notice()).toMatch(
          new RegExp(`Fora das listas, das contagens e dos arquivos: ${lists} (?!item\\.|itens\\.)`),
        )
        expect(notice()).toContain('avise o suporte do sistema')
      }
    },
  )

  test.each(listRoutes.filter(({ route }) => isSavedWhole(route)))(
    'makes $name fail as a whole, because a person who saves the list would delete the item',
    async ({ route, damaged }) => {
      const { call, notice } = panelWith(damaged)
      expect(await call(route)).toMatchObject({ ok: false, isUnexpected: true })
      expect(notice()).toBe('')
    },
  )

  test('outside lists makes the answer fail as a whole', async () => {
    const { call } = panelWith({ result: [], nextCursor: 7 })
    expect(await call(eventRoutes.searchEvents)).toMatchObject({ ok: false, isUnexpected: true })
  })

  test('stays counted while the next pages are read, until the list is read again', async () => {
    const [found] = listRoutes.filter(({ name }) => name === 'searchEvents')
    const { answerWith, call, notice } = panelWith(found?.damaged)
    await call(eventRoutes.searchEvents, { query: { kind: 'intercom' } })
    await call(eventRoutes.searchEvents, { query: { kind: 'intercom', cursor: 'a' } })
    expect(notice()).toContain('2 eventos')
    answerWith(found?.sample)
    await call(eventRoutes.searchEvents, { query: { kind: 'intercom', cursor: 'b' } })
    expect(notice()).toContain('2 eventos')
    await call(eventRoutes.searchEvents, { query: { kind: 'intercom' } })
    expect(notice()).toBe('')
  })
})

const device = {
  wordCode: 'A-1',
  name: 'Portão',
  ip: '10.0.0.1',
  port: 80,
  condominiumId: 'c1',
  active: true,
  status: 'online',
}

describe('an unreadable device', () => {
  const damaged = { ...device, port: 'oitenta' }

  test('is listed with an unknown status and its readable fields, and the server refuses a change of it', async () => {
    const { call, notice } = panelWith({ result: [damaged, device] })
    expect(await call(deviceRoutes.devices)).toMatchObject({
      data: {
        result: [{ wordCode: 'A-1', name: 'Portão', ip: '10.0.0.1', status: 'unknown', etag: '"unread"' }, device],
      },
    })
    expect(notice()).toContain('Na lista como desconhecido: 1 dispositivo.')
    expect(notice()).not.toContain('Fora das listas')
  })

  test('is listed in the same way by the list of all devices, which arrives in parts', async () => {
    const { http, notice } = panelWith(null)
    const lines = createDeviceLines(
      {
        ...http,
        call: async () => ({
          ok: true,
          data: new Blob([JSON.stringify({ result: [device, damaged, { name: 'Sem código' }] })]).stream(),
          headers: new Headers({ 'content-type': 'application/json' }),
        }),
      },
      recordingLog(),
    )
    const statuses: string[] = []
    await lines('', ({ devices }) => statuses.push(...devices.map(({ status }) => status)), AbortSignal.timeout(60_000))
    expect(statuses).toEqual(['online', 'unknown'])
    expect(notice()).toContain('Fora das listas, das contagens e dos arquivos: 1 dispositivo. ')
    expect(notice()).toContain('Na lista como desconhecido: 1 dispositivo. ')
  })
})

test('an unreadable incident is listed as an open incident that calls, with its readable place', async () => {
  const incident = { id: 'i1', condominiumId: 'c1', condominiumName: 'Água Viva', life: 'escalated' }
  const { call, notice } = panelWith({ result: [incident] })
  expect(await call(incidentRoutes.openIncidents)).toMatchObject({
    data: {
      result: [
        {
          id: 'i1',
          kind: 'alarm',
          alarm: null,
          life: 'new',
          isTold: true,
          condominiumName: 'Água Viva',
          scope: 'condominium',
        },
      ],
    },
  })
  expect(notice()).toContain('Na lista como desconhecido: 1 ocorrência.')
})

test('the story of an unreadable incident opens, so that a person can act on the incident', async () => {
  const { call } = panelWith({ incident: { id: 'i1', life: 'escalated' }, notes: [], devices: [], colleagues: [] })
  expect(await call(incidentRoutes.incident)).toMatchObject({
    ok: true,
    data: { incident: { id: 'i1', kind: 'alarm', life: 'new' }, notes: [] },
  })
})

test('an unreadable event is listed with its readable fields if its time is readable, else counted', async () => {
  const event = { id: 'e1', at: '2026-03-02T09:00:00.000Z', condominiumId: 'c1', kind: 7, deviceName: 'Portão' }
  const { call, notice } = panelWith({ result: [event, { ...event, id: 'e2', at: 'ontem' }] })
  const read = await call(eventRoutes.events)
  expect(read).toMatchObject({ data: { result: [{ id: 'e1', kind: 'ilegível', at: event.at, deviceName: 'Portão' }] } })
  expect(notice()).toContain('arquivos: 1 evento. Na lista como desconhecido: 1 evento.')
})
