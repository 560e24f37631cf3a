import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { DeviceHealthAnswer } from '../../contract/wire/answers/devices/health.ts'
import { ageFrom } from '../clock/age.ts'
import type { DeviceContacts } from '../devices/device-contacts.ts'
import { Refusal } from '../http/refusal.ts'

const freshMs = 2_000

export type DeviceCheck = Pick<DeviceHealthAnswer, 'status' | 'latencyMs' | 'checkedAt'>

export type DeviceChecks = {
  /** Pings the device. Concurrent calls share one ping; within 2 s, a later call gets the previous result. */
  check(device: Device): Promise<DeviceCheck>
  /** Returns the ISO time of the last result, or null. */
  lastCheckedAt(wordCode: string): string | null
  forget(wordCode: string): void
  /** Lists the devices with a last check at least `idleMs` ago. */
  idle(idleMs: number): string[]
}

export type CheckParts = { contacts: DeviceContacts; now: () => number }

type KnownCheck = { at: number; ageMs: () => number; hasEnded: boolean; result: Promise<DeviceCheck> }

export function deviceChecks({ contacts, now }: CheckParts): DeviceChecks {
  const known = new Map<string, KnownCheck>()

  async function ping(device: Device): Promise<DeviceCheck> {
    const outcome = await contacts.ask(device, { op: 'ping' }, { by: 'check' }).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    const checkedAt = new Date(now()).toISOString()
    if (!(outcome instanceof Refusal)) return { status: 'online', latencyMs: outcome.latencyMs, checkedAt }
    if (outcome.status === 503) return { status: 'unknown', latencyMs: null, checkedAt: device.lastContactAt }
    return { status: 'offline', latencyMs: null, checkedAt }
  }

  return {
    check(device) {
      const last = known.get(device.wordCode)
      if (last && (!last.hasEnded || last.ageMs() < freshMs)) return last.result
      const check: KnownCheck = { at: now(), ageMs: ageFrom(now), hasEnded: false, result: ping(device) }
      known.set(device.wordCode, check)
      check.result.then(
        () => {
          check.hasEnded = true
          check.at = now()
          check.ageMs = ageFrom(now)
        },
        () => {
          if (known.get(device.wordCode) === check) known.delete(device.wordCode)
        },
      )
      return check.result
    },
    lastCheckedAt(wordCode) {
      const last = known.get(wordCode)
      return last?.hasEnded ? new Date(last.at).toISOString() : null
    },
    forget(wordCode) {
      known.delete(wordCode)
    },
    idle: (idleMs) =>
      [...known].filter(([, { hasEnded, ageMs }]) => hasEnded && ageMs() >= idleMs).map(([wordCode]) => wordCode),
  }
}
