import type { Activity } from '../../contract/wire/answers/events.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Kinds of outages: the whole server killed or hanging, one of its services, or this computer's network. */
export type OutageKind = 'killed' | 'hung' | 'serverHttp' | 'deviceService' | 'health' | 'offline'

export interface Outage {
  kind: OutageKind
  /** Milliseconds since the epoch, like every time here; `to` is the first moment after the outage. */
  from: number
  to: number
}

export type World = ReturnType<typeof createWorld>
export type Service = 'server' | 'deviceService' | 'health'

/** Interval of the server's checks of each device, as in the embedded backend. */
export const monitorEveryMs = minuteMs

const kinds: readonly OutageKind[] = ['killed', 'hung', 'serverHttp', 'deviceService', 'health', 'offline']
const lengths = [minuteMs, 30 * secondMs, 10 * secondMs, 5 * minuteMs, 0.7 * secondMs]

/** Condominiums in which every device fails at once. */
const downPlaces: readonly number[] = [17, 18]
/** The device that falls and returns. */
const oscillating = 36
/** A condominium whose devices are all deactivated, and deactivated devices in other condominiums. */
const inactivePlace = 15
const inactive: readonly number[] = [14, 33]

interface WorldParts {
  startedAt: number
  lengthMs: number
  outageCount: number
  /** Kinds of the outages, in turns; all by default. */
  outageKinds?: readonly OutageKind[]
  /** Number of devices that fail alone; other devices fail with their condominium, or oscillate. */
  failingCount: number
  eventCount: number
  /** Fixed scenario: all failures begin at known times and last, four doors raise alarms, and other people do nothing. */
  isStaged?: true
  /** From 0 to below 1. */
  random: () => number
}

