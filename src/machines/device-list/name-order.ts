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
  #runs: ListedDevice[][] = []
  #isStale = false

  add(added: readonly ListedDevice[]): void {
    if (added.length === 0) return
    this.#runs.push(added.toSorted(inOrder))
    for (let [left, right] = this.#runs.slice(-2); left && right && left.length <= 2 * right.length; ) {
      this.#runs.splice(-2, 2, joined(left, right))
      ;[left, right] = this.#runs.slice(-2)
    }
  }

  /** Some of them have gone. */
  drop(): void {
    this.#isStale = true
  }

  /** All of them; the same array while none comes or goes. */
  all(): readonly ListedDevice[] {
    if (this.#runs.length > 1) this.#runs = [this.#runs.reduceRight((right, left) => joined(left, right))]
    if (this.#isStale) this.#runs = this.#runs.map((run) => run.filter(({ isGone }) => !isGone))
    this.#isStale = false
    return this.#runs[0] ?? none
  }
}

const none: readonly ListedDevice[] = []

function inOrder(left: ListedDevice, right: ListedDevice): number {
  const byName = left.name === right.name ? 0 : compared(left.name.sorted, right.name.sorted)
  return byName || compared(left.device.wordCode, right.device.wordCode)
}

function compared(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function joined(left: readonly ListedDevice[], right: readonly ListedDevice[]): ListedDevice[] {
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
  }
  return both
}
