import { initialTransition, type SnapshotFrom, transition } from 'xstate'
import { seededRandom } from '../../../backend/seed/seeded-random.ts'
import type { Device, DeviceFailureCause } from '../../../contract/wire/answers/devices/devices.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { type BreakerEvent, breakerMachine } from '../../../src/machines/breaker/breaker.machine.ts'
import { DeviceBoard } from '../../../src/machines/device-list/device-board.ts'
import { withChanged } from '../../../src/machines/incidents/incident-list.ts'
import { createIncidents, type Fact } from '../../shift/incidents-of-shift.ts'
import { device } from './devices-known.ts'

const secondMs = 1_000
const startedAt = Date.UTC(2026, 10, 22, 21, 0, 0)
const causes: readonly DeviceFailureCause[] = ['refused', 'hung', 'silent', 'garbage', 'dropped']
const errors = ['timeout', 'status 502 refused', 'no response', 'status 504']

/** The chart without its reports to a supervisor. */
const unreported = breakerMachine.provide({ actions: { report: () => {} } })

type Circuit = SnapshotFrom<typeof breakerMachine>

/** The knowledge of a panel after a history of facts. */
export interface KnownFacts {
  now: number
  board: DeviceBoard
  incidents: readonly Incident[]
  /** By wordCode. */
  circuits: ReadonlyMap<string, Circuit>
  pings: ReadonlyMap<
    string,
    { health: { status: Device['status']; state: 'CLOSED'; cause: DeviceFailureCause }; at: number }
  >
  contact: 'current' | 'offline' | 'silent' | 'serviceSilent'
}

