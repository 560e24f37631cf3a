import { alarmPeriod, takerOf } from '../../backend/alarm-load/alarm-period.ts'
import type { AlarmLoad } from '../../contract/wire/answers/alarm-load.ts'
import type { DeviceHealthAnswer } from '../../contract/wire/answers/devices/health.ts'
import { type Activity, isMovement } from '../../contract/wire/answers/events.ts'
import type { WallView } from '../../contract/wire/answers/wall.ts'
import type { LinkListener } from '../../src/services/socket/socket-link.ts'
import type { Service, World } from './gate-world.ts'
import { createIncidents, type Fact } from './incidents-of-shift.ts'

/** Silence before the panel takes the live connection for lost: the server's ping and its time-out. */
const silenceMs = 12_000
const connectionTimeoutMs = 20_000

export type ServerOfShift = ReturnType<typeof createServer>

/** The simulated server: `fetch` and live connection, on the simulated clock. `random` is from 0 to 1. */
export function createServer(world: World, random: () => number) {
  const lastEvents = new Map<string, number>()
  /** The last event at the gates of each condominium, from the world. */
  const gateEvents = new Map<string, number>()
  const incidents = createIncidents(world, random)
  /** When the panel called each device. */
  const asked = new Map<string, number[]>()
  /** When the panel last began a call to each device. */
  const begun = new Map<string, number>()
  /** Results of the calls and pings of the panel to each device. */
  const found = new Map<string, { at: number; isUp: boolean }[]>()
  const links = new Map<LinkListener, { silentSince: number | null }>()
  let nextEvent = 0
  const seenBefore = new Map(world.devices.map(({ wordCode }) => [wordCode, true]))
  /** The last contact of each device that is not answering now. */
  const lastContacts = new Map<string, number>()
  let passedAt = world.startedAt

  const isOnline = (wordCode: string, at: number) => {
    const turn = world.monitoredAt(at)
    const answer = found.get(wordCode)?.findLast((each) => each.at <= at)
    return answer !== undefined && answer.at > turn ? answer.isUp : world.isUp(wordCode, turn)
  }

  const deviceAt = (wordCode: string, at: number) => {
    const device = world.deviceOf(wordCode)
    const online = isOnline(wordCode, at)
    return {
      wordCode,
      name: device?.name ?? '',
      model: 'CA-200',
      ip: device?.ip ?? '',
      port: 9_100,
      condominiumId: device?.condominiumId ?? '',
      active: device?.isActive ?? false,
      status: online ? 'online' : 'offline',
      lastContactAt: contactOf(wordCode, at),
      latencyMs: online ? 20 : null,
    }
  }

  function contactOf(wordCode: string, at: number): string {
    const called = found.get(wordCode)?.findLast((each) => each.isUp && each.at <= at)?.at ?? 0
    const known = isOnline(wordCode, at) ? world.monitoredAt(at) : (lastContacts.get(wordCode) ?? world.startedAt)
    return new Date(Math.max(called, known)).toISOString()
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

  /** The server calls the device, and remembers the result. */
  async function contact(wordCode: string, signal: AbortSignal | null | undefined): Promise<boolean> {
    const isUp = world.isUp(wordCode, Date.now())
    if (!isUp && world.isSilent(wordCode)) await pass(4_000, signal)
    found.set(wordCode, [...(found.get(wordCode) ?? []), { at: Date.now(), isUp }])
    return isUp
  }

  async function ask(wordCode: string, signal: AbortSignal | null | undefined): Promise<Response> {
    asked.set(wordCode, [...(asked.get(wordCode) ?? []), Date.now()])
    const isUp = await contact(wordCode, signal)
    if (isUp) return json(deviceAt(wordCode, Date.now()))
    return json({ error: true, message: 'O dispositivo não respondeu.' }, world.isSilent(wordCode) ? 504 : 502)
  }

  /** The answer to a ping of the health page (HEA-2). A ping is not a call of the panel's own circuit. */
  async function ping(wordCode: string, signal: AbortSignal | null | undefined): Promise<DeviceHealthAnswer> {
    const isUp = await contact(wordCode, signal)
    const cause = world.isSilent(wordCode) ? 'hung' : 'refused'
    const circuit = { failureCount: 0, lastFailureTime: null, state: 'CLOSED' as const, isAvailable: isUp }
    const checkedAt = new Date().toISOString()
    return { wordCode, status: isUp ? 'online' : 'offline', ...circuit, latencyMs: null, checkedAt, cause }
  }

  const answers: Record<string, (query: URLSearchParams) => Response> = {
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
    '/rest/capabilities': () => json({ incidents: true }),
    '/rest/port-tests': () =>
      json(
        world.devices.slice(0, 3).map(({ ip }) => ({ ip, port: 9_100, success: true, latencyMs: 3, checkedAt: null })),
      ),
    '/rest/notifications/list': () => json({ error: false, notifications: incidents.notifications() }),
    '/rest/incidents/open': () => json({ result: incidents.listed(Date.now()) }),
    '/rest/incidents': () => json({ result: [], nextCursor: null }),
    '/rest/handovers/next': () => {
      const listed = incidents.listed(Date.now())
      const over = listed.filter(({ end }) => end !== null)
      const since = new Date(world.startedAt).toISOString()
      return json({ since, open: listed.filter(({ end }) => end === null), over, last: null })
    },
    '/rest/alarm-load': (query) => json(alarmLoad(query)),
    '/device-control/device': (search) => {
      const condominiumId = search.get('condominiumId')
      const status = search.get('status')
      const listed = world.devices
        .filter((device) => condominiumId === null || device.condominiumId === condominiumId)
        .map(({ wordCode }) => deviceAt(wordCode, Date.now()))
        .filter((device) => status === null || (device.active && device.status === status))
      return json({ result: listed, nextCursor: null })
    },
    '/health/api/health': () => json({ status: 'ok', uptimeS: 1, version: 'test' }),
    '/health/api/health/detailed': () => {
      return json({
        status: 'ok',
        devices: countsAt(Date.now()),
        db: { ok: true, latencyMs: 1 },
        sockets: 1,
        memoryUsage: 1,
      })
    },
    '/health/api/health/stats': () =>
      json({
        totalRequests: 1,
        successfulRequests: 1,
        failedRequests: 0,
        averageResponseTime: 1,
        perDevice: world.activeDevices.map(({ wordCode }) => ({
          wordCode,
          online: isOnline(wordCode, Date.now()),
          latencyMs: null,
          lastContactAt: contactOf(wordCode, Date.now()),
        })),
      }),
    '/health/api/health/cleanup': () => json({ removed: 0, lastCleanup: null }),
  }

  /** The server's counts at a moment, of one condominium or of all condominiums. */
  function countsAt(at: number, condominiumId: string | null = null) {
    const devices = world.devicesAt(condominiumId)
    const active = devices.filter(({ isActive }) => isActive)
    const online = active.filter(({ wordCode }) => isOnline(wordCode, at)).length
    const inactive = devices.length - active.length
    return { total: active.length, online, offline: active.length - online, inactive }
  }

  /** The person's only shift, which began with the sign-in at the start of the world (STATE-7). */
  function alarmLoad(query: URLSearchParams): AlarmLoad {
    const to = Date.parse(query.get('to') ?? '')
    const alarms = incidents.alarms()
    const shift = alarmPeriod(alarms, world.startedAt, to)
    const untaken = alarms.filter((alarm) => takerOf(alarm, to) === null)
    const shares = [{ person: null, ...alarmPeriod(untaken, world.startedAt, to) }]
    const whole = alarmPeriod(alarms, Date.parse(query.get('from') ?? ''), to)
    return { whole, shifts: [{ person: null, ...shift, shares }], devices: [] }
  }

  /** The answer to a wall (INC-8); throws if the server does not answer. */
  function wallView(): WallView {
    const now = Date.now()
    if (!world.answers('server', now)) throw new TypeError('Failed to fetch')
    const open = incidents.listed(now).filter(({ end }) => end === null)
    return {
      name: 'Central',
      condominiums: world.condominiums.length,
      devices: countsAt(now),
      oldestCheckAt: new Date(world.monitoredAt(now)).toISOString(),
      incidents: open.slice(0, 50),
      openIncidents: open.length,
      events: [],
    }
  }

  return {
    asked,
    begun,
    incidents,
    wallView,
    lastEventOf: (condominiumId: string) => gateEvents.get(condominiumId),
    countsAt,

    async fetch(input: string, { signal }: { signal?: AbortSignal | null } = {}): Promise<Response> {
      const { pathname, searchParams } = new URL(input, 'http://guarita')
      const service: Service = pathname.startsWith('/health')
        ? 'health'
        : pathname.startsWith('/device-control')
          ? 'deviceService'
          : 'server'
      const wordCode = /^\/device-control\/device\/porteiro\/(.+)$/.exec(pathname)?.[1]
      if (wordCode !== undefined) begun.set(wordCode, Date.now())
      await pass(20 + random() * 200, signal)
      while (world.isHung(Date.now())) await pass(500, signal)
      if (!world.answers(service, Date.now())) throw new TypeError('Failed to fetch')
      const answer = answers[pathname]
      if (answer !== undefined) return answer(searchParams)
      const incidentId = /^\/rest\/incidents\/([^/]+)$/.exec(pathname)?.[1]
      const story = incidentId === undefined ? undefined : incidents.storyOf(incidentId, Date.now())
      if (story !== undefined) return json(story)
      const place = world.condominiums.find(({ id }) => pathname === `/rest/condominium/by-id/${id}`)
      if (place !== undefined) return json({ result: place })
      if (wordCode !== undefined) return ask(wordCode, signal)
      const pinged = /^\/health\/api\/health\/device\/([^/]+)$/.exec(pathname)?.[1]
      if (pinged !== undefined) return json(await ping(pinged, signal))
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
      const happened = eventsUntil(now)
      const moved = movedDevices(now)
      const activities = [...happened, ...moved]
      for (const { condominiumId, at } of happened) gateEvents.set(condominiumId, Date.parse(at))
      const movements = activities.filter(({ kind }) => isMovement(kind))
      for (const { condominiumId, at } of movements) lastEvents.set(condominiumId, Date.parse(at))
      const { changed, notifications } = incidents.goOn([...happened, ...moved].flatMap(factOf), now)
      const batch = { condominiumIds: [...new Set(movements.map(({ condominiumId }) => condominiumId))], activities }
      for (const [listener, { silentSince }] of links) {
        if (silentSince !== null) continue
        if (activities.length > 0) listener.onBatch(batch)
        if (changed.length > 0) listener.onIncidents(changed)
        if (notifications.length > 0) listener.onNotifications(notifications)
      }
    },
  }

  function eventsUntil(now: number): Activity[] {
    const happened: Activity[] = []
    for (let event = world.events[nextEvent]; event !== undefined; event = world.events[++nextEvent]) {
      if (Date.parse(event.at) > now) break
      happened.push(event)
    }
    return happened
  }

  /** Changes of devices that the server's last round of checks, or the last call of the panel, found. */
  function movedDevices(now: number): Activity[] {
    const moved = world.activeDevices.filter(({ wordCode }) => seenBefore.get(wordCode) !== isOnline(wordCode, now))
    const turn = world.monitoredAt(now)
    const activities = moved.map(({ wordCode, name, condominiumId }): Activity => {
      const online = isOnline(wordCode, now)
      const called = found.get(wordCode)?.findLast((each) => each.at <= now)?.at ?? 0
      const at = Math.max(called, turn)
      seenBefore.set(wordCode, online)
      if (!online) lastContacts.set(wordCode, world.monitoredAt(Math.min(passedAt, at - 1)))
      return {
        id: `estado-${wordCode}-${at}`,
        condominiumId,
        wordCode,
        deviceName: name,
        ip: '',
        kind: online ? 'device-up' : 'device-down',
        description: '',
        at: new Date(at).toISOString(),
      }
    })
    passedAt = now
    return activities
  }

  /** The entry of an event in the outbox of the embedded backend; empty without an entry. */
  function factOf({ kind, wordCode, condominiumId, at: iso }: Activity): Fact[] {
    if (wordCode === '') return []
    const at = Date.parse(iso)
    const place = { condominiumId, customersId: 'cliente' }
    const cause = world.isSilent(wordCode) ? 'hung' : 'refused'
    switch (kind) {
      case 'door-forced':
      case 'gate-held-open':
        return [{ wordCode, kind, at, cause: 'unknown', place }]
      case 'device-down':
        return [{ wordCode, kind: 'offline', at, cause, place }]
      case 'device-up':
        return [{ wordCode, kind: 'online', at, cause: 'unknown', place }]
      default:
        return []
    }
  }
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
  })
}
