import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { DeviceReach } from '../../../contract/wire/answers/health.ts'
import { searchable } from '../parts/searchable.ts'

/**
 * The devices by wordCode. It is changed in place: a copy of 10,000 per message drops frames. Who changes it raises
 * `revision`, which views watch.
 */
export class DeviceBoard {
  /** Raised by one at each change. */
  revision = 0
  readonly #devices = new Map<string, Device>()
  /** When the server last told how a device is, on its clock, in milliseconds since the epoch. */
  readonly #toldAt = new Map<string, number>()
  #seen = new Set<string>()
  readonly #offline = new Set<string>()
  /** Name and code of each, as a search compares them. */
  readonly #named = new Map<string, string>()

  get size(): number {
    return this.#devices.size
  }

  get(wordCode: string): Device | undefined {
    return this.#devices.get(wordCode)
  }

  /** When the server last told how a device is, on its clock, in milliseconds since the epoch; null of one that is not here. */
  toldAt(wordCode: string): number | null {
    return this.#toldAt.get(wordCode) ?? null
  }

  all(): IteratorObject<Device> {
    return this.#devices.values()
  }

  /** Those that the server could not reach and that nobody has switched off. */
  *offline(): Generator<Device> {
    for (const wordCode of this.#offline) {
      const device = this.#devices.get(wordCode)
      if (device?.active === true) yield device
    }
  }

  /**
   * At most `most` whose name or code contains the text: those of `first` in that order, then the others. Of a blank text those of
   * `first` alone.
   */
  named(text: string, first: Iterable<string>, most: number): Device[] {
    const wanted = searchable(text)
    const found = new Set<string>()
    for (const wordCode of first) {
      if (this.#named.get(wordCode)?.includes(wanted)) found.add(wordCode)
      if (found.size === most) break
    }
    if (wanted !== '' && found.size < most)
      for (const [wordCode, named] of this.#named) {
        if (named.includes(wanted)) found.add(wordCode)
        if (found.size === most) break
      }
    return [...found].flatMap((wordCode) => this.#devices.get(wordCode) ?? [])
  }

  /** `at`: now on the server's clock, in milliseconds since the epoch, here and below. */
  put(device: Device, at: number): void {
    this.#set(device, at)
    this.#seen.add(device.wordCode)
    this.revision += 1
  }

  remove(wordCode: string): void {
    this.#devices.delete(wordCode)
    this.#toldAt.delete(wordCode)
    this.#offline.delete(wordCode)
    this.#named.delete(wordCode)
    this.revision += 1
  }

  /** Another list is on its way, page by page; what it does not name goes at its end. */
  beginList(): void {
    this.#seen = new Set()
  }

  putPage(devices: readonly Device[], at: number): void {
    for (const device of devices) this.put(device, at)
  }

  endList(): void {
    for (const wordCode of this.#devices.keys()) if (!this.#seen.has(wordCode)) this.remove(wordCode)
    this.revision += 1
  }

  /** Takes what the server's own checks found (HEA-2); when it reached a device only the server knows (LIVE-7). */
  putReach(reach: readonly DeviceReach[], toldAt: number): void {
    for (const { wordCode, online, latencyMs, lastContactAt } of reach) {
      const device = this.#devices.get(wordCode)
      if (device === undefined) continue
      const status = online ? 'online' : 'offline'
      const seenAt = laterOf(lastContactAt, device.lastContactAt)
      this.#set({ ...device, status, latencyMs, lastContactAt: seenAt }, toldAt)
    }
    this.revision += 1
  }

  /** Takes what happened at the gates: a device that went down or came back, or that was just heard of. */
  putActivities(activities: readonly Activity[]): void {
    for (const { wordCode, kind, at } of activities) {
      const device = this.#devices.get(wordCode)
      if (device === undefined) continue
      const told: Pick<Device, 'status' | 'lastContactAt'> =
        kind === 'device-down' ? { ...device, status: 'offline' } : { status: 'online', lastContactAt: at }
      this.#set({ ...device, ...told }, Date.parse(at))
    }
    this.revision += 1
  }

  #set(device: Device, toldAt: number): void {
    const { wordCode, name } = device
    if (this.#devices.get(wordCode)?.name !== name) this.#named.set(wordCode, searchable(`${name}\n${wordCode}`))
    this.#devices.set(device.wordCode, device)
    this.#toldAt.set(device.wordCode, toldAt)
    if (device.status === 'offline') this.#offline.add(device.wordCode)
    else this.#offline.delete(device.wordCode)
  }
}

function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) > Date.parse(other) ? one : other
}
