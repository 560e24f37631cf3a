import { afterEach, expect, it, vi } from 'vitest'
import { breakerRules, circuitStateOf } from '../../../contract/devices/breaker-rules.ts'
import { networkOperation } from '../../../contract/devices/retry-policies.ts'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { worstTimes } from '../../../scripts/docs/worst-times.ts'
import { planTrials } from '../../../src/machines/devices/due-trials.ts'
import { createDeviceCall } from '../../../src/services/devices/device-control-api.ts'
import { settle } from '../../models/parts/production-actor.ts'
import { DeviceWorld, onlyOnce, portaria } from './device-world.ts'

const { panel } = worstTimes
const noTrials = { underWay: new Set<string>(), triedAt: new Map<string, number>() }

afterEach(() => {
  vi.useRealTimers()
})

/** Makes one call of a person; each attempt fails after `answerMs`. Returns the times of failures, end and pause. */
async function failingCall(world: DeviceWorld, answerMs: number) {
  const startedAt = world.clock.now()
  const call = world.call(portaria, { policy: networkOperation })
  const failures: number[] = []
  let pausedAt: number | null = null
  while (call.error === undefined) {
    if (!call.isAwaited) await world.advance(1)
    else {
      await world.advance(answerMs)
      call.answer('status 500')
      await settle()
      failures.push(world.clock.now() - startedAt)
      const circuit = world.circuit()
      if (circuit !== undefined && circuitStateOf(circuit) === 'OPEN') pausedAt ??= world.clock.now() - startedAt
    }
  }
  return { failures, endedAt: world.clock.now() - startedAt, pausedAt }
}

it.each(['refused', 'silent'] as const)(
  'calls to a device that is %s fail, end and begin the pause at the worst times of the panel (AUD-5)',
  async (kind) => {
    const world = new DeviceWorld()
    world.random = 1 - Number.EPSILON
    const answerMs = panel.firstFailure[kind]
    const calls = [await failingCall(world, answerMs)]
    while (calls.at(-1)?.pausedAt === null) calls.push(await failingCall(world, answerMs))
    expect(calls[0]?.failures[0]).toBe(panel.firstFailure[kind])
    expect(calls[0]?.failures).toHaveLength(networkOperation.attempts)
    expect(calls[0]?.endedAt).toBe(panel.firstCall[kind])
    expect(calls).toHaveLength(panel.pauseAtCall)
    expect(calls.at(-1)?.pausedAt).toBe(panel.pauseInCall[kind])
  },
)

it.each(['refused', 'silent'] as const)(
  'the pause of a device that was %s ends at the worst time if the device recovers just after a trial was sent (AUD-5)',
  async (kind) => {
    const world = new DeviceWorld()
    await world.fail(breakerRules.threshold)
    await world.advance(breakerRules.openTimeoutMs)
    const lost = world.call(portaria, { policy: onlyOnce })
    const returnedAt = world.clock.now()
    await world.advance(panel.firstFailure[kind])
    lost.answer('status 500')
    await settle()
    for (;;) {
      const { due, nextCheckAt } = planTrials(world.calls, noTrials, world.clock.now())
      if (due.length > 0) break
      await world.advance((nextCheckAt ?? Number.NaN) - world.clock.now())
    }
    const trial = world.call(portaria, { policy: onlyOnce })
    await world.advance(panel.firstFailure.silent)
    trial.answer('success')
    await settle()
    // A closed circuit without failures is dropped.
    expect(world.circuit()).toBeUndefined()
    expect(world.clock.now() - returnedAt).toBe(panel.recovery[kind])
  },
)

it('a call fails after its worst time if the server itself does not answer (AUD-5)', async () => {
  vi.useFakeTimers()
  const never = (_path: string, { signal }: { signal?: AbortSignal | undefined } = {}) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const answer = createDeviceCall({ call: never }, { warn() {}, info() {} })(deviceRoutes.device, {
    params: { wordCode: 'PORTARIA-01' },
  })
  await vi.advanceTimersByTimeAsync(panel.firstFailure.noServer - 1)
  expect(await Promise.race([answer, 'waiting'])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toMatchObject({ kind: 'failed', failure: 'timeout' })
})
