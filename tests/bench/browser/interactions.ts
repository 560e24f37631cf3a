import { type BrowserContext, expect, type Page } from '@playwright/test'
import { signIn } from '../../e2e/parts/panel-test.ts'
import { type Metric, quantile } from '../metric.ts'
import { twoFrames } from './frame-work.ts'

const rounds = 5
/** Shortest event that browsers report. */
const shortestMs = 16

/** A frequent action of a person; each action starts from the page of the previous one. */
export interface Interaction {
  what: string
  act: (page: Page) => Promise<void>
  /** Waits for the result. */
  done: (page: Page) => Promise<void>
}

/** A realistic press: without a delay the browser adds the work of the release to the press. */
const press = { delay: 80 }

const key = (keys: string) => (page: Page) => page.keyboard.press(keys)
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click(press)
const menu = (name: string) => (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click(press)
const heading = (name: string) => (page: Page) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const device = heading('Leitor Social')
const search = (page: Page) => page.getByRole('combobox', { name: 'Buscar Condomínio' })

const interactions: readonly Interaction[] = [
  {
    what: 'open the search',
    act: key('Control+k'),
    done: (page) => expect(page.getByRole('option').first()).toBeVisible(),
  },
  { what: 'type a letter in the search', act: key('a'), done: (page) => expect(search(page)).toHaveValue('a') },
  {
    what: 'select the first result',
    act: key('Enter'),
    done: (page) => expect(page.getByRole('option')).toHaveCount(0),
  },
  { what: 'open the devices', act: menu('Dispositivos'), done: heading('Dispositivos') },
  {
    what: 'filter the devices',
    act: (page) => page.getByRole('link', { name: /^Online/ }).click(press),
    done: (page) => expect(page).toHaveURL(/estado=online/),
  },
  {
    what: 'open a device',
    act: (page) => page.getByRole('main').getByRole('link', { name: 'Leitor Social' }).first().click(press),
    done: device,
  },
  {
    what: 'show the technical details of a device',
    act: (page) => page.locator('summary').first().click(press),
    done: device,
  },
  {
    what: 'open the confirmation of a restart',
    act: button('Reiniciar'),
    done: (page) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  { what: 'close the confirmation', act: key('Escape'), done: (page) => expect(page.getByRole('dialog')).toBeHidden() },
  {
    what: 'test a device',
    act: button('Testar dispositivo'),
    done: (page) => expect(page.getByText('O dispositivo respondeu ao teste.')).toBeVisible(),
  },
  {
    what: 'open the notifications',
    act: button('Notificações'),
    done: (page) => expect(page.getByRole('dialog', { name: 'Notificações' })).toBeVisible(),
  },
  { what: 'close the notifications', act: key('Escape'), done: device },
  { what: 'open the events', act: menu('Eventos'), done: heading('Eventos') },
  { what: 'open the condominiums', act: menu('Condomínios'), done: heading('Condomínios') },
  { what: 'switch between light and dark', act: button('Alternar tema'), done: heading('Condomínios') },
  { what: 'open the dashboard', act: menu('Painel'), done: heading('Painel') },
]

declare global {
  interface Window {
    interactionMs?: number[]
  }
}

/** Interactions with the panel, each from the page of the previous one. */
export function measureInteractions(context: BrowserContext, url: string): Promise<Metric[]> {
  return measureEach(context, url, interactions)
}

/**
 * Time from a frequent action to the next paint at CPU ÷ 4, as the browser measures it; the first round is a warm-up.
 * @param path page of the first interaction
 */
export async function measureEach(
  context: BrowserContext,
  url: string,
  interactions: readonly Interaction[],
  path = '/dashboard',
): Promise<Metric[]> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.interactionMs = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId !== 0) window.interactionMs?.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await signIn(page, url, 'admin', path)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const measured = new Map<string, number[]>(interactions.map(({ what }) => [what, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const { what, act, done } of interactions) {
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => window.interactionMs?.splice(0))
      await act(page)
      await done(page)
      await twoFrames(page)
      const durations = await page.evaluate(() => window.interactionMs ?? [])
      if (round > 0) measured.get(what)?.push(Math.max(shortestMs, ...durations))
    }
  await page.close()
  return [...measured].map(([what, durations]) => ({
    what: `${what}, to the next paint, CPU ÷ 4, median`,
    measured: quantile(durations, 0.5),
    unit: 'ms',
    goal: 60,
  }))
}
