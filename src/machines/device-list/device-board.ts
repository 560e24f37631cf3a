import { searchable } from '../../../contract/texts/searchable.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceReach } from '../../../contract/wire/answers/devices/health.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'

/** A device on the board, with its texts for searching and sorting. */
export interface ListedDevice {
  device: Device
  /** Time of the last report of its status, on the server's clock, in milliseconds since the epoch. */
  reportedAt: number
  /** The newest list in progress when the device was last put. */
  roll: number
  /** The last live report of its status. */
  live: LiveStatus | undefined
  /** Number of the last live change of the device itself, or 0. */
  changedAt: number
  /** Name and wordCode. */
  readonly searched: string
  /** Sort key: the name (numbers by value), then the wordCode. */
  readonly sorted: string
}

/** A status that arrived while no call asked for it. `order` is its number among all live news. */
interface LiveStatus {
  order: number
  reportedAt: number
  change: Partial<Pick<Device, 'status' | 'lastContactAt'>>
}

/**
 * The devices by wordCode. Changed in place, because copying 10,000 devices per message drops frames. Each change
 * increases `revision`, which views watch.
 */
export class DeviceBoard {
  revision = 0
  readonly #devices = new Map<string, ListedDevice>()
  readonly #offline = new Set<string>()
  #byName: readonly ListedDevice[] = []
  /** Not in `#byName` yet; each added part is sorted. */
  #added: ListedDevice[] = []
  #hasGone = false
  #roll = 0
  #isWhole = false
  /** Counts the live news, so that an answer does not replace newer news. */
  #order = 0
  /** The last live status of devices that are not on the board. */
  readonly #unlisted = new Map<string, LiveStatus>()
  /** Time of each device's last event. */
  readonly #spokeAt = new Map<string, number>()
  /** Number of the live news that a device was deleted. */
  readonly #deletedAt = new Map<string, number>()

  get size(): number {
    return this.#devices.size
  }

  /** Whether a list of all devices was taken. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  get(wordCode: string): Device | undefined {
    return this.#devices.get(wordCode)?.device
  }

  /** When the server last reported the device's status, by its clock, in milliseconds since the epoch, or null. */
  reportedAt(wordCode: string): number | null {
    return this.#devices.get(wordCode)?.reportedAt ?? null
  }

  /** Time of the device's last event, by the server's clock, in milliseconds since the epoch, or null. */
  spokeAt(wordCode: string): number | null {
    return this.#spokeAt.get(wordCode) ?? null
  }

