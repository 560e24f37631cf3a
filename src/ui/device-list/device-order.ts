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

/** Where devices stand in the order of names; null is all of them. */
type Places = readonly number[] | null

interface Found {
  condominiumId: string | null
  words: readonly string[]
  places: Places
}

/** What is searched of some that follow one another. */
interface SearchedText {
  text: string
  /** Place of its first device. */
  first: number
  /** Where what is searched of each ends. */
  ends: Uint32Array
}

const none: readonly Device[] = []

/** Devices in one text: made in a few milliseconds on a slow computer. */
const partSize = 2_000

/** Above so many it is quicker to look through the text of all than through each of them. */
const fewPlaces = 4_000

/**
 * Searches the devices of a board: in one pass, and while a word grows among those alone that it has found already. What a key does
 * not change is kept from the one before.
 */
export class DeviceIndex {
  readonly #board: DeviceBoard
  #order: readonly ListedDevice[] = []
  /** How each of them stands, by its place in `standingOrder`. */
  #standing = new Uint8Array()
  #stoodBy: { revision: number; standingOf: unknown } | undefined
  #names: ReadonlyMap<string, string> | undefined
  /** Names of condominiums as a search compares them, by id. */
  #condominiums: ReadonlyMap<string, string> = new Map()
  /** All that is searched of them, one after the other, in parts. */
  #texts: SearchedText[] = []
  #last: Found | undefined

  constructor(board: DeviceBoard) {
    this.#board = board
  }

  /**
   * Those that pass the filter, sorted, and how many of each standing there are.
   * @param names of the condominiums by id
   * @param standingOf another function wherever a device may stand otherwise than the board says
   */
  view(
    { text, standing, condominiumId }: DeviceFilter,
    names: ReadonlyMap<string, string>,
    standingOf: (device: Device) => DeviceStanding,
  ): DeviceView {
    this.#look(names, standingOf)
    const words = searchable(text)
      .split(/\s+/)
      .filter((word) => word !== '')
    const places = this.#matching(words, condominiumId)
    const byStanding = standingOrder.map((): Device[] => [])
    const put = (place: number) => {
      const listed = this.#order[place]
      if (listed !== undefined) byStanding[this.#standing[place] ?? 0]?.push(listed.device)
    }
    if (places === null) for (let place = 0; place < this.#order.length; place += 1) put(place)
    else for (const place of places) put(place)
    const of = (each: DeviceStanding) => byStanding[standingOrder.indexOf(each)] ?? none
    return {
      devices: standing === null ? none.concat(...byStanding) : of(standing),
      counts: {
        open: of('open').length,
        halfOpen: of('halfOpen').length,
        offline: of('offline').length,
        failing: of('failing').length,
        unknown: of('unknown').length,
        isolated: of('isolated').length,
        inactive: of('inactive').length,
        online: of('online').length,
      },
      count: places?.length ?? this.#order.length,
    }
  }

  /** Makes a part of what a search needs, which otherwise its first key waits for. Returns whether there is more to make. */
  prepare(): boolean {
    const first = this.#texts.length * partSize
    if (first >= this.#order.length) return false
    this.#texts.push(textOf(this.#order.slice(first, first + partSize), first, this.#condominiums))
    return true
  }

  #look(names: ReadonlyMap<string, string>, standingOf: (device: Device) => DeviceStanding): void {
    const order = this.#board.byName()
    const { revision } = this.#board
    if (names !== this.#names) this.#condominiums = new Map([...names].map(([id, name]) => [id, searchable(name)]))
    if (names !== this.#names || order !== this.#order) {
      this.#texts = []
      this.#last = undefined
      this.#stoodBy = undefined
    }
    this.#names = names
    this.#order = order
    if (this.#stoodBy?.revision === revision && this.#stoodBy.standingOf === standingOf) return
    if (this.#standing.length !== order.length) this.#standing = new Uint8Array(order.length)
    let place = 0
    for (const { device } of order) this.#standing[place++] = standingOrder.indexOf(standingOf(device))
    this.#stoodBy = { revision, standingOf }
  }

  #matching(words: readonly string[], condominiumId: string | null): Places {
    let places = this.#foundFor(words, condominiumId)
    if (condominiumId !== null) places = this.#among(places, ({ device }) => device.condominiumId === condominiumId)
    for (const word of words)
      places =
        places === null || (condominiumId === null && places.length > fewPlaces && words.length === 1)
          ? this.#placesWith(word)
          : this.#among(
              places,
              ({ named, device }) =>
                named.includes(word) ||
                this.#condominiums.get(device.condominiumId)?.includes(word) === true ||
                device.ip?.includes(word) === true,
            )
    this.#last = { condominiumId, words, places }
    return places
  }

  #among(places: Places, passes: (listed: ListedDevice) => boolean): readonly number[] {
    const isIn = (place: number) => {
      const listed = this.#order[place]
      return listed !== undefined && passes(listed)
    }
    return places === null ? [...this.#order.keys()].filter(isIn) : places.filter(isIn)
  }

  /** Those with a word, which has no blank in it and so ends where its line does. */
  #placesWith(word: string): readonly number[] {
    while (this.prepare());
    const found: number[] = []
    for (const { text, first, ends } of this.#texts) {
      let next = 0
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, ends[next - 1])) {
        while ((ends[next] ?? text.length) <= at) next += 1
        found.push(first + next)
        next += 1
      }
    }
    return found
  }

  /** What was found last, where all of what is wanted is among it; else all. */
  #foundFor(words: readonly string[], condominiumId: string | null): Places {
    const last = this.#last
    if (last === undefined || (last.condominiumId !== null && last.condominiumId !== condominiumId)) return null
    const isNarrower = last.words.every((earlier) => words.some((word) => word.includes(earlier)))
    return isNarrower ? last.places : null
  }
}

function textOf(part: readonly ListedDevice[], first: number, condominiums: ReadonlyMap<string, string>): SearchedText {
  const ends = new Uint32Array(part.length)
  let text = ''
  for (const [index, { named, device }] of part.entries()) {
    text += `${named}\n${condominiums.get(device.condominiumId) ?? ''}\n${device.ip ?? ''}\n`
    ends[index] = text.length
  }
  return { text, first, ends }
}
