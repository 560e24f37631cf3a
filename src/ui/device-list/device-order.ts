import type { Device } from '../../../contract/wire/answers/devices.ts'
import { searchable } from '../condominiums/condominium-index.ts'
import { type DeviceStanding, standingOrder } from '../devices/device-standing.ts'

/** What a list of devices is narrowed to; '' and null do not narrow. */
export interface DeviceFilter {
  text: string
  standing: DeviceStanding | null
  condominiumId: string | null
}

export interface DeviceView {
  /** Trouble first, then by name. */
  devices: readonly Device[]
  /** Devices of each standing, whatever standing the list is narrowed to. */
  counts: Readonly<Record<DeviceStanding, number>>
  /** All of those. */
  count: number
}

interface Entry {
  device: Device
  condominium: string
  /** What a search looks in. */
  text: string
  /** How much of it is name and code. */
  namedLength: number
  /** Its order is that of names, numbers by their value. */
  sortKey: string
  generation: number
}

/**
 * Devices in the order of their names, normalised and sorted once: what changes is put in its place, so that a change
 * among 10,000 costs one pass over them and no sort.
 */
export class DeviceIndex {
  #entries: readonly Entry[] = []
  readonly #byWordCode = new Map<string, Entry>()
  #generation = 0

  /** Takes the devices as they are now; `condominiumNames` by id. */
  take(devices: Iterable<Device>, condominiumNames: ReadonlyMap<string, string>): void {
    this.#generation += 1
    const added: Entry[] = []
    let keptCount = 0
    for (const device of devices) {
      const known = this.#byWordCode.get(device.wordCode)
      const condominium = condominiumNames.get(device.condominiumId) ?? ''
      if (known === undefined || known.device.name !== device.name) {
        const entry = newEntry(device, condominium, this.#generation)
        this.#byWordCode.set(device.wordCode, entry)
        added.push(entry)
      } else {
        if (known.device.ip !== device.ip || known.condominium !== condominium)
          known.text = searchedText(device, condominium)
        known.device = device
        known.condominium = condominium
        known.generation = this.#generation
        keptCount += 1
      }
    }
    if (added.length === 0 && keptCount === this.#entries.length) return
    const kept = this.#entries.filter(({ generation }) => generation === this.#generation)
    this.#entries = merged(kept, added.toSorted(inOrder))
    if (this.#byWordCode.size === this.#entries.length) return
    for (const [wordCode, { generation }] of this.#byWordCode)
      if (generation !== this.#generation) this.#byWordCode.delete(wordCode)
  }

  /** As many as `most` whose name or code contains the text (none where it is blank): those of `first` in that order, then by name. */
  named(text: string, first: Iterable<string>, most: number): readonly Device[] {
    const wanted = searchable(text)
    const found = new Map<string, Device>()
    const take = ({ device, text: searched, namedLength }: Entry) => {
      const at = searched.indexOf(wanted)
      if (at >= 0 && at < namedLength) found.set(device.wordCode, device)
      return found.size >= most
    }
    if (wanted === '') return []
    for (const wordCode of first) {
      const entry = this.#byWordCode.get(wordCode)
      if (entry !== undefined && take(entry)) return [...found.values()]
    }
    for (const entry of this.#entries) if (take(entry)) break
    return [...found.values()]
  }

  /** Those that pass the filter, sorted, and how many of each standing there are. */
  view({ text, standing, condominiumId }: DeviceFilter, standingOf: (device: Device) => DeviceStanding): DeviceView {
    const words = searchable(text)
      .split(/\s+/)
      .filter((word) => word !== '')
    const byStanding: Record<DeviceStanding, Device[]> = {
      open: [],
      halfOpen: [],
      offline: [],
      failing: [],
      unknown: [],
      inactive: [],
      online: [],
    }
    for (const { device, text: searched } of this.#entries) {
      if (condominiumId !== null && device.condominiumId !== condominiumId) continue
      if (words.every((word) => searched.includes(word))) byStanding[standingOf(device)].push(device)
    }
    return {
      devices: standing === null ? standingOrder.flatMap((each) => byStanding[each]) : byStanding[standing],
      counts: {
        open: byStanding.open.length,
        halfOpen: byStanding.halfOpen.length,
        offline: byStanding.offline.length,
        failing: byStanding.failing.length,
        unknown: byStanding.unknown.length,
        inactive: byStanding.inactive.length,
        online: byStanding.online.length,
      },
      count: standingOrder.reduce((sum, each) => sum + byStanding[each].length, 0),
    }
  }
}

function newEntry(device: Device, condominium: string, generation: number): Entry {
  const sortKey = `${searchable(device.name).replace(/\d+/g, (digits) => digits.padStart(10, '0'))}\n${device.wordCode}`
  const namedLength = searchable(`${device.name}\n${device.wordCode}`).length
  return { device, condominium, text: searchedText(device, condominium), namedLength, sortKey, generation }
}

function searchedText({ name, wordCode, ip }: Device, condominium: string): string {
  return searchable(`${name}\n${wordCode}\n${ip}\n${condominium}`)
}

function inOrder({ sortKey: left }: Entry, { sortKey: right }: Entry): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function merged(left: readonly Entry[], right: readonly Entry[]): readonly Entry[] {
  if (left.length === 0) return right
  const both: Entry[] = []
  let next = 0
  for (const entry of left) {
    for (let other = right[next]; other !== undefined && inOrder(other, entry) < 0; other = right[next]) {
      both.push(other)
      next += 1
    }
    both.push(entry)
  }
  return [...both, ...right.slice(next)]
}