/** The simulated truth: server, network, devices and gates at any moment. It does not depend on the panel. */
export function createWorld({
  startedAt,
  lengthMs,
  outageCount,
  outageKinds = kinds,
  failingCount,
  eventCount,
  isStaged,
  random,
}: WorldParts) {
  const condominiums = Array.from({ length: 20 }, (_, at) => ({
    id: `condominio-${at}`,
    name: `Edifício ${at}`,
    wordCode: '',
    customersId: 'cliente',
  }))
  const placeFailures = new Map(downPlaces.map((place) => [place, failuresOf()]))
  const devices = Array.from({ length: failingCount + 40 }, (_, at) => {
    const place = at % condominiums.length
    return {
      wordCode: `DISP-${at}`,
      name: `Leitor ${at}`,
      condominiumId: `condominio-${place}`,
      ip: `10.0.${place}.${at}`,
      isActive: !(inactive.includes(at) || place === inactivePlace),
      isSilent: at % 2 === 0,
      failures:
        placeFailures.get(place) ?? (at === oscillating ? oscillationOf() : at < failingCount ? failuresOf() : []),
    }
  })
  const byWordCode = new Map(devices.map((device) => [device.wordCode, device]))
  const isUp = (wordCode: string, at: number) =>
    !(byWordCode.get(wordCode)?.failures ?? []).some(({ from, to }) => from <= at && at < to)
  const outages = outagesOf()
  const events = eventsOf()

  function failuresOf(): { from: number; to: number }[] {
    if (isStaged) return [{ from: startedAt + 3 * minuteMs, to: startedAt + lengthMs }]
    const from = startedAt + 2 * minuteMs + random() * (lengthMs - 2 * minuteMs)
    return [{ from, to: from + 2 * minuteMs + random() * 40 * minuteMs }]
  }

  /** Falls and returns every two minutes, twice as often as an oscillation needs (INC-5). */
  function oscillationOf(): { from: number; to: number }[] {
    const first = startedAt + 2 * minuteMs + (isStaged ? 0 : random() * Math.max(lengthMs - 25 * minuteMs, 0))
    return Array.from({ length: 5 }, (_, at) => {
      const from = first + at * 4 * minuteMs
      return { from, to: isStaged && at === 2 ? startedAt + lengthMs : from + 2 * minuteMs }
    })
  }

  /** Outages one after the other, with all kinds and all lengths, and with time to recover between them. */
  function outagesOf(): Outage[] {
    const roomMs = (lengthMs - 5 * minuteMs) / outageCount
    return Array.from({ length: outageCount }, (_, at) => {
      const length = lengths[(at + Math.floor(at / outageKinds.length)) % lengths.length] ?? 0
      const from = startedAt + 4 * minuteMs + at * roomMs + random() * Math.max(roomMs - length - 4 * minuteMs, 0)
      return {
        kind: outageKinds[at % outageKinds.length] ?? 'killed',
        from: Math.round(from),
        to: Math.round(from + length),
      }
    })
  }

  /** Events in bursts, none while the server is down. The last condominium has none after the first third. */
  function eventsOf(): Activity[] {
    const count = condominiums.length
    const times = Array.from({ length: Math.ceil(eventCount / 20) }, () => random() * lengthMs).sort((a, b) => a - b)
    const awake = times.filter(
      (time) =>
        !outages.some(({ kind, from, to }) => isSleep(kind) && from <= startedAt + time && startedAt + time < to),
    )
    return awake.flatMap((time, burst) =>
      Array.from({ length: 20 }, (_, at) => {
        const quiet = time > lengthMs / 3 ? count - 1 : count
        const isDoor = isStaged && burst === 20 && at < 4
        const index = isDoor ? 5 + 2 * at : Math.floor(random() * quiet)
        // A device with an odd number sends events although it does not answer (STATE-2).
        const wordCode = index % 2 === 1 || isUp(`DISP-${index}`, startedAt + time) ? `DISP-${index}` : ''
        return {
          id: `evento-${burst}-${at}`,
          condominiumId: `condominio-${index}`,
          wordCode,
          deviceName: wordCode === '' ? '' : `Leitor ${index}`,
          ip: '',
          kind: isDoor ? (at === 0 ? 'gate-held-open' : 'door-forced') : kindOf(random()),
          description: '',
          at: new Date(startedAt + time).toISOString(),
        }
      }),
    )
  }

  const isUnderWay = (kind: OutageKind, at: number) =>
    outages.some((outage) => outage.kind === kind && outage.from <= at && at < outage.to)
  const isAsleep = (at: number) => isUnderWay('killed', at) || isUnderWay('hung', at)
  /** When the server last checked the devices: every minute while it runs, and at its start. */
  const monitoredAt = (at: number) => {
    const turn = at - ((at - startedAt) % monitorEveryMs)
    const asleep = outages.find(({ kind, from, to }) => isSleep(kind) && from <= turn && turn < to)
    return asleep === undefined
      ? turn
      : asleep.to <= at
        ? asleep.to
        : asleep.from - ((asleep.from - startedAt) % monitorEveryMs)
  }

  return {
    /** Chance that another person acts on an incident, each half second. */
    actChance: isStaged ? 0 : 0.004,
    startedAt,
    endsAt: startedAt + lengthMs,
    condominiums,
    devices,
    outages,
    events,
    isUp,
    deviceOf: (wordCode: string) => byWordCode.get(wordCode),
    /** The devices that the server checks and counts. */
    activeDevices: devices.filter(({ isActive }) => isActive),
    /** The devices of a condominium, or of all condominiums for null. */
    devicesAt: (condominiumId: string | null) =>
      devices.filter((device) => condominiumId === null || device.condominiumId === condominiumId),
    isSilent: (wordCode: string) => byWordCode.get(wordCode)?.isSilent ?? false,
    monitoredAt,
    isOffline: (at: number) => isUnderWay('offline', at),
    isHung: (at: number) => isUnderWay('hung', at),
    /** Whether the live connection can exist. */
    carriesLink: (at: number) => !(isAsleep(at) || isUnderWay('offline', at)),
    answers: (service: Service, at: number) =>
      !(isAsleep(at) || isUnderWay('offline', at) || isUnderWay(service === 'server' ? 'serverHttp' : service, at)),
    /** The condominiums with an event in the last hour. */
    activePlaces: (at: number, lastEventOf: (condominiumId: string) => number | undefined) =>
      condominiums.map(({ id }) => id).filter((id) => at - (lastEventOf(id) ?? Number.NEGATIVE_INFINITY) < hourMs),
  }
}

function kindOf(chance: number): Activity['kind'] {
  if (chance < 0.0005) return 'door-forced'
  return chance < 0.001 ? 'gate-held-open' : 'access-granted'
}

function isSleep(kind: OutageKind): boolean {
  return kind === 'killed' || kind === 'hung'
}
