import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'
import { InspectorPage, plantBreakers } from '../../e2e/inspector/inspector-page.ts'
import { startBackendProcess } from '../../e2e/parts/backend-process.ts'
import { qaCall, signIn } from '../../e2e/parts/panel-test.ts'
import { type Metric, quantile } from '../metric.ts'
import { heapMb, longestTask, scriptMs, watchLongTasks, workOf } from './frame-work.ts'

const rounds = 12
const eventsARound = 500
const bursts = 4
const burst = { count: 1_000, perSecond: 100, seconds: 4 }
const crowd = 2_000

/** Cost of the inspector (INS-1): for the panel, and for its page with 2,000 actors and 10,000 events. */
export async function measureInspector(browser: Browser): Promise<Metric[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guarita-bench-'))
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify({ inspector: true }))
  const large = ['--seed', 'large']
  const on = await startBackendProcess({ GUARITA_CONFIG: config }, large)
  const off = await startBackendProcess({}, large)
  try {
    const wide = { locale: 'pt-BR', viewport: { width: 1366, height: 768 } }
    const [context, other] = [await browser.newContext(wide), await browser.newContext(wide)]
    const panels = [
      { url: on.url, page: await openDashboard(context, on.url) },
      { url: off.url, page: await openDashboard(other, off.url) },
    ]
    const metrics = [...(await measureBursts(panels)), ...(await measureEvents(panels))]
    return [...metrics, ...(await measureViews(await context.newPage(), on.url))]
  } finally {
    await on.dispose()
    await off.dispose()
    await rm(folder, { recursive: true })
  }
}

async function openDashboard(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await signIn(page, url)
  await page.waitForLoadState('networkidle')
  return page
}

interface InspectedPanel {
  url: string
  page: Page
}

/** Script time of the main thread at 100 messages a second, with and without inspector by turns. */
async function measureBursts(panels: readonly InspectedPanel[]): Promise<Metric[]> {
  const works = panels.map((): number[] => [])
  for (let round = 0; round < bursts; round++)
    for (const [at, { url, page }] of panels.entries()) {
      await page.bringToFront()
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const call = await qaCall(url)
      const before = await scriptMs(session)
      await call('POST', '/rest/simulator/burst', burst)
      works[at]?.push((await scriptMs(session)) - before)
      await session.detach()
    }
  const [recorded = Number.NaN, free = Number.NaN] = works.map((each) => quantile(each, 0.5))
  return [
    {
      what: '100 messages/s of 1,000 ids, script, recorded ÷ inspector off',
      measured: recorded / free,
      unit: '×',
      goal: 1.05,
    },
    { what: '100 messages/s of 1,000 ids, script in 4 s, inspector off', measured: free, unit: 'ms' },
  ]
}

/** The same two panels with events that all charts ignore, which are the cheapest events. */
async function measureEvents(panels: readonly InspectedPanel[]): Promise<Metric[]> {
  const works = panels.map((): number[] => [])
  for (let round = -1; round < rounds; round++)
    for (const [at, { page }] of panels.entries()) {
      await page.bringToFront()
      const work = await fireEvents(page)
      if (round >= 0) works[at]?.push(work)
    }
  const [recorded = Number.NaN, free = Number.NaN] = works.map((each) => (quantile(each, 0.5) / eventsARound) * 1_000)
  return [
    { what: 'an event that all charts ignore, recorded', measured: recorded, unit: 'µs' },
    { what: 'an event that all charts ignore, inspector off', measured: free, unit: 'µs' },
  ]
}

/** Milliseconds of script for events that reach several flows each. */
function fireEvents(page: Page): Promise<number> {
  return page.evaluate((count) => {
    const startedAt = performance.now()
    for (let event = 0; event < count; event += 1) dispatchEvent(new Event('online'))
    return performance.now() - startedAt
  }, eventsARound)
}

async function measureViews(page: Page, url: string): Promise<Metric[]> {
  const inspector = new InspectorPage(page)
  await page.addInitScript(plantBreakers, crowd)
  await inspector.open(url)
  const drawing = await measureDrawing(inspector)
  await page.evaluate(() => {
    for (let event = 0; event < 12_000; event += 1) dispatchEvent(new Event('online'))
  })
  await expect(page.getByText(/10\.000 eventos gravados/)).toBeVisible()
  // Events with large payloads.
  await (await qaCall(url))('POST', '/rest/simulator/burst', burst)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await watchLongTasks(page)
  const acts = await measureActs(page, session, 1)
  return [
    drawing,
    ...acts,
    { what: 'inspector, full recording: longest task', measured: await longestTask(page), unit: 'ms', goal: 200 },
    { what: 'inspector, full recording: heap', measured: await heapMb(session), unit: 'MB', goal: 100 },
    ...(await measureActs(page, session, 4)),
  ]
}

/** From the click on an actor to the first drawing of its chart. */
async function measureDrawing(inspector: InspectorPage): Promise<Metric> {
  await inspector.filter('session')
  const drawnMs = await inspector.row('session').evaluate(
    (row) =>
      new Promise<number>((done) => {
        const startedAt = performance.now()
        const check = () => {
          if (document.querySelector('.chart-picture[aria-label^="Quadro de estados de session."]') === null)
            requestAnimationFrame(check)
          else requestAnimationFrame(() => setTimeout(() => done(performance.now() - startedAt)))
        }
        row.dispatchEvent(new MouseEvent('click', { bubbles: true }))
        check()
      }),
  )
  await inspector.filter('')
  return { what: 'inspector, first drawing of the chart of the session', measured: drawnMs, unit: 'ms', goal: 300 }
}

async function measureActs(page: Page, session: CDPSession, slowdown: number): Promise<Metric[]> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const suffix = slowdown === 1 ? '' : `, CPU ÷ ${slowdown}`
  const search = page.getByRole('searchbox', { name: 'Filtrar atores' })
  const events = page.getByRole('searchbox', { name: 'Filtrar eventos' })
  const keys: number[] = []
  const eventKeys: number[] = []
  const choices: number[] = []
  await search.focus()
  for (const letter of 'crowd-12') keys.push(await workOf(session, () => page.keyboard.type(letter)))
  await page.getByRole('tree').focus()
  for (let step = 0; step < 8; step++) choices.push(await workOf(session, () => page.keyboard.press('ArrowDown')))
  await search.fill('')
  await events.focus()
  for (const letter of 'online504') eventKeys.push(await workOf(session, () => page.keyboard.type(letter)))
  await events.fill('')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return [
    {
      what: `inspector, a key in the filter of 2,000 actors, median${suffix}`,
      measured: quantile(keys, 0.5),
      unit: 'ms',
    },
    {
      what: `inspector, a key in the filters of actors and of 10,000 events, longest${suffix}`,
      measured: Math.max(...keys, ...eventKeys),
      unit: 'ms',
      ...(slowdown === 1 && { goal: 100 }),
    },
    { what: `inspector, selecting the next actor, median${suffix}`, measured: quantile(choices, 0.5), unit: 'ms' },
    {
      what: `inspector, a key in the filter of 10,000 events, median${suffix}`,
      measured: quantile(eventKeys, 0.5),
      unit: 'ms',
    },
  ]
}
