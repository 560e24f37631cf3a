import type { CDPSession, Page } from '@playwright/test'

/** Main-thread work of an act, from its beginning to the painted result, in ms; needs `Performance.enable`. */
export async function workOf(page: Page, session: CDPSession, act: () => Promise<void>): Promise<number> {
  await twoFrames(page)
  const before = await taskMs(session)
  await act()
  await twoFrames(page)
  return (await taskMs(session)) - before
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return (seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration')) * 1_000
}

/** Script that the main thread has run since the page was opened, in ms; needs `Performance.enable`. */
export async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1_000
}

/** Resolves when what was done before is painted. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}
