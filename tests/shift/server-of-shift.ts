import type { Activity } from '../../contract/wire/answers/events.ts'
import type { LinkListener } from '../../src/services/socket/socket-link.ts'
import type { Service, World } from './gate-world.ts'

/** Silence before the panel takes the live connection for lost: the server's ping and its time-out. */
const silenceMs = 12_000
const connectionTimeoutMs = 20_000

export type ServerOfShift = ReturnType<typeof createServer>

/** The simulated server: `fetch` and live connection, on the simulated clock. `random` is from 0 to 1. */
export function createServer(world: World, random: () => number) {
  const lastEvents = new Map<string, number>()
  const forced: Activity[] = []
  /** When the panel called each device. */
  const asked = new Map<string, number[]>()
  /** Results of the panel's calls to each device. */
  const found = new Map<string, { at: number; isUp: boolean }[]>()
  const links = new Map<LinkListener, { silentSince: number | null }>()
  let nextEvent = 0
  let seenBefore = new Map(world.devices.map(({ wordCode }) => [wordCode, true]))
  let monitored = 0

  const isOnline = (wordCode: string, at: number) => {
    const turn = world.monitoredAt(at)
    const answer = found.get(wordCode)?.findLast((each) => each.at <= at)
    return answer !== undefined && answer.at > turn ? answer.isUp : world.isUp(wordCode, turn)
  }

  const deviceAt = (wordCode: string, at: number) => {
    const device = world.devices.find((each) => each.wordCode === wordCode)
    const online = isOnline(wordCode, at)
    return {
      wordCode,
      name: device?.name ?? '',
      model: 'CA-200',
      ip: '10.0.0.1',
      port: 9_100,
      condominiumId: device?.condominiumId ?? '',
      active: true,
      status: online ? 'online' : 'offline',
      lastContactAt: online ? new Date(world.monitoredAt(at)).toISOString() : null,
      latencyMs: online ? 20 : null,
    }
  }

  /** Waits; rejects early with the signal's reason if the caller aborts. */
  const pass = (ms: number, signal: AbortSignal | null | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted()
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })

  async function ask(wordCode: string, signal: AbortSignal | null | undefined): Promise<Response> {
    asked.set(wordCode, [...(asked.get(wordCode) ?? []), Date.now()])
    const isUp = world.isUp(wordCode, Date.now())
    if (!isUp && world.isSilent(wordCode)) await pass(4_000, signal)
    found.set(wordCode, [...(found.get(wordCode) ?? []), { at: Date.now(), isUp }])
    if (isUp) return json(deviceAt(wordCode, Date.now()))
    return json({ error: true, message: 'O dispositivo não respondeu.' }, world.isSilent(wordCode) ? 504 : 502)
  }

  const answers: Record<
    string,
    (path: string, signal: AbortSignal | null | undefined) => Response | Promise<Response>
  > = {
    '/version.json': () => json({ version: 'test' }),
    '/rest/condominium/by-user': () => json({ result: world.condominiums }),
    '/rest/events/last-events': () =>
      json({
        result: [...lastEvents].map(([condominiumId, at]) => ({
          condominiumId,
          ip: '',
          timeSinceLastEvent: '',
          lastEventAt: new Date(at).toISOString(),
        })),
      }),
    '/rest/port-tests': () => json([{ ip: '10.0.0.1', port: 9_100, success: true, latencyMs: 3, checkedAt: null }]),
    '/rest/notifications/list': () =>
      json({
        error: false,
        notifications: forced.map(({ id, condominiumId, wordCode, kind, at }) => ({
          id: `aviso-${id}`,
          title: 'Porta forçada',
          body: '',
          data: { activityId: id, condominiumId, wordCode, kind },
          userId: 'porteiro',
          isRead: false,
          createdAt: at,
        })),
      }),
    '/device-control/device': () =>
      json({ result: world.devices.map(({ wordCode }) => deviceAt(wordCode, Date.now())), nextCursor: null }),
    '/health/api/health': () => json({ status: 'ok', uptimeS: 1, version: 'test' }),
    '/health/api/health/detailed': () => {
      const online = onlineCount(Date.now())
      const devices = { total: world.devices.length, online, offline: world.devices.length - online }
      return json({ status: 'ok', devices, db: { ok: true, latencyMs: 1 }, sockets: 1, memoryUsage: 1 })
    },
    '/health/api/health/stats': () =>
      json({
        totalRequests: 1,
        successfulRequests: 1,
        failedRequests: 0,
        averageResponseTime: 1,
        perDevice: world.devices.map(({ wordCode }) => ({
          wordCode,
          online: isOnline(wordCode, Date.now()),
          latencyMs: null,
        })),
      }),
    '/health/api/health/cleanup': () => json({ removed: 0, lastCleanup: null }),
  }

  function onlineCount(at: number): number {
    return world.devices.filter(({ wordCode }) => isOnline(wordCode, at)).length
  }

  return {
    asked,
    forced,
    lastEventOf: (condominiumId: string) => lastEvents.get(condominiumId),
    onlineCount,
    deviceCount: world.devices.length,

    async fetch(input: string, { signal }: { signal?: AbortSignal | null } = {}): Promise<Response> {
      const { pathname } = new URL(input, 'http://guarita')
      const service: Service = pathname.startsWith('/health')
        ? 'health'
        : pathname.startsWith('/device-control')
          ? 'deviceService'
          : 'server'
      await pass(20 + random() * 200, signal)
      while (world.isHung(Date.now())) await pass(500, signal)
      if (!world.answers(service, Date.now())) throw new TypeError('Failed to fetch')
      const answer = answers[pathname]
      if (answer !== undefined) return answer(pathname, signal)
      const wordCode = /^\/device-control\/device\/porteiro\/(.+)$/.exec(pathname)?.[1]
      if (wordCode !== undefined) return ask(wordCode, signal)
      return json({ error: true, message: 'Não encontrado.' }, 404)
    },

    openLink(listener: LinkListener): () => void {
      const openedAt = Date.now()
      let timer = setTimeout(settle, 50)
      function settle() {
        if (world.carriesLink(Date.now())) {
          links.set(listener, { silentSince: null })
          listener.onUp()
        } else if (world.isHung(Date.now()) && Date.now() - openedAt < connectionTimeoutMs)
          timer = setTimeout(settle, 500)
        else listener.onRefused('unreachable', null)
      }
      return () => {
        clearTimeout(timer)
        links.delete(listener)
      }
    },

    /** Ends all connections, as a server does for a computer that sleeps; the panel learns of it when it wakes up. */
    dropLinks(): void {
      for (const listener of [...links.keys()]) {
        links.delete(listener)
        listener.onLost()
      }
    },

    /** Delivers everything that is due now. The caller calls it at every step. */
    goOn(): void {
      const now = Date.now()
      for (const [listener, link] of links) {
        if (world.carriesLink(now)) link.silentSince = null
        else link.silentSince ??= now
        const isOver = link.silentSince !== null && (!world.isHung(now) || now - link.silentSince >= silenceMs)
        if (!isOver) continue
        links.delete(listener)
        listener.onLost()
      }
      const activities = [...eventsUntil(now), ...movedDevices(now)]
      for (const { condominiumId, at } of activities) lastEvents.set(condominiumId, Date.parse(at))
      if (activities.length === 0) return
      const batch = { condominiumIds: [...new Set(activities.map(({ condominiumId }) => condominiumId))], activities }
      for (const [listener, { silentSince }] of links) if (silentSince === null) listener.onBatch(batch)
    },
  }

  function eventsUntil(now: number): Activity[] {
    const happened: Activity[] = []
    for (let event = world.events[nextEvent]; event !== undefined; event = world.events[++nextEvent]) {
      const at = Date.parse(event.at)
      if (at > now) break
      if (event.kind === 'door-forced') forced.unshift(event)
      happened.push(event)
    }
    return happened
  }

  /** Changes of devices that the server's last round of checks found. */
  function movedDevices(now: number): Activity[] {
    const turn = world.monitoredAt(now)
    if (turn === monitored) return []
    monitored = turn
    const before = seenBefore
    seenBefore = new Map(world.devices.map(({ wordCode }) => [wordCode, world.isUp(wordCode, turn)]))
    return world.devices
      .filter(({ wordCode }) => before.get(wordCode) !== seenBefore.get(wordCode))
      .map(({ wordCode, name, condominiumId }) => ({
        id: `estado-${wordCode}-${turn}`,
        condominiumId,
        wordCode,
        deviceName: name,
        ip: '',
        kind: seenBefore.get(wordCode) ? 'device-up' : 'device-down',
        description: '',
        at: new Date(turn).toISOString(),
      }))
  }
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
  })
}
