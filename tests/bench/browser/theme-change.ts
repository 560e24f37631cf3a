import { type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test'
import { signIn } from '../../e2e/parts/panel-test.ts'
import { type Metric, quantile } from '../metric.ts'
import { twoFrames } from './frame-work.ts'

const changes = 12
/** The goal of any action; a change of variables on the root alone takes one frame. */
const goalMs = 60

/** A choice of the style switcher, and the choice that undoes it. */
const choices = [
  { legend: 'Tema', choice: 'Escuro', back: 'Claro' },
  { legend: 'Tema', choice: 'Fundo 1', back: 'Claro' },
  { legend: 'Estilo do menu', choice: 'Cor', back: 'Do tema' },
  { legend: 'Menu', choice: 'Horizontal, ao clicar', back: 'Vertical' },
] as const

/** Main-thread work of a change of theme on the device list, from the click to the next frame, at CPU ÷ 4. */
export async function measureThemeChange(context: BrowserContext, url: string): Promise<Metric[]> {
  const page = await context.newPage()
  await signIn(page, url)
  await page.goto(`${url}/devices`)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metrics: Metric[] = []
  const measure = async (what: string, click: Act, undo: Act) => {
    await click(page)
    await undo(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const works: number[] = []
    const empty: number[] = []
    for (let change = 0; change < changes; change++) {
      empty.push(await tasksOf(page, session, nothing))
      works.push(await tasksOf(page, session, click), await tasksOf(page, session, undo))
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const measuring = quantile(empty, 0.5)
    metrics.push(
      { what: `${what}, CPU ÷ 4, median`, measured: quantile(works, 0.5) - measuring, unit: 'ms', goal: goalMs },
      { what: `${what}, CPU ÷ 4, p95`, measured: quantile(works, 0.95) - measuring, unit: 'ms' },
    )
  }
  await measure('theme toggled', toggle, toggle)
  await page.getByRole('button', { name: 'Personalizar' }).click()
  await expect(page.getByRole('dialog', { name: 'Personalizar' })).toBeVisible()
  for (const { legend, choice, back } of choices)
    await measure(`${legend}: ${choice}, and back`, pick(legend, choice), pick(legend, back))
  await page.close()
  return metrics
}

type Act = (page: Page) => Promise<void>

const nothing: Act = (page) => page.evaluate(() => {})

const toggle: Act = (page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Alternar tema"]')?.click())

function pick(legend: string, choice: string): Act {
  return (page) =>
    page.evaluate(
      ({ legend, choice }) => {
        const groups = [...document.querySelectorAll('.style-choices')]
        const group = groups.find((each) => each.querySelector('legend')?.textContent === legend)
        const label = [...(group?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === choice)
        if (label === undefined) throw new Error(`no choice ${choice} of ${legend}`)
        label.click()
      },
      { legend, choice },
    )
}

/** CPU time of all main-thread tasks (script, style, layout, paint) in ms; waits until transitions have ended. */
async function tasksOf(page: Page, session: CDPSession, act: Act): Promise<number> {
  await transitionsEnded(page)
  await twoFrames(page)
  const before = await taskMs(session)
  await act(page)
  await twoFrames(page)
  const after = await taskMs(session)
  await transitionsEnded(page)
  return after - before
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

async function transitionsEnded(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
