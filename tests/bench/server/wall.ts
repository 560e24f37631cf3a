import { chromium, type Page } from '@playwright/test'
import type { NewWallLink } from '../../../contract/wire/answers/wall.ts'
import { startBackendProcess } from '../../e2e/parts/backend-process.ts'
import { makeGateEvent, qaCall } from '../../e2e/parts/panel-test.ts'
import { type Metric, printMetrics } from '../metric.ts'

/**
 * Measures INC-8: a wall view for 72 hours of its simulated clock, with a real server and a forced door each hour.
 * Compares memory after the first hour with the end, after garbage collection.
 * `node tests/bench/server/wall.ts [hours]`
 */
const hours = Number(process.argv[2] ?? 72)
const askEveryMs = 5_000
const stepsAnHour = 3_600_000 / askEveryMs
const executablePath = process.env.CHROMIUM_PATH

const backend = await startBackendProcess()
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})
try {
  const call = await qaCall(backend.url)
  const { token } = (await call('POST', '/rest/wall-links', { name: 'Guarita norte' })) as NewWallLink
  const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 1920, height: 1080 } })
  await page.clock.install()
  await page.goto(`${backend.url}/plantao#${token}`)
  await page.locator('.wall-text').waitFor()
  let answers = 0
  let first: Held | undefined
  let last: Held | undefined
  const startedAt = performance.now()
  for (let hour = 1; hour <= hours; hour += 1) {
    await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
    for (let step = 0; step < stepsAnHour; step += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/rest/wall'))
      await page.clock.runFor(askEveryMs)
      await answered
      answers += 1
    }
    last = await held(page)
    first ??= last
    if (hour % 6 === 0 || hour === 1) console.log(`${hour} h`, JSON.stringify(last))
  }
  if (first === undefined || last === undefined) throw new Error('the number of hours must be at least 1')
  const seconds = (performance.now() - startedAt) / 1_000
  const metrics: Metric[] = [
    { what: `answers in ${hours} simulated hours (${seconds.toFixed(0)} s)`, measured: answers, unit: 'answers' },
    { what: 'heap after the first hour', measured: first.heapMB, unit: 'MB' },
    { what: `heap after ${hours} h`, measured: last.heapMB, unit: 'MB' },
    { what: 'heap at the end ÷ after the first hour', measured: last.heapMB / first.heapMB, unit: '×', goal: 1.1 },
    {
      what: 'nodes and listeners at the end ÷ after the first hour',
      measured: last.parts / first.parts,
      unit: '×',
      goal: 1.1,
    },
  ]
  printMetrics(metrics)
} finally {
  await browser.close()
  await backend.dispose()
}

interface Held {
  heapMB: number
  /** Number of document nodes and event listeners. */
  parts: number
}

async function held(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { heapMB: metric('JSHeapUsedSize') / 1e6, parts: metric('Nodes') + metric('JSEventListeners') }
}
