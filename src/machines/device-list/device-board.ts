import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { DeviceReach } from '../../../contract/wire/answers/health.ts'

/**
 * The devices by wordCode. It is changed in place: a copy of 10,000 per message drops frames. Who changes it raises
 * `revision`, which views watch.
 */
export class DeviceBoard {
  /** Raised by one at each change. */
  revision = 0
  readonly #devices = new Map<string, Device>()
  #seen = new Set<string>()

  get size(): number {
    return this.#devices.size
  }

  get(wordCode: string): Device | undefined {
    return this.#devices.get(wordCode)
  }

  all(): IteratorObject<Device> {
    return this.#devices.values()
  }

  put(device: Device): void {
    this.#devices.set(device.wordCode, device)
    this.#seen.add(device.wordCode)
    this.revision += 1
  }

  remove(wordCode: string): void {
    this.#devices.delete(wordCode)
    this.revision += 1
  }

  /** Another list is on its way, page by page; what it does not name goes at its end. */
  beginList(): void {
    this.#seen = new Set()
  }

  putPage(devices: readonly Device[]): void {
    for (const device of devices) this.put(device)
  }

  endList(): void {
    for (const wordCode of this.#devices.keys()) if (!this.#seen.has(wordCode)) this.#devices.delete(wordCode)
    this.revision += 1
  }

  /** Takes what the server's own checks found (HEA-2); `at` is an ISO date-time. */
  putReach(reach: readonly DeviceReach[], at: string): void {
    for (const { wordCode, online, latencyMs } of reach) {
      const device = this.#devices.get(wordCode)
      if (device === undefined) continue
      const status = online ? 'online' : 'offline'
      this.#devices.set(wordCode, {
        ...device,
        status,
        latencyMs,
        lastContactAt: online ? at : device.lastContactAt,
      })
    }
    this.revision += 1
  }

  /** Takes what happened at the gates: a device that went down or came back, or that was just heard of. */
  putActivities(activities: readonly Activity[]): void {
    for (const { wordCode, kind, at } of activities) {
      const device = this.#devices.get(wordCode)
      if (device === undefined) continue
      this.#devices.set(wordCode, {
        ...device,
        status: kind === 'device-down' ? 'offline' : 'online',
        lastContactAt: kind === 'device-down' ? device.lastContactAt : at,
      })
    }
    this.revision += 1
  }
}
