import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { DeviceBoard } from '../../machines/device-list/device-board.ts'
import { atOnce, type DeviceName, type ListedDevice } from '../../machines/device-list/name-order.ts'
import { searchable } from '../../machines/parts/searchable.ts'
import { type DeviceStanding, standingOrder } from '../devices/device-standing.ts'
import { SharedTexts, TextPart } from './searched-texts.ts'

/** What a list of devices is narrowed to; '' and null do not narrow. */
export interface DeviceFilter {
  text: string
  standing: DeviceStanding | null
  condominiumId: string | null
}

/** Devices of which each is fetched when it is asked for: of 50,000 a screen shows a dozen. */
export class DeviceSequence {
  readonly #order: readonly ListedDevice[]
  readonly #places: Places

  constructor(order: readonly ListedDevice[], places: Places) {
    this.#order = order
    this.#places = places
  }

  get length(): number {
    return this.#places.length
  }

  at(index: number): Device | undefined {
    return this.#order[this.#places[index] ?? this.#order.length]?.device
  }

  *[Symbol.iterator](): Generator<Device> {
    for (const place of this.#places) {
      const listed = this.#order[place]
      if (listed !== undefined) yield listed.device
    }
  }
}

export interface DeviceView {
  /** Trouble first, then by name. */
  devices: DeviceSequence
  /** Devices of each standing, whatever standing the list is narrowed to. */
  counts: Readonly<Record<DeviceStanding, number>>
  /** All of those. */
  count: number
}

/** Where devices stand in the order of names; trouble first, then in that order. */
type Places = Uint32Array

type Standing = (device: Device) => DeviceStanding

interface Found {
  condominiumId: string | null
  words: readonly string[]
  places: Places
}

/** Devices that are made ready for a search at once: in a few milliseconds on a slow computer. */
const partSize = 1_000

/** Devices that are looked at in one go, in a few milliseconds on a slow computer. */
export const lookedAtOnce = 5_000

/** Above so many it is quicker to look through the texts of all than through those of each of them. */
const fewPlaces = 1_000

/**
 * Searches the devices of a board: in one pass, and while a word grows among those alone that it has found already. What a key does
 * not change is kept from the one before.
 */
export class DeviceIndex {
  readonly #board: DeviceBoard
  #order: readonly ListedDevice[] = []
  #all: Places = new Uint32Array()
  /** How each of them stands, by its place in `standingOrder`. */
  #standing = new Uint8Array()
  #stoodBy: { revision: number; standingOf: unknown } | undefined
  #condominiumNames: ReadonlyMap<string, string> | undefined
  /** What is searched of them: what they share, with the number of it by the place of each, and what each has for itself. */
  #names = new SharedTexts<DeviceName>()
  #nameOf = new Uint32Array()
  #condominiums = new SharedTexts<string>()
  #condominiumOf = new Uint32Array()
  #own: TextPart[] = []
  /** What a search marks and collects in, made once: at each key it would be half a megabyte. */
  #marked = new Uint8Array()
  #collected: Places = new Uint32Array()
  #last: Found | undefined

  constructor(board: DeviceBoard) {
    this.#board = board
  }

  /** `found` after a look at all of the board. */
  view(filter: DeviceFilter, names: ReadonlyMap<string, string>, standingOf: Standing): DeviceView {
    atOnce(this.look(names, standingOf))
    return this.found(filter)
  }

