import * as v from 'valibot'
import { type Device, deviceSchema } from '../../contract/wire/answers/devices/devices.ts'
import type { PortTest } from '../../contract/wire/answers/devices/port-tests.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import { bounds } from '../bounds.ts'
import { ageFrom } from '../clock/age.ts'
import type { Database } from '../database/database.ts'
import type { DeviceNetworks } from '../devices/device-networks.ts'
import { devicePlaces } from '../devices/device-places.ts'
import { Refusal } from '../http/refusal.ts'
import { connectTo } from '../network/outgoing-calls.ts'

const freshMs = 30_000
/** An address that answers takes milliseconds, others a second: with these limits a network failure delays no other test. */
const slotRules = bounds.portTests.most

type Endpoint = { ip: string; port: number }
type TestedEndpoint = Pick<Device, 'ip' | 'port' | 'status'>

/** The device at the address: if several, the first by wordCode. */
type Place = TestedEndpoint & { wordCode: string; deviceName: string }

type Finding = Omit<PortTest, 'wordCode' | 'deviceName'>

export type PortTests = {
  /** Connects to every address of the account's devices, or returns results younger than 30 s. */
  run(account: Account): Promise<PortTest[]>
  /** Forgets the result of an address that may have changed. */
  forget(endpoint: Endpoint): void
  tidy(): void
}

export function portTests(database: Database, networks: DeviceNetworks, now: () => number): PortTests {
  const found = new Map<string, { ageMs: () => number; test: Promise<Finding> }>()
  const slots = devicePlaces(slotRules)

  function tryPort(endpoint: Endpoint): Promise<Finding> {
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const socket = connectTo(endpoint, networks.purpose, { timeout: bounds.portTests.most.timeMs })
      function finish(success: boolean): void {
        socket.destroy()
        resolve(finding(endpoint, success ? Math.round(performance.now() - startedAt) : null))
      }
      socket.once('connect', () => finish(true))
      socket.once('timeout', () => finish(false))
      socket.once('error', () => finish(false))
    })
  }

  /** `latencyMs` is null if there was no connection. */
  function finding({ ip, port }: Endpoint, latencyMs: number | null): Finding {
    return { ip, port, success: latencyMs !== null, latencyMs, checkedAt: new Date(now()).toISOString() }
  }

  async function tryInTurn(endpoint: TestedEndpoint): Promise<Finding> {
    const release = await slots.take(endpoint)
    if (release === null) throw new Refusal(503)
    return tryPort(endpoint).finally(release)
  }

  function test(endpoint: TestedEndpoint): Promise<Finding> {
    const key = keyOf(endpoint)
    const known = found.get(key)
    if (known && known.ageMs() < freshMs) return known.test
    const fresh = tryInTurn(endpoint)
    found.set(key, { ageMs: ageFrom(now), test: fresh })
    fresh.catch(() => found.delete(key))
    return fresh
  }

  return {
    async run(account) {
      const tested: Place[] = await database.query(
        `select distinct on (devices.ip, devices.port) devices.ip, devices.port, status,
           devices.word_code as "wordCode", devices.name as "deviceName"
         from devices join condominiums on condominiums.id = devices.condominium_id
         where devices.active and ${visibleCondominiums(1)} order by devices.ip, devices.port, devices.word_code`,
        visibilityOf(account),
        v.object({ ...v.pick(deviceSchema, ['ip', 'port', 'status', 'wordCode']).entries, deviceName: v.string() }),
      )
      return Promise.all(
        tested.map(async ({ status, ...place }) => {
          const isAllowed = await networks.allows(place)
          return { ...(isAllowed ? await test({ ...place, status }) : finding(place, null)), ...place }
        }),
      )
    },
    forget(endpoint) {
      found.delete(keyOf(endpoint))
    },
    tidy() {
      for (const [key, { ageMs }] of found) if (ageMs() >= freshMs) found.delete(key)
    },
  }
}

function keyOf({ ip, port }: Endpoint): string {
  return `${ip} ${port}`
}
