import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { type QaCall, qaCall, signIn } from '../../e2e/parts/panel-test.ts'
import type { Metric } from '../metric.ts'
import { heapMb, longestTask, watchLongTasks } from './frame-work.ts'
import { measureKeys } from './search-keystroke.ts'

const failing = 1_000
const words = ['leitor', 'portao 12', 'torre']
const pageSchema = v.object({
  result: v.array(v.object({ wordCode: v.string() })),
  nextCursor: v.nullable(v.string()),
})

const checkSchema = v.object({ status: v.string() })

/** Measures the list of 10,000 devices: first rows, search, heap, and 1,000 devices that fail and recover. */
export async function measureDeviceList(context: BrowserContext, url: string): Promise<Metric[]> {
  const page = await context.newPage()
  await signIn(page, url, 'operator')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const startedAt = performance.now()
  await page.goto(`${url}/devices`)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  const firstRowsMs = performance.now() - startedAt
  await expect(page.getByText(/^10\.000 dispositivos de/)).toBeVisible({ timeout: 60_000 })
  const metrics: Metric[] = [
    { what: '10,000 devices, from page load to first rows', measured: firstRowsMs, unit: 'ms' },
    ...(await measureKeys(page, page.getByRole('searchbox'), 'search in the list of 10,000 devices', words, 50)),
    { what: 'heap with 10,000 devices', measured: await heapMb(session), unit: 'MB', goal: 25 },
  ]
  metrics.push(...(await measureOutage(page, session, url)))
  return metrics
}

/** The server checks 1,000 failed devices and reports them over the socket; then they recover. */
async function measureOutage(page: Page, session: CDPSession, url: string): Promise<Metric[]> {
  const call = await qaCall(url)
  const { result } = v.parse(pageSchema, await call('GET', `/device-control/device?limit=${failing}`))
  const wordCodes = result.map(({ wordCode }) => wordCode)
  const offline = page.getByRole('link', { name: /Sem contato/ }).first()
  const before = await heapMb(session)
  await watchLongTasks(page)
  for (const fault of ['refuse', 'up'] as const) {
    await call('PUT', '/rest/simulator/devices', { wordCodes, fault })
    await askUntil(call, wordCodes, fault === 'refuse' ? 'offline' : 'online')
    await expect(offline).toHaveText(fault === 'refuse' ? /1\.000|1000/ : /\D0$|^Sem contato\s*0$/, { timeout: 60_000 })
  }
  const longest = await longestTask(page)
  return [
    { what: `${failing} of 10,000 devices fail and recover: longest task`, measured: longest, unit: 'ms', goal: 50 },
    { what: 'growth of the heap after that outage', measured: (await heapMb(session)) - before, unit: 'MB', goal: 2 },
  ]
}

const askedAtOnce = 250
const longestMs = 60_000

/** Has the server check each device until its status is as wanted: the server repeats results for 2 s. */
async function askUntil(call: QaCall, wordCodes: readonly string[], wanted: 'online' | 'offline'): Promise<void> {
  const until = performance.now() + longestMs
  const left = [...wordCodes]
  while (left.length > 0) {
    if (performance.now() > until) throw new Error(`${left.length} devices are not ${wanted}`)
    const asked = left.splice(0, askedAtOnce)
    const answers = await Promise.all(
      asked.map(async (wordCode) => {
        const { status } = v.parse(checkSchema, await call('GET', `/rest/api/health/device/${wordCode}`))
        return { wordCode, status }
      }),
    )
    left.push(...answers.flatMap(({ wordCode, status }) => (status === wanted ? [] : wordCode)))
  }
}
