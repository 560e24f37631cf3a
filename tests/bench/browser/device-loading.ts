import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, expect } from '@playwright/test'
import * as v from 'valibot'
import { keepSession, newSession, signIn } from '../../e2e/parts/panel-test.ts'
import type { Metric } from '../metric.ts'
import { measureKeys } from './search-keystroke.ts'
import { openUnwatchedPage } from './unwatched-page.ts'

declare global {
  interface Window {
    /** Milliseconds from the request until the first row and until the whole list, and tasks over 50 ms. */
    loading?: { first: number; all: number; tasks: number[] }
  }
}

const words = ['leitor', 'portao 12', 'torre']

/** Time from a click in the menu until all 50,000 devices are listed, and keys in their search. */
export async function measureDeviceLoading(browser: Browser, url: string): Promise<Metric[]> {
  const metrics: Metric[] = []
  for (const slowdown of [1, 4]) {
    const { first, all, longest } = await loadDevices(browser, url, slowdown)
    const suffix = slowdown === 1 ? '' : `, CPU ÷ ${slowdown}`
    metrics.push(
      { what: `50,000 devices, first row${suffix}`, measured: first, unit: 'ms', ...(slowdown === 1 && { goal: 600 }) },
      { what: `50,000 devices, all rows${suffix}`, measured: all, unit: 'ms', ...(slowdown === 1 && { goal: 1_500 }) },
      { what: `50,000 devices, longest task${suffix}`, measured: longest, unit: 'ms', goal: 50 },
    )
  }
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await signIn(page, url, 'admin', '/devices')
  await expect(page.getByText(/^50\.000 dispositivos de/)).toBeVisible({ timeout: 120_000 })
  const search = page.getByRole('main').getByRole('searchbox')
  metrics.push(...(await measureKeys(page, search, 'search in the list of 50,000 devices', words, 300)))
  await context.close()
  return metrics
}

const loadingSchema = v.object({ first: v.number(), all: v.number(), tasks: v.array(v.number()) })

/** From an idle dashboard, in ms: the first row, the whole list, and the longest task over 50 ms, or 0. */
async function loadDevices(browser: Browser, url: string, slowdown: number) {
  const page = await openUnwatchedPage(browser, `${url}/icon.svg`)
  const until = (condition: string) =>
    expect.poll(() => page.evaluate(condition).catch(() => false), { timeout: 120_000, intervals: [200] }).toBe(true)
  await until(`document.contentType === 'image/svg+xml'`)
  const session = await newSession(url, 'admin', 'Bench')
  await page.evaluate(`(${keepSession})(${JSON.stringify(session)})`)
  await page.evaluate(`location.assign('/dashboard')`)
  await until(`document.body?.textContent.includes('Conectado') ?? false`)
  await wait(5_000)
  await page.slowDown(slowdown)
  await page.evaluate(`(${watchLoading})()`)
  await until('window.loading.all > 0')
  await wait(500 * slowdown)
  const { first, all, tasks } = v.parse(loadingSchema, await page.evaluate('window.loading'))
  await page.close()
  return { first, all, longest: Math.max(0, ...tasks) }
}

/** Runs in the page: opens the devices and records the times. */
function watchLoading(): void {
  const loading = { first: 0, all: 0, tasks: [] as number[] }
  window.loading = loading
  new PerformanceObserver((list) => loading.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  })
  document.querySelector<HTMLAnchorElement>('a[href="/devices"]')?.click()
  const startedAt = performance.now()
  const check = () => {
    const text = document.querySelector('main')?.textContent ?? ''
    if (loading.first === 0 && document.querySelector('.virtual-list li')) loading.first = performance.now() - startedAt
    if (text.includes('50.000 dispositivos') && !text.includes('atualizando'))
      loading.all = performance.now() - startedAt
    else setTimeout(check, 20)
  }
  check()
}
