import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Metric, printMetrics, quantile } from '../metric.ts'

/** Measures a page during 100 sign-ins from 10 addresses (OPS-4): `node tests/bench/hardening/sign-in-crowd.ts`. */
const crowd = 100
const server = fork(join(import.meta.dirname, 'small-server.ts'))
try {
  const [{ url }] = await once(server, 'message')
  for (let warm = 0; warm < 50; warm++) await pageMs(url)
  const alone: number[] = []
  for (let time = 0; time < 200; time++) alone.push(await pageMs(url))
  let isOver = false
  const statuses = new Map<number, number>()
  const signIns = Array.from({ length: crowd }, async (_, index) => {
    const status = await signIn(url, index)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  const beganAt = performance.now()
  const over = Promise.all(signIns).then(() => {
    isOver = true
  })
  const beside: number[] = []
  while (!isOver || beside.length < 5) {
    beside.push(await pageMs(url))
    await wait(5)
  }
  await over
  const crowdMs = performance.now() - beganAt
  const metrics: Metric[] = [
    { what: 'page alone, p50', measured: quantile(alone, 0.5), unit: 'ms' },
    { what: 'page alone, p99', measured: quantile(alone, 0.99), unit: 'ms' },
    { what: 'page during the sign-ins, p50', measured: quantile(beside, 0.5), unit: 'ms' },
    { what: 'page during the sign-ins, p99', measured: quantile(beside, 0.99), unit: 'ms' },
    {
      what: 'page during the sign-ins ÷ alone, p50',
      measured: quantile(beside, 0.5) / quantile(alone, 0.5),
      unit: '×',
    },
    { what: 'slowest page during the sign-ins', measured: Math.max(...beside), unit: 'ms' },
    { what: 'time until all sign-ins were answered', measured: crowdMs, unit: 'ms' },
  ]
  printMetrics(metrics)
  console.log('answers of the sign-ins, by status:', Object.fromEntries(statuses))
} finally {
  server.kill('SIGKILL')
}

async function pageMs(url: string): Promise<number> {
  const from = performance.now()
  const page = await fetch(`${url}/`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
  await page.arrayBuffer()
  return performance.now() - from
}

async function signIn(url: string, index: number): Promise<number> {
  const response = await fetch(`${url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${index % 10}` },
    body: JSON.stringify({ email: `pessoa${index}@guarita.demo`, password: 'guarita-demo' }),
  })
  await response.arrayBuffer()
  return response.status
}
