import {
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  retry as cockatielRetry,
  handleAll,
  type IPolicy,
  wrap,
} from 'cockatiel'
import CircuitBreaker from 'opossum'
import { type AnyActor, createActor, fromCallback, setup } from 'xstate'
import type { RetryPolicy } from '../../contract/devices/retry-policies.ts'
import { breakerMachine } from '../../src/machines/breaker/breaker.machine.ts'
import type { DeviceCalls } from '../../src/machines/devices/calls/device-calls.ts'
import { deviceTrialsMachine } from '../../src/machines/devices/device-trials.machine.ts'
import { devicesMachine } from '../../src/machines/devices/devices.machine.ts'
import { PageLeaving } from '../../src/machines/parts/page-leaving.ts'
import { retryMachine } from '../../src/machines/retry/retry.machine.ts'
import type { StoredBreaker } from '../../src/services/breaker/breaker-memory.ts'
import type { DeviceAnswer } from '../../src/services/devices/device-answer.ts'

/** The simulated clock. Timers without delay fire in the next microtask. All compared libraries use it. */
export const time = {
  now: 1_800_000_000_000,
  /** Replaces clock and timers of this process. The returned function restores them. */
  simulate(): () => void {
    const { now } = Date
    const { setTimeout } = globalThis
    Date.now = () => time.now
    globalThis.setTimeout = ((callback: () => void, delayMs = 0) => {
      if (delayMs > 0) return setTimeout(callback, delayMs).unref()
      queueMicrotask(callback)
      return 0
    }) as typeof globalThis.setTimeout
    return () => {
      Date.now = now
      globalThis.setTimeout = setTimeout
    }
  },
}

const withoutDelay: RetryPolicy = { attempts: 4, baseMs: 0, maxMs: 0, factor: 1, jitterMs: 0 }
const once: RetryPolicy = { ...withoutDelay, attempts: 1 }
const failure: DeviceAnswer<number> = {
  kind: 'failed',
  failure: 'status',
  status: 502,
  message: 'O dispositivo recusou a conexão.',
  retryAfterMs: null,
}
const success: DeviceAnswer<number> = { kind: 'answered', data: 1 }

/** One implementation of retry and circuit breaker, for one or many devices. */
export interface Caller {
  /** Calls through retry and breaker: fails `failures` times, then succeeds. False if it was refused or failed. */
  call(device: number, failures: number): Promise<boolean>
  /** Makes one call through the breaker only. */
  callOnce(device: number, succeeds: boolean): Promise<boolean>
  close(): void
}

/** Guarita's own: `DeviceCalls` with the real charts under the real supervisor. */
export function guarita(): Caller & { root: AnyActor; breakers(): number; makeAll(): void } {
  const kept = new Map<string, StoredBreaker>()
  const breaker = breakerMachine.provide({
    actions: {
      remember: ({ context: { circuitEpoch: _, ...circuit } }, { state }) =>
        kept.set(circuit.wordCode, { ...circuit, state }),
      forget: ({ context }) => kept.delete(context.wordCode),
    },
  })
  const devices = devicesMachine.provide({
    actors: {
      circuits: fromCallback(({ input }) =>
        input.calls.open({
          breaker,
          retry: retryMachine,
          stored: [],
          random: () => 0,
          isOnline: () => true,
          leaving: new PageLeaving(() => 0),
          newKey: () => '',
          storedIsolations: () => null,
          maySee: () => true,
        }),
      ),
      // A visible page, so that the panel plans its own trials; they are too late to be measured.
      trials: deviceTrialsMachine.provide({
        actors: { checks: fromCallback(({ sendBack }) => sendBack({ type: 'page.shown' })) },
        actions: { logFailure: () => {} },
      }),
    },
    actions: { logFailure: () => {} },
  })
  const root = createActor(
    setup({ types: {} as { children: { devices: 'devices' } }, actors: { devices } }).createMachine({
      invoke: { src: 'devices', id: 'devices', input: { userId: 'bench', userName: '' } },
    }),
  ).start()
  const calls: DeviceCalls | undefined = root.getSnapshot().children.devices?.getSnapshot().context.calls
  if (calls === undefined) throw new Error('the devices did not start')
  const targets = Array.from({ length: 10_000 }, (_, device) => ({ wordCode: `D-${device}`, condominiumId: 'c' }))
  const targetOf = (device: number) => targets[device] ?? { wordCode: '', condominiumId: '' }
  return {
    root,
    async call(device, failures) {
      let left = failures
      try {
        await calls.call(targetOf(device), async () => (left-- > 0 ? failure : success), { policy: withoutDelay })
        return true
      } catch {
        return false
      }
    },
    async callOnce(device, succeeds) {
      try {
        await calls.call(targetOf(device), async () => (succeeds ? success : failure), { policy: once })
        return true
      } catch {
        return false
      }
    },
    close: () => root.stop(),
    breakers: () => [...calls.circuits.entries()].length,
    /** Watches every device, which makes a breaker for each, without a failure. */
    makeAll: () => {
      for (const target of targets) calls.circuits.watch(target)
    },
  }
}

/** cockatiel: `wrap(retry, circuitBreaker)` with one breaker for each device, as its guide recommends. */
export function cockatiel(devices = 1): Caller {
  const made = Array.from({ length: devices }, () =>
    circuitBreaker(handleAll, { halfOpenAfter: 120_000, breaker: new ConsecutiveBreaker(5) }),
  )
  const retry = cockatielRetry(handleAll, { maxAttempts: 3, backoff: new ConstantBackoff(0) })
  const wrapped: IPolicy[] = []
  const breakerOf = (device: number) => {
    const breaker = made[device]
    if (breaker === undefined) throw new Error(`no device ${device}`)
    return breaker
  }
  return {
    async call(device, failures) {
      let left = failures
      try {
        wrapped[device] ??= wrap(retry, breakerOf(device))
        await wrapped[device].execute(async () => {
          if (left-- > 0) throw new Error(failure.kind)
          return 1
        })
        return true
      } catch {
        return false
      }
    },
    async callOnce(device, succeeds) {
      try {
        await breakerOf(device).execute(async () => {
          if (!succeeds) throw new Error(failure.kind)
          return 1
        })
        return true
      } catch {
        return false
      }
    },
    close() {},
  }
}

/** opossum: one breaker for each device; it has no retry. */
export function opossum(devices = 1): Caller {
  const made = Array.from(
    { length: devices },
    () =>
      new CircuitBreaker(
        async (succeeds: boolean) => {
          if (!succeeds) throw new Error(failure.kind)
          return 1
        },
        { timeout: false, resetTimeout: 120_000, volumeThreshold: 5, enableSnapshots: false },
      ),
  )
  const callOnce = async (device: number, succeeds: boolean) => {
    try {
      await made[device]?.fire(succeeds)
      return true
    } catch {
      return false
    }
  }
  return {
    callOnce,
    call: (device, failures) => callOnce(device, failures === 0),
    close() {
      for (const breaker of made) breaker.shutdown()
    },
  }
}
