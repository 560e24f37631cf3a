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

/** Where devices stand in the order of names, in that order. */
type Places = Uint32Array

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

/** Devices in one text: made in a few milliseconds on a slow computer. */
const partSize = 500

/** Above so many it is quicker to look through the text of all than through each of them. */
const fewPlaces = 1_000

/**
 * Searches the devices of a board: in one pass, and while a word grows among those alone that it has found already. What a key does
 * not change is kept from the one before.
 */
export class DeviceIndex {
  readonly #board: DeviceBoard
  #order: readonly ListedDevice[] = []
  #all: Places = new Uint32Array()
  /** The devices in that order, as they were when it was last looked how they stand. */
  readonly #devices: Device[] = []
  /** How each of them stands, by its place in `standingOrder`. */
  #standing = new Uint8Array()
  #stoodBy: { revision: number; standingOf: unknown } | undefined
  #names: ReadonlyMap<string, string> | undefined
  /** Names of condominiums as a search compares them, by id: of those that were asked for. */
  #condominiums = new Map<string, string>()
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
    const { devices, begins } = this.#inOrder(places)
    const beginOf = (each: DeviceStanding) => begins[standingOrder.indexOf(each)] ?? 0
    const endOf = (each: DeviceStanding) => begins[standingOrder.indexOf(each) + 1] ?? devices.length
    const of = (each: DeviceStanding) => endOf(each) - beginOf(each)
    return {
      devices: standing === null ? devices : devices.slice(beginOf(standing), endOf(standing)),
      counts: {
        open: of('open'),
        halfOpen: of('halfOpen'),
        offline: of('offline'),
        failing: of('failing'),
        unknown: of('unknown'),
        isolated: of('isolated'),
        inactive: of('inactive'),
        online: of('online'),
      },
      count: devices.length,
    }
  }

  /** Makes a part of what a search needs, which otherwise its first key waits for. Returns whether there is more to make. */
  prepare(): boolean {
    const first = this.#texts.length * partSize
    if (first >= this.#order.length) return false
    this.#texts.push(textOf(this.#order.slice(first, first + partSize), first, (id) => this.#condominium(id)))
    return true
  }

  #condominium(id: string): string {
    const known = this.#condominiums.get(id)
    if (known !== undefined) return known
    const text = searchable(this.#names?.get(id) ?? '')
    this.#condominiums.set(id, text)
    return text
  }

  #look(names: ReadonlyMap<string, string>, standingOf: (device: Device) => DeviceStanding): void {
    const order = this.#board.byName()
    const { revision } = this.#board
    if (names !== this.#names) this.#condominiums = new Map()
    if (names !== this.#names || order !== this.#order) {
      this.#texts = []
      this.#last = undefined
      this.#stoodBy = undefined
    }
    if (order.length !== this.#all.length) this.#all = upTo(order.length)
    this.#names = names
    this.#order = order
    if (this.#stoodBy?.revision === revision && this.#stoodBy.standingOf === standingOf) return
    if (this.#standing.length !== order.length) this.#standing = new Uint8Array(order.length)
    this.#devices.length = order.length
    let place = 0
    for (const { device } of order) {
      this.#devices[place] = device
      this.#standing[place++] = standingOrder.indexOf(standingOf(device))
    }
    this.#stoodBy = { revision, standingOf }
  }

  /** The devices at these places, those of one standing after those of the one before, and where each standing begins. */
  #inOrder(places: Places): { devices: Device[]; begins: Uint32Array } {
    // By index, and nothing of 50,000 is moved twice: a key waits for it.
    const next = new Uint32Array(standingOrder.length + 1)
    for (let index = 0; index < places.length; index += 1) {
      const after = (this.#standing[places[index] ?? 0] ?? 0) + 1
      next[after] = (next[after] ?? 0) + 1
    }
    for (let each = 1; each < next.length; each += 1) next[each] = (next[each] ?? 0) + (next[each - 1] ?? 0)
    const begins = next.slice()
    const devices = new Array<Device>(places.length)
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? 0
      const device = this.#devices[place]
      const standing = this.#standing[place] ?? 0
      const at = next[standing] ?? 0
      if (device !== undefined) devices[at] = device
      next[standing] = at + 1
    }
    return { devices, begins }
  }

  #matching(words: readonly string[], condominiumId: string | null): Places {
    let places = this.#foundFor(words, condominiumId)
    if (condominiumId !== null) places = this.#among(places, ({ device }) => device.condominiumId === condominiumId)
    for (const word of words)
      places =
        places.length > fewPlaces
          ? inBoth(places, this.#placesWith(word))
          : this.#among(
              places,
              ({ named, device }) =>
                named.includes(word) ||
                this.#condominium(device.condominiumId).includes(word) ||
                device.ip?.includes(word) === true,
            )
    this.#last = { condominiumId, words, places }
    return places
  }

  #among(places: Places, passes: (listed: ListedDevice) => boolean): Places {
    return places.filter((place) => {
      const listed = this.#order[place]
      return listed !== undefined && passes(listed)
    })
  }

  /** Those with a word, which has no blank in it and so ends where its line does. */
  #placesWith(word: string): Places {
    while (this.prepare());
    const found = new Uint32Array(this.#order.length)
    let count = 0
    for (const { text, first, ends } of this.#texts) {
      let next = 0
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, ends[next - 1])) {
        while ((ends[next] ?? text.length) <= at) next += 1
        found[count++] = first + next
        next += 1
      }
    }
    return found.subarray(0, count)
  }

  /** What was found last, where all of what is wanted is among it; else all. */
  #foundFor(words: readonly string[], condominiumId: string | null): Places {
    const last = this.#last
    if (last === undefined || (last.condominiumId !== null && last.condominiumId !== condominiumId)) return this.#all
    const isNarrower = last.words.every((earlier) => words.some((word) => word.includes(earlier)))
    return isNarrower ? last.places : this.#all
  }
}

function upTo(count: number): Places {
  const places = new Uint32Array(count)
  for (let place = 0; place < count; place += 1) places[place] = place
  return places
}

function inBoth(left: Places, right: Places): Places {
  const both = new Uint32Array(Math.min(left.length, right.length))
  let count = 0
  let next = 0
  for (let index = 0; index < right.length; index += 1) {
    const place = right[index] ?? 0
    while ((left[next] ?? Number.POSITIVE_INFINITY) < place) next += 1
    if (left[next] === place) both[count++] = place
  }
  return both.subarray(0, count)
}

function textOf(part: readonly ListedDevice[], first: number, condominium: (id: string) => string): SearchedText {
  const ends = new Uint32Array(part.length)
  let end = 0
  const lines = part.map(({ named, device }, index) => {
    const line = `${named}\n${condominium(device.condominiumId)}\n${device.ip ?? ''}\n`
    end += line.length
    ends[index] = end
    return line
  })
  // Joined, not added: what is added up is put together by the first search.
  return { text: lines.join(''), first, ends }
}
