import type { BrowserContext } from '@playwright/test'
import { type Metric, quantile } from '../figure.ts'

const rounds = 5

interface Load {
  firstPaintMs: number
  /** When the field for the e-mail was seen, and took what was typed. */
  typeableMs: number
  shift: number
}

/**
 * First paint of the sign-in page, when its form can be typed into, and its layout shift, with a cold cache, fast and on a slow line and
 * computer; medians. `typeable` of the page counts, whether the panel is there already or not: a splash is nothing to type into.
 * @param peerUrl CoreUI's sign-in page, loaded in turns with ours, or undefined where it could not be installed
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
      { what: `sign-in, first contentful paint, ${how}`, measured: median(loads, 'firstPaintMs'), unit: 'ms' },
      { what: `sign-in, form typeable, ${how}`, measured: typeableMs, unit: 'ms' },
      { what: `sign-in, layout shift × 1000, ${how}`, measured: median(loads, 'shift') * 1_000, unit: '', goal: 0 },
    )
    if (peerUrl === undefined) continue
    const peerMs = median(peerLoads, 'typeableMs')
    metrics.push({ what: `CoreUI beside it, form typeable, ${how}`, measured: peerMs, unit: 'ms' })
    if (slow)
      metrics.push({ what: 'sign-in, form typeable, × CoreUI', measured: typeableMs / peerMs, unit: '×', goal: 0.27 })
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
  // What one renderer has, the next page of its context has without asking.
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
    const look = () => {
      const field = document.querySelector('input')
      if (field === null || field.disabled || !field.checkVisibility()) return requestAnimationFrame(look)
      // What is laid out in this frame has been painted by the next.
      return requestAnimationFrame(() => {
        document.documentElement.dataset.typeable = `${performance.now()}`
        console.debug('typeable')
      })
    }
    requestAnimationFrame(look)
  })
  // Looked for in the page, it would have a script put into it while it loads: a tenth of what is measured.
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
