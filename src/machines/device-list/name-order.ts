import type { Device } from '../../../contract/wire/answers/devices.ts'
import { searchable } from '../parts/searchable.ts'

/** A name, as a search compares it and as the order of names reads it, numbers by their value. */
export interface DeviceName {
  readonly searched: string
  readonly sorted: string
}

/** Names of devices, each worked out once: gates by the thousand are called alike. */
export class DeviceNames {
  readonly #known = new Map<string, DeviceName>()

  of(name: string): DeviceName {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const searched = searchable(name)
    const added = { searched, sorted: searched.replace(/\d+/g, (digits) => digits.padStart(10, '0')) }
    this.#known.set(name, added)
    return added
  }
}

/** A device on the board, with what is reckoned once for each: how a search reads it, and where it stands. */
export interface ListedDevice {
  device: Device
  /** When the server last told how it is, on its clock, in milliseconds since the epoch. */
  toldAt: number
  /** The newest list that was on its way when it was last put. */
  roll: number
  /** The same for all of this name. */
  readonly name: DeviceName
  /** Its wordCode, as a search compares it. */
  readonly code: string
  /** Not on the board any more, or there in another's place. */
  isGone: boolean
}

/**
 * Devices in the order of their names while they come by the thousand: runs that are sorted each by itself and joined when they
 * are of one size, so that nothing of it takes long at once.
 */
export class NameOrder {
  #runs: readonly (readonly ListedDevice[])[] = []
  #isStale = false

  add(added: readonly ListedDevice[]): void {
    if (added.length === 0) return
    const runs = [...this.#runs, added.toSorted(inOrder)]
    for (let [left, right] = runs.slice(-2); left && right && left.length <= 2 * right.length; ) {
      runs.splice(-2, 2, atOnce(joined(left, right)))
      ;[left, right] = runs.slice(-2)
    }
    this.#runs = runs
  }

  /** Some of them have gone. */
  drop(): void {
    this.#isStale = true
  }

  /** All that had been added, put together in short steps; the same array while none comes or goes. */
  *all(): Generator<void, readonly ListedDevice[]> {
    const runs = this.#runs
    let all = runs.at(-1) ?? none
    for (const run of runs.slice(0, -1).reverse()) all = yield* joined(run, all)
    if (this.#isStale) all = all.filter(({ isGone }) => !isGone)
    if (runs !== this.#runs) return all
    this.#isStale = false
    this.#runs = [all]
    return all
  }
}

/** All steps of it. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Devices that are joined in one step, in a few milliseconds on a slow computer. */
const joinedInStep = 10_000

const none: readonly ListedDevice[] = []

function inOrder(left: ListedDevice, right: ListedDevice): number {
  const byName = left.name === right.name ? 0 : compared(left.name.sorted, right.name.sorted)
  return byName || compared(left.device.wordCode, right.device.wordCode)
}

function compared(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function* joined(left: readonly ListedDevice[], right: readonly ListedDevice[]): Generator<void, ListedDevice[]> {
  // By index into one of its length: tens of thousands are joined while the page is in use.
  const both = new Array<ListedDevice>(left.length + right.length)
  let [one, other] = [0, 0]
  for (let at = 0; at < both.length; at += 1) {
    const [ofLeft, ofRight] = [left[one], right[other]]
    const next = ofLeft === undefined || (ofRight !== undefined && inOrder(ofRight, ofLeft) < 0) ? ofRight : ofLeft
    if (next === undefined) break
    both[at] = next
    if (next === ofLeft) one += 1
    else other += 1
    if (at % joinedInStep === joinedInStep - 1) yield
  }
  return both
}
