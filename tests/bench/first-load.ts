import type { BrowserContext } from '@playwright/test'
import type { Figure } from './figure.ts'

/** First paint of the sign-in page and its layout shift, with a cold cache, fast and on a slow line and computer. */
export async function measureFirstLoad(context: BrowserContext, url: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const slow of [false, true]) {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    if (slow) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: (1.6 * 1024 * 1024) / 8,
        uploadThroughput: (0.75 * 1024 * 1024) / 8,
      })
    }
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          document.documentElement.dataset.shift = `${Number(document.documentElement.dataset.shift ?? 0) + ('value' in entry ? Number(entry.value) : 0)}`
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const startedAt = Date.now()
    await page.goto(`${url}/login`)
    await page.getByLabel('E-mail').waitFor()
    const usableMs = Date.now() - startedAt
    const { firstPaintMs, shift } = await page.evaluate(() => ({
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      shift: Number(document.documentElement.dataset.shift ?? 0),
    }))
    const how = slow ? 'CPU ÷ 4, 1.6 Mbit/s, 150 ms' : 'fast'
    figures.push(
      { what: `sign-in, first contentful paint, ${how}`, measured: firstPaintMs, unit: 'ms' },
      { what: `sign-in, form usable, ${how}`, measured: usableMs, unit: 'ms' },
      { what: `sign-in, layout shift × 1000, ${how}`, measured: shift * 1_000, unit: '', goal: 0 },
    )
    await page.close()
  }
  return figures
}