  *all(): Generator<Device> {
    for (const { device } of this.#devices.values()) yield device
  }

  /** Sorted by name; the same array until a device is added, removed, or gets another name, address or condominium. */
  byName(): readonly ListedDevice[] {
    if (this.#added.length === 0 && !this.#hasGone) return this.#byName
    const all = [...this.#byName, ...this.#added]
    const left = this.#hasGone ? all.filter((each) => this.#devices.get(each.device.wordCode) === each) : all
    this.#byName = left.sort(inOrder)
    this.#added = []
    this.#hasGone = false
    return this.#byName
  }

  /** Active devices that the server could not reach. */
  *offline(): Generator<Device> {
    for (const wordCode of this.#offline) {
      const device = this.get(wordCode)
      if (device?.active === true) yield device
    }
  }

  /**
   * At most `most` devices with `text` in their name or wordCode: those of `first` in that order, then the
   * others. A blank text finds only those of `first`.
   */
  named(text: string, first: Iterable<string>, most: number): Device[] {
    // The search text is compared as a whole, because the words of a condominium's name are often parts of its
    // wordCodes.
    const wanted = searchable(text)
    const isFound = (searched: string) => searched.includes(wanted)
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

  /** Number of the last live news: a call passes it with its answer, because later news are newer than the answer. */
  get order(): number {
    return this.#order
  }

  /**
   * Takes a live change of a device. Here and in the methods below, `at` is the current time on the server's clock, in
   * milliseconds since the epoch.
   */
  put(device: Device, at: number): void {
    this.#order += 1
    this.#deletedAt.delete(device.wordCode)
    this.putAll([device], at)
    const listed = this.#devices.get(device.wordCode)
    if (listed !== undefined) listed.changedAt = this.#order
  }

  /** Takes the answer of a call; news after `asked` (the `order` when the call was made) win over the answer. */
  putAll(devices: readonly Device[], at: number, asked = this.#order): void {
    this.#added.push(...devices.flatMap((device) => this.#answer(device, at, asked) ?? []).sort(inOrder))
    this.revision += 1
  }

  /** Takes a live deletion. */
  remove(wordCode: string): void {
    this.#order += 1
    this.#deletedAt.set(wordCode, this.#order)
    this.#drop(wordCode)
  }

  #drop(wordCode: string): void {
    this.#hasGone = true
    this.#devices.delete(wordCode)
    this.#offline.delete(wordCode)
    this.revision += 1
  }

  #answer(device: Device, at: number, asked: number): ListedDevice | undefined {
    const { wordCode } = device
    if ((this.#deletedAt.get(wordCode) ?? 0) > asked) return undefined
    const known = this.#devices.get(wordCode)
    if (known !== undefined && known.changedAt > asked) {
      known.roll = Math.max(known.roll, this.#roll)
      return undefined
    }
    const live = known?.live ?? this.#unlisted.get(wordCode)
    if (live === undefined || live.order <= asked) return this.#set(device, at)
    return this.#set({ ...device, ...live.change }, live.reportedAt)
  }

  /** Starts another list, which arrives in parts. Returns the number to pass to `endList`. */
  beginList(): number {
    this.#roll += 1
    return this.#roll
  }

  /** Ends a list of all devices or of one condominium: removes the devices that were not put since its start. */
  endList(roll: number, condominiumId: string | null = null): void {
    for (const [wordCode, { device, roll: heard }] of this.#devices)
      if (heard < roll && (condominiumId ?? device.condominiumId) === device.condominiumId) this.#drop(wordCode)
    if (condominiumId === null) this.#isWhole = true
    this.revision += 1
  }

  /** Takes the results of the server's checks (HEA-2). Only the server knows a device's last contact (LIVE-7). */
  putReach(reach: readonly DeviceReach[], reportedAt: number): void {
    for (const { wordCode, online, latencyMs, lastContactAt } of reach) {
      const device = this.get(wordCode)
      if (device === undefined) continue
      const status = online ? 'online' : 'offline'
      const seenAt = laterOf(lastContactAt, device.lastContactAt)
      this.#set({ ...device, status, latencyMs, lastContactAt: seenAt }, reportedAt, 0)
    }
    this.revision += 1
  }

  /**
   * Takes events at the gates. Only `device-down` and `device-up` set the status: every other event proves that the device
   * has spoken, but not that it answers (STATE-2).
   */
  putActivities(activities: readonly Activity[]): void {
    for (const { wordCode, kind, at } of activities) {
      if (kind !== 'device-down' && kind !== 'device-up') {
        this.#spokeAt.set(wordCode, Math.max(Date.parse(at), this.#spokeAt.get(wordCode) ?? 0))
        continue
      }
      this.#order += 1
      const live: LiveStatus = {
        order: this.#order,
        reportedAt: Date.parse(at),
        change: kind === 'device-down' ? { status: 'offline' } : { status: 'online', lastContactAt: at },
      }
      const listed = this.#devices.get(wordCode)
      if (listed === undefined) this.#unlisted.set(wordCode, live)
      else {
        listed.live = live
        this.#set({ ...listed.device, ...live.change }, live.reportedAt, 0)
      }
    }
    this.revision += 1
  }

  /** Returns the entry if it must be sorted again. `roll`: the newest list, or 0 if the device came outside a list. */
  #set(device: Device, reportedAt: number, roll = this.#roll): ListedDevice | undefined {
    const { wordCode } = device
    if (device.status === 'offline') this.#offline.add(wordCode)
    else this.#offline.delete(wordCode)
    const known = this.#devices.get(wordCode)
    if (known !== undefined && isFoundAlike(known.device, device)) {
      known.device = device
      known.reportedAt = reportedAt
      known.roll = Math.max(known.roll, roll)
      return undefined
    }
    if (known !== undefined) this.#hasGone = true
    const name = searchable(device.name)
    const searched = `${name}\n${searchable(wordCode)}`
    const sorted = `${name.replace(/\d+/g, (digits) => digits.padStart(10, '0'))}\n${wordCode}`
    const live = known?.live ?? this.#unlisted.get(wordCode)
    const added = { device, reportedAt, roll, live, changedAt: known?.changedAt ?? 0, searched, sorted }
    this.#unlisted.delete(wordCode)
    this.#devices.set(wordCode, added)
    return added
  }
}

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
