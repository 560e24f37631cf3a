import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cpuMs, median, micros, ratio, sideBySide } from './browser/side-by-side.ts'
import { type Caller, cockatiel, guarita, opossum, time } from './device-callers.ts'
import { type Metric, printMetrics, quantile } from './metric.ts'

const crowdRounds = 3
const manyDevices = 10_000

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Compares the cost of breaker and retry with opossum and cockatiel in one run: ratios of CPU time and bytes. */
export async function measureDeviceCalls(): Promise<Metric[]> {
  const restore = time.simulate()
  try {
    return [...(await measureCalls()), ...(await measureMany())]
  } finally {
    restore()
  }
}

async function measureCalls(): Promise<Metric[]> {
  const healthy = [guarita(), cockatiel(), opossum()]
  const healthyTimes = await sideBySide(20_000, healthy, (caller) => caller.call(0, 0))
  const failing = [guarita(), cockatiel()]
  const cycleTimes = await sideBySide(500, failing, cycle)
  const retryTimes = await sideBySide(2_000, failing, (caller) => caller.call(0, 3))
  // New callers: opossum opens at a share of the calls of ten seconds, so it would never open after many successes.
  const open = [guarita(), cockatiel(), opossum()]
  for (const caller of open) for (let time = 0; time < 6; time++) await caller.callOnce(0, false)
  await expectRefusal(open)
  const refusedTimes = await sideBySide(10_000, open, (caller) => caller.callOnce(0, true))
  await expectRefusal(open)
  for (const caller of [...healthy, ...failing, ...open]) caller.close()
  return [
    ratio('healthy call, retry and breaker ÷ cockatiel', healthyTimes, 1, 0.75),
    ratio('healthy call, retry and breaker ÷ opossum', healthyTimes, 2),
    micros('healthy call, retry and breaker', healthyTimes),
    ratio('refused call ÷ cockatiel', refusedTimes, 1, 1),
    ratio('refused call ÷ opossum', refusedTimes, 2),
    micros('refused call', refusedTimes),
    ratio('five failures, open, trial, closed ÷ cockatiel', cycleTimes, 1, 7),
    micros('five failures, open, trial, closed', cycleTimes),
    ratio('three failures, then success ÷ cockatiel', retryTimes, 1, 7),
    micros('three failures, then success', retryTimes),
  ]
}

async function cycle(caller: Caller): Promise<void> {
  for (let failures = 0; failures < 5; failures++) await caller.callOnce(0, false)
  time.now += 120_000
  if (!(await caller.callOnce(0, true))) throw new Error('the trial was refused')
}

async function expectRefusal(callers: readonly Caller[]): Promise<void> {
  for (const caller of callers) if (await caller.callOnce(0, true)) throw new Error('a call passed an open breaker')
}

/** Rounds of ten thousand devices; the first round is a warm-up. */
async function measureMany(): Promise<Metric[]> {
  const ours: Awaited<ReturnType<typeof crowdOfOurs>>[] = []
  const theirs: Crowd[] = []
  const others: Crowd[] = []
  for (let round = 0; round <= crowdRounds; round++) {
    ours.push(await crowdOfOurs())
    theirs.push(await crowdOf(cockatiel))
    others.push(await crowdOf(opossum))
  }
  const own = ours.slice(1)
  const listsOf = (metric: keyof Crowd) =>
    [own, theirs.slice(1), others.slice(1)].map((crowds) => crowds.map((crowd) => crowd[metric]))
  const idle = own.map(({ idleBytes }) => idleBytes)
  const left = own.map(({ leftBytes }) => leftBytes)
  const [making, failing, bytes] = [listsOf('makingMs'), listsOf('failingMs'), listsOf('failingBytes')]
  return [
    { what: 'memory of a healthy device', measured: quantile(idle, 0.5), unit: 'bytes', goal: 60 },
    { what: 'memory of a failing device', measured: median(bytes, 0), unit: 'bytes', goal: 4_096 },
    { what: 'memory of a device, 5 min after its recovery', measured: quantile(left, 0.5), unit: 'bytes', goal: 60 },
    ratio('10,000 failing devices, time ÷ opossum', failing, 2, 2),
    ratio('10,000 failing devices, time ÷ cockatiel', failing, 1),
    ratio('10,000 failing devices, bytes ÷ opossum', bytes, 2, 0.6),
    ratio('10,000 failing devices, bytes ÷ cockatiel', bytes, 1),
    { what: '10,000 failing devices, total time', measured: median(failing, 0), unit: 'ms' },
    ratio('10,000 new breakers, time ÷ opossum', making, 2),
    ratio('10,000 new breakers, time ÷ cockatiel', making, 1),
    { what: '10,000 new breakers, total time', measured: median(making, 0), unit: 'ms' },
  ]
}

interface Crowd {
  makingMs: number
  failingMs: number
  failingBytes: number
}

/** Guarita makes a breaker only when a device fails or is watched. */
async function crowdOfOurs() {
  const watched = guarita()
  const makingStartedAt = cpuMs()
  watched.makeAll()
  const makingMs = cpuMs() - makingStartedAt
  if (watched.breakers() !== manyDevices) throw new Error('breakers are missing')
  watched.close()

  const ours = guarita()
  const empty = used()
  for (let device = 0; device < manyDevices; device++) await ours.call(device, 0)
  const before = used()
  const idleBytes = Math.max(before - empty, 0) / manyDevices
  const startedAt = cpuMs()
  for (let device = 0; device < manyDevices; device++) await ours.callOnce(device, false)
  const failingMs = cpuMs() - startedAt
  const failingBytes = (used() - before) / manyDevices
  for (let device = 0; device < manyDevices; device++) await ours.callOnce(device, true)
  if (ours.breakers() > 0) throw new Error('recovered devices still have breakers')
  time.now += 5 * 60_000 + 1
  for (const succeeds of [false, true]) await ours.callOnce(0, succeeds)
  const leftBytes = (used() - before) / manyDevices
  ours.close()
  return { makingMs, idleBytes, failingMs, failingBytes, leftBytes }
}

/** Both libraries make all breakers before the first call. */
async function crowdOf(make: (devices: number) => Caller): Promise<Crowd> {
  const before = used()
  const startedAt = cpuMs()
  const theirs = make(manyDevices)
  const makingMs = cpuMs() - startedAt
  for (let device = 0; device < manyDevices; device++) await theirs.callOnce(device, false)
  const failingMs = cpuMs() - startedAt
  const failingBytes = (used() - before) / manyDevices
  theirs.close()
  return { makingMs, failingMs, failingBytes }
}

function used(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

if (import.meta.main) printMetrics(await measureDeviceCalls())
