import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { DeviceBoard } from '../../machines/device-list/device-board.ts'
import type { ListedDevice } from '../../machines/device-list/name-order.ts'
import { searchable } from '../../machines/parts/searchable.ts'
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

interface Found {
  revision: number
  names: ReadonlyMap<string, string>
  condominiumId: string | null
  words: readonly string[]
  matching: readonly ListedDevice[]
}

/** Searches the devices of a board: in one pass, and while a word grows among those alone that it has found already. */
export class DeviceIndex {
  readonly #board: DeviceBoard
  #names: ReadonlyMap<string, string> | undefined
  /** Names of condominiums as a search compares them, by id. */
  #places = new Map<string, string>()
  #last: Found | undefined

  constructor(board: DeviceBoard) {
    this.#board = board
  }

  /** Those that pass the filter, sorted, and how many of each standing there are; `names` of the condominiums by id. */
  view(
    { text, standing, condominiumId }: DeviceFilter,
    names: ReadonlyMap<string, string>,
    standingOf: (device: Device) => DeviceStanding,
  ): DeviceView {
    const words = searchable(text)
      .split(/\s+/)
      .filter((word) => word !== '')
    const byStanding: Record<DeviceStanding, Device[]> = {
      open: [],
      halfOpen: [],
      offline: [],
      failing: [],
      unknown: [],
      isolated: [],
      inactive: [],
      online: [],
    }
    for (const { device } of this.#matching(words, condominiumId, names)) byStanding[standingOf(device)].push(device)
    return {
      devices: standing === null ? standingOrder.flatMap((each) => byStanding[each]) : byStanding[standing],
      counts: {
        open: byStanding.open.length,
        halfOpen: byStanding.halfOpen.length,
        offline: byStanding.offline.length,
        failing: byStanding.failing.length,
        unknown: byStanding.unknown.length,
        isolated: byStanding.isolated.length,
        inactive: byStanding.inactive.length,
        online: byStanding.online.length,
      },
      count: standingOrder.reduce((sum, each) => sum + byStanding[each].length, 0),
    }
  }

  #matching(
    words: readonly string[],
    condominiumId: string | null,
    names: ReadonlyMap<string, string>,
  ): readonly ListedDevice[] {
    const { revision } = this.#board
    let matching = this.#foundFor(words, condominiumId, names) ?? this.#board.byName()
    if (condominiumId !== null) matching = matching.filter(({ device }) => device.condominiumId === condominiumId)
    for (const word of words) {
      const places = this.#placesWith(word, names)
      matching = matching.filter(
        ({ named, device }) =>
          named.includes(word) || places.has(device.condominiumId) || (device.ip?.includes(word) ?? false),
      )
    }
    this.#last = { revision, names, condominiumId, words, matching }
    return matching
  }

  /** What was found last, where all of what is wanted is among it. */
  #foundFor(
    words: readonly string[],
    condominiumId: string | null,
    names: ReadonlyMap<string, string>,
  ): readonly ListedDevice[] | undefined {
    const last = this.#last
    if (last === undefined || last.revision !== this.#board.revision || last.names !== names) return undefined
    if (last.condominiumId !== null && last.condominiumId !== condominiumId) return undefined
    const isNarrower = last.words.every((earlier) => words.some((word) => word.includes(earlier)))
    return isNarrower ? last.matching : undefined
  }

  #placesWith(word: string, names: ReadonlyMap<string, string>): ReadonlySet<string> {
    if (this.#names !== names) {
      this.#names = names
      this.#places = new Map([...names].map(([id, name]) => [id, searchable(name)]))
    }
    const found = new Set<string>()
    for (const [id, name] of this.#places) if (name.includes(word)) found.add(id)
    return found
  }
}
