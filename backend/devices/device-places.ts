import type { Device } from '../../contract/wire/answers/devices/devices.ts'

/** Longer than a device that works takes: what lasts longer gives its quick place to the next one. */
const quickMs = 250

export type PlaceRules = {
  /** For connections that are younger than 250 ms. */
  quick: number
  /** For older ones; devices that did not answer when they were last asked may take three quarters of these, and no other. */
  slow: number
  /** To one address and port, whatever stands there; for devices that did not answer half of it. */
  atAddress: number
  /** How long somebody waits for a place. */
  waitMs: number
}

export type DevicePlaces = {
  /** Resolves to what gives the place back, or to null when none was free in time. */
  take(device: Pick<Device, 'ip' | 'port' | 'status'>): Promise<(() => void) | null>
  /** How many could begin now, by whether their devices answered when they were last asked. */
  free(): { quick: number; slow: number }
}

type Place = { address: string; isSlow: boolean }
type Waiting = Place & { start: () => void }

/**
 * Bounds the connections to devices, so that devices that hang delay no others (SCA-3, SCA-4): each begins in a quick place, and
 * moves to a slow one when it lasts; one to a device that did not answer lately begins in a slow place. Their number follows how
 * the devices are: a thousand healthy ones need few, a crowd of time-outs has its own.
 */
export function devicePlaces({ quick, slow, atAddress, waitMs }: PlaceRules): DevicePlaces {
  const running = { quick: 0, slow: 0 }
  const atAddresses = new Map<string, number>()
  const waiting = { quick: new Set<Waiting>(), slow: new Set<Waiting>() }
  const slowForSuspects = Math.ceil((slow * 3) / 4)

  function isFree({ address, isSlow }: Place): boolean {
    const isQueueFree = isSlow ? running.slow < slowForSuspects : running.quick < quick
    return isQueueFree && (atAddresses.get(address) ?? 0) < (isSlow ? atAddress / 2 : atAddress)
  }

  function enter({ address, isSlow }: Place): () => void {
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
    for (const line of [waiting.quick, waiting.slow]) {
      for (const each of line) {
        if (each.isSlow ? running.slow >= slowForSuspects : running.quick >= quick) break
        if (isFree(each)) each.start()
      }
    }
  }

  return {
    async take({ ip, port, status }) {
      const place = { address: `${ip} ${port}`, isSlow: status === 'offline' }
      if (isFree(place)) return enter(place)
      if (waitMs === 0) return null
      const line = place.isSlow ? waiting.slow : waiting.quick
      return new Promise((resolve) => {
        const one = {
          ...place,
          start() {
            clearTimeout(timer)
            line.delete(one)
            resolve(enter(place))
          },
        }
        const timer = setTimeout(() => {
          line.delete(one)
          resolve(null)
        }, waitMs)
        line.add(one)
      })
    },
    free: () => ({
      quick: Math.max(quick - running.quick, 0),
      slow: Math.max(slowForSuspects - running.slow, 0),
    }),
  }
}
