import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../postgres-server.ts'
import { signIn } from '../browser/demo-sign-in.ts'
import { type Metric, printMetrics, quantile } from '../metric.ts'

/**
 * Measures SCA-3 and SCA-4: `node tests/bench/server/server-load.ts [lists|calls|checks|hanging] [calls a second]`;
 * `--postgres` starts a PostgreSQL instead of the embedded engine. On a busy machine only the ratios are meaningful.
 */
const [only, perSecondAsked = '200'] = process.argv.slice(2).filter((arg) => arg !== '--postgres')
const postgres = process.argv.includes('--postgres') ? await startPostgres() : undefined
const metrics: Metric[] = []

if (only === undefined || only === 'lists') await withServer(0, measureLists)
if (only === undefined || only === 'calls') await withServer(0, measureCalls)
if (only === undefined || only === 'checks') await withServer(60_000, (server) => measureChecks(server, 'all answer'))
if (only === undefined || only === 'hanging')
  await withServer(60_000, (server) => measureChecks(server, 'a fifth hang'), 5)
await postgres?.stop()
printMetrics(metrics)

/** @param hangingEvery every nth device hangs from the start; 0: none */
async function withServer(
  monitorEveryMs: number,
  measure: (server: ChildProcess, url: string) => Promise<void>,
  hangingEvery = 0,
) {
  await postgres?.administer('drop database if exists guarita with (force)')
  await postgres?.administer('create database guarita')
  const server = fork(
    join(import.meta.dirname, 'load-server.ts'),
    [String(monitorEveryMs), String(hangingEvery), postgres?.urlOf('guarita') ?? ''],
    { stdio: 'inherit' },
  )
  try {
    const [{ url }] = await once(server, 'message')
    await measure(server, url)
  } finally {
    server.kill('SIGKILL')
  }
}

async function request(server: ChildProcess, message: 'touch' | 'count'): Promise<{ checked: number; online: number }> {
  server.send(message)
  const [answer] = await once(server, 'message')
  return answer
}

async function timed(call: () => Promise<Response>): Promise<{ ms: number; status: number; tag: string | null }> {
  const startedAt = performance.now()
  try {
    const answer = await call()
    await answer.arrayBuffer()
    return { ms: performance.now() - startedAt, status: answer.status, tag: answer.headers.get('etag') }
  } catch {
    // Status 0: no connection.
    return { ms: performance.now() - startedAt, status: 0, tag: null }
  }
}

/** Eight people load 10,000 condominiums at the same time: without a cached list, and with one. */
async function measureLists(server: ChildProcess, url: string): Promise<void> {
  const { token } = await signIn(url)
  const load = (tag?: string | null) =>
    timed(() =>
      fetch(`${url}/rest/condominium/by-user`, {
        headers: { authorization: `Bearer ${token}`, ...(tag && { 'if-none-match': tag }) },
      }),
    )
  await load()
  await request(server, 'touch')
  const alone = await load()
  await request(server, 'touch')
  const together = await Promise.all(Array.from({ length: 8 }, () => load()))
  const again = await Promise.all(Array.from({ length: 8 }, () => load(alone.tag)))
  const known = await Promise.all(Array.from({ length: 8 }, () => load(again[0]?.tag)))
  const worst = Math.max(...together.map(({ ms }) => ms))
  metrics.push(
    { what: 'list of 10,000 condominiums built again, one alone', measured: alone.ms, unit: 'ms' },
    { what: 'list of 10,000 condominiums built again, slowest of eight at once', measured: worst, unit: 'ms' },
    { what: 'slowest of eight at once ÷ one alone', measured: worst / alone.ms, unit: '×', goal: 3 },
    { what: 'slowest of eight at once, list unchanged', measured: Math.max(...again.map(({ ms }) => ms)), unit: 'ms' },
    {
      what: `slowest of eight at once, answered with ${known[0]?.status}`,
      measured: Math.max(...known.map(({ ms }) => ms)),
      unit: 'ms',
    },
  )
}

