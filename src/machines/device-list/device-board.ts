import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceReach } from '../../../contract/wire/answers/devices/health.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { searchable, searchFor } from '../parts/searchable.ts'

/** A device on the board, with the texts that a search and a sort compare. */
export interface ListedDevice {
  device: Device
  /** When the server last reported how it is, on its clock, in milliseconds since the epoch. */
  toldAt: number
  /** The newest list that was on its way when it was last put. */
  roll: number
  /** Name and wordCode. */
  readonly searched: string
  /** Sorts by name, numbers by their value, then by wordCode. */
  readonly sorted: string
}

/**
 * The devices by wordCode. It is changed in place: a copy of 10,000 per message drops frames. Who changes it raises
 * `revision`, which views watch.
 */
export class DeviceBoard {
  /** Raised by one at each change. */
  revision = 0
  readonly #devices = new Map<string, ListedDevice>()
  readonly #offline = new Set<string>()
  #byName: readonly ListedDevice[] = []
  /** Not in `#byName` yet; each part that was put is sorted. */
  #added: ListedDevice[] = []
  #hasGone = false
  #roll = 0

  get size(): number {
    return this.#devices.size
  }

  get(wordCode: string): Device | undefined {
    return this.#devices.get(wordCode)?.device
  }

  /** When the server last told how a device is, on its clock, in milliseconds since the epoch; null of one that is not here. */
  toldAt(wordCode: string): number | null {
    return this.#devices.get(wordCode)?.toldAt ?? null
  }

  *all(): Generator<Device> {
    for (const { device } of this.#devices.values()) yield device
  }

  /** In the order of their names; the same array until a device comes, goes, or gets another name, address or condominium. */
  byName(): readonly ListedDevice[] {
    if (this.#added.length === 0 && !this.#hasGone) return this.#byName
    const all = [...this.#byName, ...this.#added]
    const left = this.#hasGone ? all.filter((each) => this.#devices.get(each.device.wordCode) === each) : all
    this.#byName = left.sort(inOrder)
    this.#added = []
    this.#hasGone = false
    return this.#byName
  }

  /** Those that the server could not reach and that nobody has switched off. */
  *offline(): Generator<Device> {
    for (const wordCode of this.#offline) {
      const device = this.get(wordCode)
      if (device?.active === true) yield device
    }
  }

  /**
   * At most `most` whose name or code has the words of the text: those of `first` in that order, then the others. Of a blank text
   * those of `first` alone.
   */
  named(text: string, first: Iterable<string>, most: number): Device[] {
    const isFound = searchFor(text)
    const found = new Set<string>()
    for (const wordCode of first) {
      const listed = this.#devices.get(wordCode)
      if (listed !== undefined && isFound(listed.searched)) found.add(wordCode)
      if (found.size === most) break
    }
    if (text.trim() !== '' && found.size < most)
      for (const [wordCode, listed] of this.#devices) {
        if (isFound(listed.searched)) found.add(wordCode)
        if (found.size === most) break
      }
    return [...found].flatMap((wordCode) => this.get(wordCode) ?? [])
  }

  /** `at`: now on the server's clock, in milliseconds since the epoch, here and below. */
  put(device: Device, at: number): void {
    this.putAll([device], at)
  }

  putAll(devices: readonly Device[], at: number): void {
    this.#added.push(...devices.flatMap((device) => this.#set(device, at) ?? []).sort(inOrder))
    this.revision += 1
  }

  remove(wordCode: string): void {
    this.#hasGone = true
    this.#devices.delete(wordCode)
    this.#offline.delete(wordCode)
    this.revision += 1
  }

  /** Another list is on its way, part by part. Returns what its end is told by. */
  beginList(): number {
    this.#roll += 1
    return this.#roll
  }

  /** A list has come whole, of all devices or of one condominium's: what has not been heard of since it began is gone. */
  endList(roll: number, condominiumId: string | null = null): void {
    for (const [wordCode, { device, roll: heard }] of this.#devices)
      if (heard < roll && (condominiumId ?? device.condominiumId) === device.condominiumId) this.remove(wordCode)
    this.revision += 1
  }

  /** Takes what the server's own checks found (HEA-2); when it reached a device only the server knows (LIVE-7). */
  putReach(reach: readonly DeviceReach[], toldAt: number): void {
    for (const { wordCode, online, latencyMs, lastContactAt } of reach) {
      const device = this.get(wordCode)
      if (device === undefined) continue
      const status = online ? 'online' : 'offline'
      const seenAt = laterOf(lastContactAt, device.lastContactAt)
      this.#set({ ...device, status, latencyMs, lastContactAt: seenAt }, toldAt, 0)
    }
    this.revision += 1
  }

  /** Takes what happened at the gates: a device that went down or came back, or that was just heard of. */
  putActivities(activities: readonly Activity[]): void {
    for (const { wordCode, kind, at } of activities) {
      const device = this.get(wordCode)
      if (device === undefined) continue
      const told: Pick<Device, 'status' | 'lastContactAt'> =
        kind === 'device-down' ? { ...device, status: 'offline' } : { status: 'online', lastContactAt: at }
      this.#set({ ...device, ...told }, Date.parse(at), 0)
    }
    this.revision += 1
  }

  /** Returns what has to be put in its place. `roll`: the newest list, or 0 for what no list has named. */
  #set(device: Device, toldAt: number, roll = this.#roll): ListedDevice | undefined {
    const { wordCode } = device
    if (device.status === 'offline') this.#offline.add(wordCode)
    else this.#offline.delete(wordCode)
    const known = this.#devices.get(wordCode)
    if (known !== undefined && isFoundAlike(known.device, device)) {
      known.device = device
      known.toldAt = toldAt
      known.roll = Math.max(known.roll, roll)
      return undefined
    }
    if (known !== undefined) this.#hasGone = true
    const name = searchable(device.name)
    const searched = `${name}\n${searchable(wordCode)}`
    const sorted = `${name.replace(/\d+/g, (digits) => digits.padStart(10, '0'))}\n${wordCode}`
    const added = { device, toldAt, roll, searched, sorted }
    this.#devices.set(wordCode, added)
    return added
  }
}

/** By what a search and the order of names ask for. */
function isFoundAlike(one: Device, other: Device): boolean {
  return one.name === other.name && one.ip === other.ip && one.condominiumId === other.condominiumId
}

function inOrder(left: ListedDevice, right: ListedDevice): number {
  if (left.sorted === right.sorted) return 0
  return left.sorted < right.sorted ? -1 : 1
}

function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return Date.parse(one) > Date.parse(other) ? one : other
}
