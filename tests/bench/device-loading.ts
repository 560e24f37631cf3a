import type { Browser } from '@playwright/test'
import { signIn } from '../e2e/parts/panel-test.ts'
import { type Figure, quantile } from './figure.ts'
import { workOf } from './frame-work.ts'

declare global {
  interface Window {
    /** Of the loading of all devices, in ms since it was asked for: the first row, the whole list, and tasks over 50 ms. */
    loading?: { first: number; all: number; tasks: number[] }
  }
}

/** From a click on the menu until all 50,000 devices are there, and the keys in their search, at full speed and at a quarter of it. */
export async function measureDeviceLoading(browser: Browser, url: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const slowdown of [1, 4]) {
    const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } })
    const page = await context.newPage()
    await signIn(page, url)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.evaluate(() => {
      const loading = { first: 0, all: 0, tasks: [] as number[] }
      window.loading = loading
      new PerformanceObserver((list) =>
        loading.tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        type: 'longtask',
      })
      document.querySelector<HTMLAnchorElement>('a[href="/devices"]')?.click()
      const startedAt = performance.now()
      const look = () => {
        const text = document.querySelector('main')?.textContent ?? ''
        if (loading.first === 0 && document.querySelector('.device-list li'))
          loading.first = performance.now() - startedAt
        if (text.includes('50.000 dispositivos') && !text.includes('atualizando'))
          loading.all = performance.now() - startedAt
        else setTimeout(look, 20)
      }
      look()
    })
    await page.waitForFunction(() => (window.loading?.all ?? 0) > 0, null, { timeout: 120_000, polling: 200 })
    const { first, all, tasks } = (await page.evaluate(() => window.loading)) ?? {
      first: Number.NaN,
      all: Number.NaN,
      tasks: [],
    }
    const search = page.getByRole('main').getByRole('searchbox')
    // Nobody types in the moment in which the last of them comes.
    await page.waitForTimeout(1_000 * slowdown)
    const keys: number[] = []
    for (const word of ['leitor', 'portao 12', 'torre']) {
      await search.focus()
      for (const letter of word) keys.push(await workOf(page, session, () => page.keyboard.type(letter)))
      await search.fill('')
    }
    const suffix = slowdown === 1 ? '' : `, CPU ÷ ${slowdown}`
    figures.push(
      { what: `50,000 devices, first row${suffix}`, measured: first, unit: 'ms', ...(slowdown === 1 && { goal: 600 }) },
      { what: `50,000 devices, all rows${suffix}`, measured: all, unit: 'ms', ...(slowdown === 1 && { goal: 1_500 }) },
      { what: `longest task meanwhile${suffix}`, measured: Math.max(0, ...tasks), unit: 'ms', goal: 50 },
      { what: `key → paint over 50,000 devices, p95${suffix}`, measured: quantile(keys, 0.95), unit: 'ms', goal: 33 },
    )
    await context.close()
  }
  return figures
}
