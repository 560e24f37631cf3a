import { describe, expect, test } from 'vitest'
import type { Activity } from '../../contract/wire/events.ts'
import { type DeviceListEvent, deviceListMachine } from '../../src/machines/device-list.machine.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { runUnderRecorder } from '../models/production-actor.ts'
import { StandIns } from '../models/stand-ins.ts'
import { deviceOf } from './devices.ts'

const coverage = new Coverage(deviceListMachine)

function startList() {
  const standIns = new StandIns()
  const machine = deviceListMachine.provide({
    actors: { loadPage: standIns.promise('loadPage'), loadDevice: standIns.promise('loadDevice') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const list = runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
  return {
    ...list,
    tags: () => [...list.snapshot().tags].sort(),
    board: () => [...list.snapshot().context.board.all()].map(({ wordCode }) => wordCode),
    device: (wordCode: string) => list.snapshot().context.board.get(wordCode),
    page: async (wordCodes: string[], nextCursor: string | null = null) => {
      standIns.resolve('loadPage', { devices: wordCodes.map((wordCode) => deviceOf(wordCode)), nextCursor })
      await list.settle()
    },
    finds: async (wordCode: string | null) => {
      standIns.resolve('loadDevice', wordCode === null ? null : deviceOf(wordCode))
      await list.settle()
    },
    fails: async (service: 'loadPage' | 'loadDevice') => {
      standIns.reject(service)
      await list.settle()
    },
  }
}

async function startLoaded(...wordCodes: string[]) {
  const list = startList()
  list.send({ type: 'devices.want' })
  await list.page(wordCodes)
  return list
}

function activity(wordCode: string, kind: Activity['kind']): Activity {
  const at = '2026-03-02T09:00:30.000Z'
  return { id: 'e1', condominiumId: 'c1', wordCode, ip: '', kind, description: '', at }
}

describe('the list', () => {
  test('is not loaded before a page shows devices', () => {
    const { standIns, tags, send } = startList()
    for (const type of ['devices.reload', 'socket.restored', 'connectivity.online'] as const) send({ type })
    expect(standIns.open).toEqual([])
    expect(tags()).toEqual([])
  })

  test('is loaded page after page', async () => {
    const list = startList()
    list.send({ type: 'devices.want' })
    expect(list.tags()).toEqual(['busy'])
    await list.page(['A', 'B'], 'after B')
    expect(list.tags()).toEqual(['busy'])
    expect(list.standIns.inputOf('loadPage')).toEqual({ cursor: 'after B' })
    await list.page(['C'])
    expect(list.tags()).toEqual(['loaded'])
    expect(list.board()).toEqual(['A', 'B', 'C'])
  })

  test('is loaded once, however many pages want it', async () => {
    const list = await startLoaded('A')
    list.send({ type: 'devices.want' })
    expect(list.standIns.open).toEqual([])
  })

  test('that is asked for anew while it is loaded begins again: there may be devices that it lacks', async () => {
    const list = startList()
    list.send({ type: 'devices.want' })
    await list.page(['A'], 'after A')
    list.send({ type: 'devices.reload' })
    expect(list.standIns.inputOf('loadPage')).toEqual({ cursor: '' })
    await list.page(['B', 'A'])
    expect(list.tags()).toEqual(['loaded'])
    expect(list.board().toSorted()).toEqual(['A', 'B'])
  })

  test.each(['devices.reload', 'socket.lost', 'socket.restored', 'connectivity.online'] as const)(
    'is loaded anew at %s, and what it does not name any more goes at its end',
    async (type) => {
      const list = await startLoaded('A', 'B')
      list.send({ type })
      expect(list.standIns.inputOf('loadPage')).toEqual({ cursor: '' })
      expect(list.board()).toEqual(['A', 'B'])
      await list.page(['B', 'C'])
      expect(list.board()).toEqual(['B', 'C'])
    },
  )

  test.each(['devices.want', 'devices.reload', 'socket.restored', 'connectivity.online'] as const)(
    'that cannot be had is logged and shown, and loaded from its beginning at %s',
    async (type) => {
      const list = startList()
      list.send({ type: 'devices.want' })
      await list.page(['A'], 'after A')
      await list.fails('loadPage')
      expect(list.tags()).toEqual(['error', 'unknown'])
      expect(list.journal).toContain('does logFailure "Dispositivos não carregados."')
      expect(list.board()).toEqual(['A'])
      list.send({ type })
      expect(list.standIns.inputOf('loadPage')).toEqual({ cursor: '' })
    },
  )
})

describe('one device', () => {
  test('that is on the board is not asked for', async () => {
    const list = await startLoaded('A')
    list.send({ type: 'device.want', wordCode: 'A' })
    expect(list.standIns.open).toEqual([])
  })

  test('is asked for by itself, without the list', async () => {
    const list = startList()
    list.send({ type: 'device.want', wordCode: 'A' })
    expect(list.tags()).toEqual(['seeking'])
    expect(list.standIns.inputOf('loadDevice')).toEqual({ wordCode: 'A' })
    await list.finds('A')
    expect(list.tags()).toEqual([])
    expect(list.board()).toEqual(['A'])
  })

  test('that does not exist is said to be missing, until another one is wanted', async () => {
    const list = await startLoaded('B')
    list.send({ type: 'device.want', wordCode: 'A' })
    await list.finds(null)
    expect(list.tags()).toEqual(['loaded', 'missing'])
    list.send({ type: 'device.want', wordCode: 'B' })
    expect(list.tags()).toEqual(['loaded'])
  })

  test('that is wanted instead of another is the one that is waited for', async () => {
    const list = startList()
    list.send({ type: 'device.want', wordCode: 'A' })
    list.send({ type: 'device.want', wordCode: 'B' })
    expect(list.standIns.open).toEqual(['loadDevice'])
    expect(list.standIns.inputOf('loadDevice')).toEqual({ wordCode: 'B' })
  })

  test.each(['devices.reload', 'socket.restored', 'connectivity.online'] as const)(
    'that cannot be had is logged and shown, and asked for again at %s',
    async (type) => {
      const list = startList()
      list.send({ type: 'device.want', wordCode: 'A' })
      await list.fails('loadDevice')
      expect(list.tags()).toEqual(['seekingFailed', 'unknown'])
      expect(list.journal).toContain('does logFailure "Dispositivo não carregado."')
      list.send({ type })
      expect(list.standIns.inputOf('loadDevice')).toEqual({ wordCode: 'A' })
    },
  )
})

describe('what others find out', () => {
  test('a changed device takes its place, a deleted one goes', async () => {
    const list = await startLoaded('A', 'B')
    const { revision } = list.snapshot().context
    list.send({ type: 'device.changed', device: deviceOf('A', { name: 'Garagem' }) })
    expect(list.device('A')?.name).toBe('Garagem')
    list.send({ type: 'device.deleted', wordCode: 'B' })
    expect(list.board()).toEqual(['A'])
    expect(list.snapshot().context.revision).toBeGreaterThan(revision + 1)
  })

  test("the server's own checks move status, latency and last contact", async () => {
    const list = await startLoaded('A', 'B')
    const before = list.device('B')?.lastContactAt
    await list.advance(120_000)
    list.send({
      type: 'health.checked',
      reach: [
        { wordCode: 'A', online: true, latencyMs: 7 },
        { wordCode: 'B', online: false, latencyMs: null },
        { wordCode: 'unknown', online: true, latencyMs: 1 },
      ],
    })
    expect(list.device('A')).toMatchObject({
      status: 'online',
      latencyMs: 7,
      lastContactAt: '2026-03-02T09:02:00.000Z',
    })
    expect(list.device('B')).toMatchObject({ status: 'offline', latencyMs: null, lastContactAt: before })
    expect(list.board()).toEqual(['A', 'B'])
  })

  test('a device that goes down at the gates is offline; one that is heard of is online', async () => {
    const list = await startLoaded('A', 'B')
    const activities = [activity('A', 'device-down'), activity('B', 'intercom'), activity('unknown', 'intercom')]
    list.send({ type: 'socket.batch', condominiumIds: [], activities })
    expect(list.device('A')?.status).toBe('offline')
    expect(list.device('B')).toMatchObject({ status: 'online', lastContactAt: '2026-03-02T09:00:30.000Z' })
  })

  test('a batch without events changes nothing', async () => {
    const list = await startLoaded('A')
    const { revision } = list.snapshot().context
    list.send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [] })
    expect(list.snapshot().context.revision).toBe(revision)
  })
})

describe('devices are shown as unknown', () => {
  test.each(['connectivity.offline', 'health.unreachable'] as const)('from %s on', async (type) => {
    const list = await startLoaded('A')
    list.send({ type })
    expect(list.tags()).toEqual(['loaded', 'unknown'])
  })

  test('until the server answers for the list, for one device, or for its checks', async () => {
    const checked: DeviceListEvent = { type: 'health.checked', reach: [] }
    const ways = [
      async (list: Awaited<ReturnType<typeof startLoaded>>) => list.send(checked),
      async (list: Awaited<ReturnType<typeof startLoaded>>) => {
        list.send({ type: 'devices.reload' })
        await list.page(['A'])
      },
      async (list: Awaited<ReturnType<typeof startLoaded>>) => {
        list.send({ type: 'device.want', wordCode: 'B' })
        await list.finds('B')
      },
    ]
    for (const way of ways) {
      const list = await startLoaded('A')
      list.send({ type: 'connectivity.offline' })
      await way(list)
      expect(list.tags()).toEqual(['loaded'])
    }
  })
})

testCoverage(coverage)
