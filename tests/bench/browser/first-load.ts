import type { BrowserContext } from '@playwright/test'
import { type Metric, quantile } from '../metric.ts'

const rounds = 5

interface Load {
  firstPaintMs: number
  /** When the e-mail field was visible and accepted typing. */
  typeableMs: number
  shift: number
}

/**
 * First paint, time until the form accepts typing, and layout shift of the sign-in page, with a cold cache, fast and
 * slow; medians. A splash screen does not accept typing.
 * @param peerUrl CoreUI's sign-in page, loaded by turns, or undefined if it could not be installed
 */
export async function measureFirstLoad(
  newContext: () => Promise<BrowserContext>,
  url: string,
  peerUrl: string | undefined,
): Promise<Metric[]> {
  const metrics: Metric[] = []
  for (const slow of [false, true]) {
    const loads: Load[] = []
    const peerLoads: Load[] = []
    for (let round = 0; round < rounds; round++) {
      loads.push(await loadOf(newContext, `${url}/login`, slow))
      if (peerUrl !== undefined) peerLoads.push(await loadOf(newContext, peerUrl, slow))
    }
    const how = slow ? 'CPU ÷ 4, 1.6 Mbit/s, 150 ms' : 'fast'
    const typeableMs = median(loads, 'typeableMs')
    metrics.push(
      { what: `sign-in page, first contentful paint, ${how}`, measured: median(loads, 'firstPaintMs'), unit: 'ms' },
      { what: `sign-in page, form accepts typing, ${how}`, measured: typeableMs, unit: 'ms' },
      {
        what: `sign-in page, layout shift × 1000, ${how}`,
        measured: median(loads, 'shift') * 1_000,
        unit: '',
        goal: 0,
      },
    )
    if (peerUrl === undefined) continue
    const peerMs = median(peerLoads, 'typeableMs')
    metrics.push({ what: `CoreUI's sign-in page, form accepts typing, ${how}`, measured: peerMs, unit: 'ms' })
    if (slow)
      metrics.push({
        what: 'sign-in page, form accepts typing, ÷ CoreUI',
        measured: typeableMs / peerMs,
        unit: '×',
        goal: 0.27,
      })
  }
  return metrics
}

function median(loads: readonly Load[], key: keyof Load): number {
  return quantile(
    loads.map((load) => load[key]),
    0.5,
  )
}

async function loadOf(newContext: () => Promise<BrowserContext>, url: string, slow: boolean): Promise<Load> {
  // A new context for each load, because pages of one context share a cache in memory.
  const context = await newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
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
    const check = () => {
      const field = document.querySelector('input')
      if (field === null || field.disabled || !field.checkVisibility()) return requestAnimationFrame(check)
      // The layout of this frame is painted by the next frame.
      return requestAnimationFrame(() => {
        document.documentElement.dataset.typeable = `${performance.now()}`
        console.debug('typeable')
      })
    }
    requestAnimationFrame(check)
  })
  // Reported by the console: polling the page would add a script during the load, a tenth of the measured time.
  const typeable = page.waitForEvent('console', (message) => message.text() === 'typeable')
  await page.goto(url, { waitUntil: 'commit' })
  await typeable
  await page.locator('input').first().pressSequentially('ana')
  await page.waitForLoadState('networkidle')
  const { value, ...load } = await page.evaluate(() => ({
    value: document.querySelector('input')?.value,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    typeableMs: Number(document.documentElement.dataset.typeable),
    shift: Number(document.documentElement.dataset.shift ?? 0),
  }))
  await context.close()
  if (value !== 'ana') throw new Error(`typed into the form: ana, left of it: ${value}`)
  return load
}
