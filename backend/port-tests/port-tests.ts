import { connect } from 'node:net'
import * as v from 'valibot'
import type { PortTest } from '../../contract/wire/answers/port-tests.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Database } from '../database/database.ts'
import { turns } from '../turns.ts'

const connectTimeoutMs = 1_000
const freshMs = 30_000
const mostAtOnce = 8

type Endpoint = { ip: string; port: number }

/** What stands there: the first by wordCode, where several do. */
type Place = Endpoint & { wordCode: string; deviceName: string }

type Finding = Omit<PortTest, 'wordCode' | 'deviceName'>

export type PortTests = {
  /** Connects to every address the account's devices stand at, or repeats what was found less than 30 s ago. */
  run(account: Account): Promise<PortTest[]>
  /** What was found at the address may hold no more. */
  forget(endpoint: Endpoint): void
  /** Forgets what nobody would be told any more. */
  tidy(): void
}

export function portTests(database: Database, now: () => number): PortTests {
  const found = new Map<string, { at: number; test: Promise<Finding> }>()
  const takeTurn = turns(mostAtOnce)

  function test(endpoint: Endpoint): Promise<Finding> {
    const key = keyOf(endpoint)
    const known = found.get(key)
    if (known && now() - known.at < freshMs) return known.test
    const fresh = takeTurn(() => tryPort(endpoint, now))
    found.set(key, { at: now(), test: fresh })
    return fresh
  }

  return {
    async run(account) {
      const places: Place[] = await database.query(
        `select distinct on (devices.ip, devices.port) devices.ip, devices.port,
           devices.word_code as "wordCode", devices.name as "deviceName"
         from devices join condominiums on condominiums.id = devices.condominium_id
         where devices.active and ${visibleCondominiums(1)} order by devices.ip, devices.port, devices.word_code`,
        visibilityOf(account),
        v.object({ ip: v.string(), port: v.number(), wordCode: v.string(), deviceName: v.string() }),
      )
      return Promise.all(places.map(async ({ ip, port, ...named }) => ({ ...(await test({ ip, port })), ...named })))
    },
    forget(endpoint) {
      found.delete(keyOf(endpoint))
    },
    tidy() {
      for (const [key, { at }] of found) if (now() - at >= freshMs) found.delete(key)
    },
  }
}

function keyOf({ ip, port }: Endpoint): string {
  return `${ip} ${port}`
}

function tryPort({ ip, port }: Endpoint, now: () => number): Promise<Finding> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const socket = connect({ host: ip, port, timeout: connectTimeoutMs })
    function finish(success: boolean): void {
      socket.destroy()
      const latencyMs = success ? Math.round(performance.now() - startedAt) : null
      resolve({ ip, port, success, latencyMs, checkedAt: new Date(now()).toISOString() })
    }
    socket.once('connect', () => finish(true))
    socket.once('timeout', () => finish(false))
    socket.once('error', () => finish(false))
  })
}
