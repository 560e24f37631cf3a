import type { Device } from '../../contract/wire/answers/devices.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import type { DeviceContacts } from '../devices/device-contacts.ts'
import { activeDevices } from '../devices/devices.ts'
import { Refusal } from '../http/refusal.ts'

const mostAtOnce = 16
const mostPerRound = 256
const pingTimeoutMs = 4_000

export type DeviceMonitor = {
  /** Starts no more pings; the ones under way are left to end. */
  stop(): void
}

/**
 * Pings the active devices every `everyMs` ms, so that their status is real although nobody asks. A round takes the next
 * 256 by wordCode: up to that many devices are all seen in each, 50,000 once in about three hours.
 */
export function startDeviceMonitor(
  { database, contacts }: { database: Database; contacts: DeviceContacts },
  everyMs: number,
): DeviceMonitor {
  let isStopped = false
  let lastSeen = ''
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(async () => {
      await round().catch((error: unknown) => {
        if (!isStopped && !(error instanceof DatabaseUnavailable)) console.error('device monitor failed', error)
      })
      if (!isStopped) timer = schedule()
    }, everyMs).unref()
  }

  async function round(): Promise<void> {
    const next = await activeDevices(database, { after: lastSeen, limit: mostPerRound })
    lastSeen = next.length < mostPerRound ? '' : (next.at(-1)?.wordCode ?? '')
    const waiting = next.values()
    await Promise.all(Array.from({ length: mostAtOnce }, () => pingAll(waiting)))
  }

  async function pingAll(waiting: Iterable<Device>): Promise<void> {
    for (const device of waiting) {
      if (isStopped) return
      await contacts.ask(device, { op: 'ping' }, { timeoutMs: pingTimeoutMs, isOwnCheck: true }).catch(ignoreRefusal)
    }
  }

  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
