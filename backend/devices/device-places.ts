import type { Device } from '../../contract/wire/answers/devices/devices.ts'

/** Longer than a working device needs: after this time a connection leaves its quick slot to the next one. */
const quickMs = 250

export type PlaceRules = {
  /** Slots for connections younger than 250 ms. */
  quick: number
  /** Slots for older connections; devices that did not answer the last call start here, and may use three quarters of the slots. */
  slow: number
  /** Connections per address and port; devices that did not answer the last call may use half of them. */
  atAddress: number
  /** Longest wait for a slot. */
  waitMs: number
}

export type DevicePlaces = {
  /** Resolves to a function that releases the slot, or to null if none was free in time. */
  take(device: Pick<Device, 'ip' | 'port' | 'status'>): Promise<(() => void) | null>
  /** Numbers of connections that may start now, for devices that answered the last call and for devices that did not. */
  free(): { quick: number; slow: number }
}

type Slot = { address: string; isSlow: boolean }
type Waiting = Slot & { start: () => void }

/**
 * Limits connections to devices, so that devices that hang delay no others (SCA-3, SCA-4). A connection starts in a quick slot and moves to
 * a slow one if it lasts; a device that did not answer the last call starts in a slow slot. So healthy devices need few slots, and timeouts
 * have their own.
 */
export function devicePlaces({ quick, slow, atAddress, waitMs }: PlaceRules): DevicePlaces {
  const running = { quick: 0, slow: 0 }
  const atAddresses = new Map<string, number>()
  const waiting = { quick: new Set<Waiting>(), slow: new Set<Waiting>() }
  const slowForSuspects = Math.ceil((slow * 3) / 4)

  function isFree({ address, isSlow }: Slot): boolean {
    const isQueueFree = isSlow ? running.slow < slowForSuspects : running.quick < quick
    return isQueueFree && (atAddresses.get(address) ?? 0) < (isSlow ? atAddress / 2 : atAddress)
  }

  function enter({ address, isSlow }: Slot): () => void {
    let queue: 'quick' | 'slow' = isSlow ? 'slow' : 'quick'
    running[queue] += 1
    atAddresses.set(address, (atAddresses.get(address) ?? 0) + 1)
    const growOld = () => {
      if (running.slow >= slow) return
      running.quick -= 1
      running.slow += 1
      queue = 'slow'
      clearInterval(timer)
      letIn()
    }
    const timer = isSlow ? undefined : setInterval(growOld, quickMs)
    return () => {
      clearInterval(timer)
      running[queue] -= 1
      const left = (atAddresses.get(address) ?? 1) - 1
      if (left === 0) atAddresses.delete(address)
      else atAddresses.set(address, left)
      letIn()
    }
  }

  function letIn(): void {
    for (const queue of [waiting.quick, waiting.slow]) {
      for (const each of queue) {
        if (each.isSlow ? running.slow >= slowForSuspects : running.quick >= quick) break
        if (isFree(each)) each.start()
      }
    }
  }

  return {
    async take({ ip, port, status }) {
      const slot = { address: `${ip} ${port}`, isSlow: status === 'offline' }
      if (isFree(slot)) return enter(slot)
      if (waitMs === 0) return null
      const queue = slot.isSlow ? waiting.slow : waiting.quick
      return new Promise((resolve) => {
        const one = {
          ...slot,
          start() {
            clearTimeout(timer)
            queue.delete(one)
            resolve(enter(slot))
          },
        }
        const timer = setTimeout(() => {
          queue.delete(one)
          resolve(null)
        }, waitMs)
        queue.add(one)
      })
    },
    free: () => ({
      quick: Math.max(quick - running.quick, 0),
      slow: Math.max(slowForSuspects - running.slow, 0),
    }),
  }
}
