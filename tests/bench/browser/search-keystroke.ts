import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'
import { type Metric, quantile } from '../metric.ts'
import { workOf } from './frame-work.ts'

const words = ['residencial sao', 'acucena 12', 'torre', 'edificio ipe', '999']
const wordsOfDevices = ['portao garagem', 'c04711-3', 'leitor', 'catraca torre b', '999']

/** With one round of twenty keys, a single key would determine the p95. */
const rounds = 3

/** Goal until a typed letter is painted, in ms at CPU ÷ 4. */
const fieldGoalMs = 50

/** Shortest event that browsers report. */
const shortestMs = 16

declare global {
  interface Window {
    keyMs?: number[]
  }
}

/** Keys in the search of the header: over 10,000 condominiums only, and with 50,000 devices (PAGE-6). */
export async function measureSearch(page: Page): Promise<Metric[]> {
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  const devices = /\/device-control\/device(\?|$)/
  await page.route(devices, (route) => route.fulfill({ json: { result: [], nextCursor: null } }))
  await search.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const metrics = await measureKeys(page, search, 'search over 10,000 condominiums', words, 50)
  await page.unroute(devices)
  await page.reload()
  await search.click()
  await search.fill('c04711-3')
  await expect(page.getByRole('group', { name: 'Dispositivos' }).getByRole('option')).toHaveCount(1, {
    timeout: 120_000,
  })
  await expect(page.getByText('Procurando também entre os dispositivos…')).toHaveCount(0, { timeout: 120_000 })
  await search.fill('')
  metrics.push(...(await measureKeys(page, search, 'search with 50,000 devices', wordsOfDevices, 300)))
  await page.keyboard.press('Escape')
  return metrics
}

/**
 * Types words into a search, at full speed and at CPU ÷ 4. Times in ms; `field`: from the key to the paint of the
 * letter, measured by the browser;
 * `result`: main-thread work until the results are drawn, including the letter.
 */
export async function measureKeys(
  page: Page,
  search: Locator,
  what: string,
  typed: readonly string[],
  resultGoalMs: number,
): Promise<Metric[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(watchKeys)
  const metrics: Metric[] = []
  for (const slowdown of [1, 4]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const { field, result } = await typeWords(page, session, search, Array(rounds).fill(typed).flat())
    const suffix = slowdown === 1 ? '' : `, CPU ÷ ${slowdown}`
    metrics.push(
      { what: `${what}, letter painted, p95${suffix}`, measured: quantile(field, 0.95), unit: 'ms', goal: fieldGoalMs },
      {
        what: `${what}, work until the result, median${suffix}`,
        measured: quantile(result, 0.5),
        unit: 'ms',
        goal: resultGoalMs,
      },
      {
        what: `${what}, work until the result, p95${suffix}`,
        measured: quantile(result, 0.95),
        unit: 'ms',
        goal: resultGoalMs,
      },
    )
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return metrics
}

async function typeWords(page: Page, session: CDPSession, search: Locator, typed: readonly string[]) {
  const field: number[] = []
  const result: number[] = []
  for (const word of typed) {
    await search.focus()
    for (const letter of word) {
      await page.evaluate(() => window.keyMs?.splice(0))
      result.push(await workOf(session, () => page.keyboard.type(letter)))
      field.push(Math.max(shortestMs, ...(await page.evaluate(() => window.keyMs ?? []))))
    }
    await search.fill('')
  }
  return { field, result }
}

/** Runs in the page: records the time from each key to the next paint. */
function watchKeys(): void {
  window.keyMs = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name.startsWith('key')) window.keyMs?.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}