/** Plays a random history of facts of four devices in two condominiums, the same for the same seed. */
export function historyOf(seed: number): KnownFacts {
  const random = seededRandom(seed)
  const chosen = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item
  const condominiums = ['a', 'b'].map((id) => ({
    id,
    name: `Edifício ${id}`,
    wordCode: '',
    customersId: 'cliente',
  }))
  const devices = Array.from({ length: 4 }, (_, at) => ({
    ...{ wordCode: `DISP-${at}`, name: `Leitor ${at}`, condominiumId: 'ab'.charAt(at % 2), ip: `10.0.0.${at}` },
    ...{ isActive: true, isSilent: false, failures: [] },
    isUp: true,
    lastContactAt: startedAt as number | null,
  }))
  type Truth = (typeof devices)[number]
  const server = createIncidents(
    {
      actChance: 0.004,
      condominiums,
      deviceOf: (wordCode) => devices.find((each) => each.wordCode === wordCode),
      get activeDevices() {
        return devices.filter(({ isActive }) => isActive)
      },
    },
    random,
  )
  const board = new DeviceBoard()
  const circuits = new Map<string, Circuit>()
  const pings = new Map<
    string,
    { health: { status: Device['status']; state: 'CLOSED'; cause: DeviceFailureCause }; at: number }
  >()
  let incidents: readonly Incident[] = []
  let contact: KnownFacts['contact'] = 'current'
  let now = startedAt

  const recordOf = ({ wordCode, name, condominiumId, ip, isActive, isUp, lastContactAt }: Truth): Device =>
    device({
      ...{ wordCode, name, condominiumId, ip, active: isActive, status: isUp ? 'online' : 'offline' },
      lastContactAt: lastContactAt === null ? null : new Date(lastContactAt).toISOString(),
    })
  const activity = (
    { wordCode, condominiumId, name }: Truth,
    kind: 'device-up' | 'device-down' | 'access-granted',
  ) => ({
    ...{ id: `${kind} ${wordCode} ${now}`, wordCode, condominiumId, deviceName: name, ip: '', description: '', kind },
    at: new Date(now).toISOString(),
  })
  const told = (facts: readonly Fact[]) => {
    const { changed } = server.goOn(facts, now)
    if (contact !== 'silent' && contact !== 'offline') incidents = withChanged(incidents, changed)
  }
  const factOf = ({ wordCode, condominiumId }: Truth, kind: Fact['kind']): Fact => ({
    ...{ wordCode, kind, at: now, cause: chosen(causes) },
    place: { condominiumId, customersId: 'cliente' },
  })
  const moveCircuit = ({ wordCode, condominiumId }: Truth, event: (epoch: number) => BreakerEvent) => {
    const input = { wordCode, condominiumId, circuitEpoch: 0 }
    const circuit = circuits.get(wordCode) ?? initialTransition(unreported, input)[0]
    circuits.set(wordCode, transition(unreported, circuit, event(circuit.context.circuitEpoch))[0])
  }

  /** The facts of a history, each with its relative frequency. */
  const happenings: readonly [number, (truth: Truth) => void][] = [
    [4, (truth) => turn(truth, !truth.isUp)],
    [
      1,
      (truth) => {
        for (const each of devices.filter((other) => other.condominiumId === truth.condominiumId)) turn(each, false)
      },
    ],
    [1, () => board.putAll(devices.map(recordOf), now)],
    [1, (truth) => board.put(recordOf(truth), now)],
    [
      2,
      () =>
        board.putReach(
          devices
            .filter(({ isActive }) => isActive)
            .map(({ wordCode, isUp, lastContactAt }) => ({
              ...{ wordCode, online: isUp, latencyMs: null },
              lastContactAt: lastContactAt === null ? null : new Date(lastContactAt).toISOString(),
            })),
          now,
        ),
    ],
    [2, (truth) => board.putActivities([activity(truth, 'access-granted')])],
    [
      2,
      ({ wordCode }) =>
        void pings.set(wordCode, { health: { status: 'offline', state: 'CLOSED', cause: chosen(causes) }, at: now }),
    ],
    [3, (truth) => called(truth)],
    [
      1,
      (truth) => {
        for (let call = 0; call < 5; call += 1) called({ ...truth, isUp: false })
      },
    ],
    [
      1,
      (truth) =>
        moveCircuit(truth, () => ({
          ...{ type: 'breaker.isolated', at: now },
          isolation: { until: now + 30 * 60 * secondMs, by: 'Ana', reason: 'obra' } as never,
        })),
    ],
    [1, (truth) => moveCircuit(truth, () => ({ type: 'breaker.released', at: now, reason: '' }))],
    [
      1,
      (truth) => {
        truth.isActive = !truth.isActive
        board.put(recordOf(truth), now)
        told([factOf(truth, truth.isActive ? 'unknown' : 'inactive')])
      },
    ],
    [
      1,
      () => {
        contact = chosen(['current', 'current', 'offline', 'silent', 'serviceSilent'] as const)
      },
    ],
    [
      1,
      () => {
        incidents = withChanged(incidents, server.listed(now))
      },
    ],
  ]
  const weights = happenings.flatMap(([weight], at) => Array.from({ length: weight }, () => at))

  function turn(truth: Truth, isUp: boolean): void {
    if (!truth.isActive || truth.isUp === isUp) return
    truth.isUp = isUp
    if (isUp) truth.lastContactAt = now
    // The two messages may arrive in any order, or one message may be missing.
    const isHeard = contact === 'current' && random() < 0.9
    if (isHeard && random() < 0.5) board.putActivities([activity(truth, isUp ? 'device-up' : 'device-down')])
    told([factOf(truth, isUp ? 'online' : 'offline')])
    if (isHeard) board.putActivities([activity(truth, isUp ? 'device-up' : 'device-down')])
  }

  function called(truth: Truth): void {
    moveCircuit(truth, () => ({ type: 'call.asked', at: now }))
    moveCircuit(truth, (circuitEpoch) =>
      truth.isUp
        ? { type: 'call.succeeded', circuitEpoch, at: now, durationMs: 20 }
        : { type: 'call.failed', circuitEpoch, at: now, durationMs: 20, error: chosen(errors) },
    )
  }

  board.putAll(devices.map(recordOf), now)
  const length = 5 + Math.floor(random() * 18)
  for (let step = 0; step < length; step += 1) {
    now += Math.floor(random() * random() * 240) * secondMs
    happenings[chosen(weights)]?.[1](chosen(devices))
    if (step % 3 === 0) told([])
  }
  return { now, board, incidents, circuits, pings, contact }
}