/** Makes 200 device calls a second (or the given number): all devices healthy, then 20 % of them hanging. */
async function measureCalls(server: ChildProcess, url: string): Promise<void> {
  const { token, userId } = await signIn(url)
  const headers = { authorization: `Bearer ${token}` }
  const ask = (n: number) =>
    timed(() => fetch(`${url}/device-control/device/${userId}/C${String(n).padStart(5, '0')}-1`, { headers }))
  const seconds = 20
  const perSecond = Number(perSecondAsked)
  async function run() {
    const calls: Promise<{ n: number; ms: number; status: number }>[] = []
    const startedAt = performance.now()
    for (let n = 1; n <= seconds * perSecond; n += 1) {
      calls.push(ask(n).then((answer) => ({ n, ...answer })))
      const aheadMs = (n * 1_000) / perSecond - (performance.now() - startedAt)
      if (aheadMs > 1) await wait(aheadMs)
    }
    return Promise.all(calls)
  }
  const isHanging = (n: number) => n % 5 === 0
  const healthyOf = (answers: { n: number; ms: number; status: number }[]) =>
    answers.filter(({ n, status }) => !isHanging(n) && status === 200).map(({ ms }) => ms)
  const alone = await run()
  const hanging = Array.from({ length: seconds * perSecond }, (_, index) => index + 1).filter(isHanging)
  await fetch(`${url}/rest/simulator/devices`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ wordCodes: hanging.map((n) => `C${String(n).padStart(5, '0')}-1`), fault: 'hang' }),
  })
  const { online: before } = await request(server, 'count')
  const mixed = await run()
  const { online: after } = await request(server, 'count')
  const silent = mixed.filter(({ n, status }) => isHanging(n) && status === 504).length
  const statuses = (answers: { status: number }[]) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, all]) => [status, all?.length]),
      ),
    )
  console.log(
    'alone',
    statuses(alone),
    'mixed, healthy',
    statuses(mixed.filter(({ n }) => !isHanging(n))),
    'hanging',
    statuses(mixed.filter(({ n }) => isHanging(n))),
  )
  // If the machine is too slow for healthy calls alone, the ratio proves nothing.
  const isCarried = alone.every(({ status }) => status === 200)
  if (!isCarried) console.log(`This machine can't make ${perSecond} healthy calls per second: give a lower number.`)
  const [p99Alone, p99] = [quantile(healthyOf(alone), 0.99), quantile(healthyOf(mixed), 0.99)]
  metrics.push(
    {
      what: `${perSecond} calls to devices per second, all healthy, p50`,
      measured: quantile(healthyOf(alone), 0.5),
      unit: 'ms',
    },
    { what: `${perSecond} calls to devices per second, all healthy, p99`, measured: p99Alone, unit: 'ms' },
    { what: 'healthy devices while a fifth hangs, p50', measured: quantile(healthyOf(mixed), 0.5), unit: 'ms' },
    { what: 'healthy devices while a fifth hangs, p99', measured: p99, unit: 'ms' },
    { what: 'ratio of the p99', measured: p99 / p99Alone, unit: '×', ...(isCarried && { goal: 3 }) },
    { what: 'healthy devices marked offline', measured: before - after - silent, unit: 'devices', goal: 0 },
  )
}

/** Measures the time from a start with every check overdue until all 50,000 devices were checked. */
async function measureChecks(server: ChildProcess, how: string): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    await wait(5_000)
    const { checked, online } = await request(server, 'count')
    const seconds = (performance.now() - startedAt) / 1_000
    console.log(`${checked} checked, ${online} online, ${seconds.toFixed(0)} s`)
    if (checked < 50_000 && seconds < 900) continue
    metrics.push({ what: `${checked} devices checked, ${how}`, measured: seconds, unit: 's', goal: 300 })
    return
  }
}
