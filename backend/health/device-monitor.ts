import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Database } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import type { DeviceContacts } from '../devices/device-contacts.ts'
import { Refusal } from '../http/refusal.ts'
import { checkTimes } from './check-times.ts'
import { type CheckPace, checkedDeviceCount, claimDueChecks, dueQueues } from './due-checks.ts'

/** Checks claimed at a time: 250 a second, 200 a second for devices that hung lately. */
const mostClaimed = { quick: 100, slow: 80 }
const countEveryMs = 60_000

export type MonitorParts = { database: Database; contacts: DeviceContacts; pace: CheckPace; now: () => number }

/**
 * Pings every active device once per interval of `pace`, so that its status is current without any caller. All servers of a database share
 * the work: each claims due devices up to its free slots (SCA-3). Returns a function that starts no more pings; running ones end by
 * themselves.
 */
export function startDeviceMonitor({ database, contacts, pace, now }: MonitorParts): () => void {
  const tickMs = Math.min(checkTimes.tickMs, pace.nextCheckMs())
  let isStopped = false
  let countedAt = Number.NEGATIVE_INFINITY
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    return setTimeout(async () => {
      await begin().catch((error: unknown) => {
        if (!isStopped && !(error instanceof DatabaseUnavailable)) console.error('device monitor failed', error)
      })
      if (!isStopped) timer = schedule()
    }, tickMs).unref()
  }

  async function begin(): Promise<void> {
    if (performance.now() - countedAt >= countEveryMs) {
      pace.setCount(await checkedDeviceCount(database))
      countedAt = performance.now()
    }
    const queues = await dueQueues(database, { now: now(), nextCheckMs: pace.nextCheckMs() })
    const free = contacts.freeForMonitor()
    for (const queue of queues) {
      const claim = { isSlow: queue === 'slow', limit: Math.min(free[queue], mostClaimed[queue]) }
      const due = await claimDueChecks(database, { ...claim, now: now(), nextCheckMs: pace.nextCheckMs() })
      for (const device of due) if (!isStopped) ping(device)
    }
  }

  function ping(device: Device): void {
    contacts.ask(device, { op: 'ping' }, { by: 'monitor' }).catch((error: unknown) => {
      if (!(error instanceof Refusal) && !isStopped) console.error('a check failed', device.wordCode, error)
    })
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