  /** Of what was last looked at: those that pass the filter, sorted, and how many of each standing there are. */
  found({ text, standing, condominiumId }: DeviceFilter): DeviceView {
    const words = searchable(text)
      .split(/\s+/)
      .filter((word) => word !== '')
    const places = this.#matching(words, condominiumId)
    const beginOf = (each: DeviceStanding) => this.#begin(places, standingOrder.indexOf(each))
    const endOf = (each: DeviceStanding) => this.#begin(places, standingOrder.indexOf(each) + 1)
    const of = (each: DeviceStanding) => endOf(each) - beginOf(each)
    const shown = standing === null ? places : places.subarray(beginOf(standing), endOf(standing))
    return {
      devices: new DeviceSequence(this.#order, shown),
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
      count: places.length,
    }
  }

  /**
   * Looks at the board as it is now, in short steps; what is found is of the look before until the last of them is done.
   * @param names of the condominiums by id
   * @param standingOf another function wherever a device may stand otherwise than the board says
   */
  *look(names: ReadonlyMap<string, string>, standingOf: Standing): Generator<void> {
    const order = yield* this.#board.byName()
    const { revision } = this.#board
    const isSeen = this.#isOf(order, names) && this.#stoodBy?.revision === revision
    if (isSeen && this.#stoodBy?.standingOf === standingOf) return
    yield
    const standings = new Uint8Array(order.length)
    for (let start = 0; start < order.length; start += lookedAtOnce) {
      let place = start
      for (const { device } of order.slice(start, start + lookedAtOnce))
        standings[place++] = standingOrder.indexOf(standingOf(device))
      yield
    }
    this.#standing = standings
    this.#stoodBy = { revision, standingOf }
    this.#all = this.#inOrder(order.length)
    if (this.#isOf(order, names)) {
      if (this.#last !== undefined) this.#last = { ...this.#last, places: this.#inOrderAgain(this.#last.places) }
      return
    }
    this.#condominiumNames = names
    this.#names = new SharedTexts()
    this.#nameOf = new Uint32Array(order.length)
    this.#condominiums = new SharedTexts()
    this.#condominiumOf = new Uint32Array(order.length)
    this.#own = []
    this.#last = undefined
    if (order.length !== this.#order.length) {
      this.#marked = new Uint8Array(order.length)
      this.#collected = new Uint32Array(order.length)
    }
    this.#order = order
  }

  #isOf(order: readonly ListedDevice[], names: ReadonlyMap<string, string>): boolean {
    return order === this.#order && names === this.#condominiumNames
  }

  /** Makes a part of what a search needs, which otherwise its first key waits for. Returns whether there is more to make. */
  prepare(): boolean {
    const first = this.#own.length * partSize
    if (first >= this.#order.length) return false
    const part = this.#order.slice(first, first + partSize)
    for (const [index, { name, device }] of part.entries()) {
      this.#nameOf[first + index] = this.#names.numberOf(name, searchedOf)
      this.#condominiumOf[first + index] = this.#condominiums.numberOf(device.condominiumId, this.#condominium)
    }
    this.#own.push(
      new TextPart(
        part.flatMap(({ code, device }) => [code, device.ip ?? '']),
        first,
        2,
      ),
    )
    // The first search puts the shared texts together.
    if (first + partSize >= this.#order.length) this.#manyWith(this.#all, 'a')
    return true
  }

  /** The name of a condominium as a search compares it. */
  readonly #condominium = (id: string): string => searchable(this.#condominiumNames?.get(id) ?? '')

  /** The places of all, those of one standing after those of the one before. */
  #inOrder(count: number): Places {
    // By index, and nothing of 50,000 is moved twice.
    const next = new Uint32Array(standingOrder.length + 1)
    for (let place = 0; place < count; place += 1) {
      const after = (this.#standing[place] ?? 0) + 1
      next[after] = (next[after] ?? 0) + 1
    }
    for (let each = 1; each < next.length; each += 1) next[each] = (next[each] ?? 0) + (next[each - 1] ?? 0)
    const sorted = new Uint32Array(count)
    for (let place = 0; place < count; place += 1) {
      const standing = this.#standing[place] ?? 0
      const at = next[standing] ?? 0
      sorted[at] = place
      next[standing] = at + 1
    }
    return sorted
  }

  /** The same of places that were in order by what stood there before. */
  #inOrderAgain(places: Places): Places {
    const isWanted = this.#marked.fill(0)
    for (const place of places) isWanted[place] = 1
    return this.#all.filter((place) => isWanted[place] === 1)
  }

  /** Where in these places, which are in order, a standing begins: a key has no time to look at each of 50,000. */
  #begin(places: Places, rank: number): number {
    let [first, end] = [0, places.length]
    while (first < end) {
      const middle = (first + end) >> 1
      if ((this.#standing[places[middle] ?? 0] ?? 0) < rank) first = middle + 1
      else end = middle
    }
    return first
  }

  #matching(words: readonly string[], condominiumId: string | null): Places {
    const last = this.#last
    let places = this.#foundFor(words, condominiumId)
    const known = places === last?.places ? last.words : []
    if (condominiumId !== null) places = this.#among(places, ({ device }) => device.condominiumId === condominiumId)
    for (const word of words) if (!known.includes(word)) places = this.#withWord(places, word)
    this.#last = { condominiumId, words, places }
    return places
  }

  #withWord(places: Places, word: string): Places {
    while (this.prepare());
    if (places.length > fewPlaces) return this.#manyWith(places, word)
    return this.#among(
      places,
      ({ name, code, device }, place) =>
        name.searched.includes(word) ||
        code.includes(word) ||
        device.ip?.includes(word) === true ||
        this.#condominiums.text(this.#condominiumOf[place] ?? 0).includes(word),
    )
  }

  #among(places: Places, passes: (listed: ListedDevice, place: number) => boolean): Places {
    return places.filter((place) => {
      const listed = this.#order[place]
      return listed !== undefined && passes(listed, place)
    })
  }

  #manyWith(places: Places, word: string): Places {
    const byName = this.#names.with(word)
    const byCondominium = this.#condominiums.with(word)
    const byOwn = this.#marked.fill(0)
    for (const part of this.#own) part.mark(word, byOwn)
    const found = this.#collected
    let count = 0
    // By index, as above.
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? 0
      if (byOwn[place] || byName[this.#nameOf[place] ?? 0] || byCondominium[this.#condominiumOf[place] ?? 0])
        found[count++] = place
    }
    return found.slice(0, count)
  }

  /** What was found last, where all of what is wanted is among it; else all. */
  #foundFor(words: readonly string[], condominiumId: string | null): Places {
    const last = this.#last
    if (last === undefined || (last.condominiumId !== null && last.condominiumId !== condominiumId)) return this.#all
    const isNarrower = last.words.every((earlier) => words.some((word) => word.includes(earlier)))
    return isNarrower ? last.places : this.#all
  }
}

function searchedOf({ searched }: DeviceName): string {
  return searched
}
