import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Caller, cockatiel, guarita, opossum, time } from './device-callers.ts'
import { type Figure, quantile } from './figure.ts'

const rounds = 9
const manyDevices = 10_000

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** What breaker and retry cost beside opossum and cockatiel, in one run; ratios of CPU time and bytes. */
export async function measureDeviceCalls(): Promise<Figure[]> {
  const restore = time.simulate()
  try {
    return [...(await measureCalls()), ...(await measureMany())]
  } finally {
    restore()
  }
}

async function measureCalls(): Promise<Figure[]> {
  const ours = guarita()
  const theirs = cockatiel()
  const others = opossum()
  const healthy = (caller: Caller) => () => caller.call(0, 0)
  const refused = (caller: Caller) => () => caller.callOnce(0, true)

  const healthyTimes = await sideBySide(20_000, [healthy(ours), healthy(theirs), healthy(others)])
  const cycleTimes = await sideBySide(500, [() => cycle(ours), () => cycle(theirs)])
  const retryTimes = await sideBySide(2_000, [() => ours.call(0, 3), () => theirs.call(0, 3)])
  for (const caller of [ours, theirs, others]) for (let time = 0; time < 6; time++) await caller.callOnce(0, false)
  const refusedTimes = await sideBySide(10_000, [refused(ours), refused(theirs), refused(others)])
  if (await ours.callOnce(0, true)) throw new Error('a refused call was let through')
  ours.close()
  others.close()
  return [
    ratio('healthy call, retry + breaker ÷ cockatiel', healthyTimes, 1, 0.75),
    ratio('healthy call, retry + breaker ÷ opossum', healthyTimes, 2),
    micros('healthy call, retry + breaker', healthyTimes),
    ratio('refused call ÷ cockatiel', refusedTimes, 1, 1),
    ratio('refused call ÷ opossum', refusedTimes, 2),
    micros('refused call', refusedTimes),
    ratio('5 failures, open, trial, closed ÷ cockatiel', cycleTimes, 1, 7),
    micros('5 failures, open, trial, closed', cycleTimes),
    ratio('3 failures, then success, retried ÷ cockatiel', retryTimes, 1, 7),
    micros('3 failures, then success, retried', retryTimes),
  ]
}

async function cycle(caller: Caller): Promise<void> {
  for (let failures = 0; failures < 5; failures++) await caller.callOnce(0, false)
  time.now += 120_000
  if (!(await caller.callOnce(0, true))) throw new Error('the trial was refused')
}

async function measureMany(): Promise<Figure[]> {
  const ours = guarita()
  const empty = used()
  for (let device = 0; device < manyDevices; device++) await ours.call(device, 0)
  const idleBytes = Math.max(used() - empty, 0) / manyDevices
  const before = used()
  const startedAt = cpuMs()
  for (let device = 0; device < manyDevices; device++) await ours.callOnce(device, false)
  const oursMs = cpuMs() - startedAt
  const failingBytes = (used() - before) / manyDevices
  for (let device = 0; device < manyDevices; device++) await ours.callOnce(device, true)
  if (ours.breakers() > 0) throw new Error('breakers are left of devices that have recovered')
  time.now += 5 * 60_000 + 1
  for (const succeeds of [false, true]) await ours.callOnce(0, succeeds)
  const leftBytes = (used() - before) / manyDevices
  ours.close()

  const opossumBefore = used()
  const opossumStart = cpuMs()
  const others = opossum(manyDevices)
  for (let device = 0; device < manyDevices; device++) await others.callOnce(device, false)
  const opossumMs = cpuMs() - opossumStart
  const opossumBytes = (used() - opossumBefore) / manyDevices
  others.close()
  return [
    { what: 'idle device', measured: idleBytes, unit: 'bytes', goal: 60 },
    { what: 'failing device', measured: failingBytes, unit: 'bytes', goal: 4_096 },
    { what: 'the same, 5 min after it has recovered', measured: leftBytes, unit: 'bytes', goal: 60 },
    { what: '10,000 devices failing, actors made, time ÷ opossum', measured: oursMs / opossumMs, unit: '×', goal: 2 },
    { what: 'the same, bytes ÷ opossum', measured: failingBytes / opossumBytes, unit: '×', goal: 0.6 },
    { what: 'the same, in all', measured: oursMs, unit: 'ms' },
  ]
}

/** Microseconds of CPU a call, one list per caller; the rounds take turns, so that noise hits all alike. */
async function sideBySide(calls: number, callers: (() => Promise<unknown>)[]): Promise<number[][]> {
  const times = callers.map((): number[] => [])
  for (let round = -2; round < rounds; round++)
    for (const [index, call] of callers.entries()) {
      const startedAt = cpuMs()
      for (let count = 0; count < calls; count++) await call()
      if (round >= 0) times[index]?.push(((cpuMs() - startedAt) / calls) * 1_000)
    }
  return times
}

function ratio(what: string, times: number[][], peer: number, goal?: number): Figure {
  const measured = median(times, 0) / median(times, peer)
  return { what, measured, unit: '×', ...(goal !== undefined && { goal }) }
}

function micros(what: string, times: number[][]): Figure {
  return { what, measured: median(times, 0), unit: 'µs' }
}

function median(times: number[][], caller: number): number {
  return quantile(times[caller] ?? [], 0.5)
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function used(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
