import type { Page } from '@playwright/test'
import { qaCall } from '../../e2e/parts/panel-test.ts'
import { type Metric, quantile } from '../metric.ts'

interface Burst {
  name: string
  count: number
  perSecond: number
  slowdown: number
}

const seconds = 10

const bursts: Burst[] = [
  { name: '1,000 ids/s', count: 100, perSecond: 10, slowdown: 1 },
  { name: '1,000 ids/s, CPU ÷ 4', count: 100, perSecond: 10, slowdown: 4 },
  { name: '100 messages/s of 1,000 ids, CPU ÷ 4', count: 1_000, perSecond: 100, slowdown: 4 },
]

/** Frames and long tasks on the dashboard, with the open search list, while events arrive for 10 s. */
export async function measureBursts(page: Page, url: string): Promise<Metric[]> {
  const call = await qaCall(url)
  const session = await page.context().newCDPSession(page)
  await page.getByRole('combobox', { name: 'Buscar Condomínio' }).click()
  const metrics: Metric[] = []
  for (const { name, count, perSecond, slowdown } of bursts) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await startWatching(page)
    await call('POST', '/rest/simulator/burst', { count, perSecond, seconds })
    const { frames, longTasks, batches } = await stopWatching(page)
    if (batches < seconds) throw new Error(`only ${batches} batches of ${name} arrived`)
    metrics.push(
      { what: `longest task, ${name}`, measured: Math.max(0, ...longTasks), unit: 'ms', goal: 50 },
      { what: `frame, p95, ${name}`, measured: quantile(frames, 0.95), unit: 'ms', goal: 17 },
      {
        what: `frame, mean, ${name}`,
        measured: frames.reduce((sum, frame) => sum + frame, 0) / frames.length,
        unit: 'ms',
      },
    )
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return metrics
}

declare global {
  interface Window {
    watched?: {
      frames: number[]
      longTasks: number[]
      batches: number
      observer: PerformanceObserver
      watching: boolean
    }
  }
}

async function startWatching(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longTasks: number[] = []
    const observer = new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    )
    observer.observe({ type: 'longtask' })
    const watched = { frames: [] as number[], longTasks, batches: 0, observer, watching: true }
    addEventListener('condominiumEventsUpdate', () => {
      watched.batches += 1
    })
    window.watched = watched
    let last = performance.now()
    const frame = (now: number) => {
      watched.frames.push(now - last)
      last = now
      if (watched.watching) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

function stopWatching(page: Page): Promise<{ frames: number[]; longTasks: number[]; batches: number }> {
  return page.evaluate(() => {
    const { watched } = window
    if (watched === undefined) throw new Error('nothing was watched')
    watched.watching = false
    watched.observer.disconnect()
    return { frames: watched.frames, longTasks: watched.longTasks, batches: watched.batches }
  })
}
