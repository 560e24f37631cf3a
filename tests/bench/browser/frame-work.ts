import type { CDPSession, Page } from '@playwright/test'

/** Main-thread work of an action in ms, until the page is idle and painted; needs `Performance.enable`. */
export async function workOf(session: CDPSession, act: () => Promise<void>): Promise<number> {
  await atRest(session)
  const before = await taskMs(session)
  await act()
  await atRest(session)
  return (await taskMs(session)) - before
}

// Uses the browser's own protocol: evaluation by Playwright runs scripts in the page, which take some ms at CPU ÷ 4.
async function atRest(session: CDPSession): Promise<void> {
  const frames = '(then) => requestAnimationFrame(() => requestAnimationFrame(then))'
  const expression = `new Promise((done) => (${frames})(() => requestIdleCallback(() => (${frames})(done))))`
  await session.send('Runtime.evaluate', { expression, awaitPromise: true })
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return (seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration')) * 1_000
}

/** Script time of the main thread since the page was opened, in ms; needs `Performance.enable`. */
export async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1_000
}

/** Resolves when all earlier changes are painted. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** Used heap after garbage collection. */
export async function heapMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 / 1024
}

declare global {
  interface Window {
    longTasks?: number[]
  }
}

/** From now on, `longestTask` returns the longest task over 50 ms, in ms; 0 without such a task. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longTasks: number[] = []
    window.longTasks = longTasks
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
}

export function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window.longTasks ?? [])))
}
