import type { BrowserContext, Page } from '@playwright/test'
import type { BackendProcess } from '../../e2e/parts/backend-process.ts'
import { keepShell } from '../../e2e/parts/kept-shell.ts'
import { signIn } from '../../e2e/parts/panel-test.ts'
import { type Metric, quantile } from '../metric.ts'

const rounds = 7

/**
 * Time from a load to the last known dashboard while the server is dead and while it hangs, and time until the
 * dashboard is current again after the server's return. Leaves the backend running.
 */
export async function measureWarmStart(context: BrowserContext, backend: BackendProcess): Promise<Metric[]> {
  const page = await context.newPage()
  await page.addInitScript(noteWhenShown)
  await signIn(page, backend.url)
  await keepShell(page)

  await backend.stop('SIGKILL')
  const dead = await shownAfter(page)
  const startedAt = Date.now()
  await backend.start()
  const startMs = Date.now() - startedAt
  await page.getByText('Isto é o que se sabia').waitFor({ state: 'detached', timeout: 60_000 })
  const trueAgainMs = Date.now() - startedAt - startMs
  backend.hang()
  const hanging = await shownAfter(page)
  backend.goOn()
  await page.close()
  return [
    {
      what: 'last known dashboard, server down, median',
      measured: quantile(dead, 0.5),
      unit: 'ms',
      goal: 1_000,
    },
    { what: 'last known dashboard, server hangs, median', measured: quantile(hanging, 0.5), unit: 'ms', goal: 1_000 },
    { what: 'from the start of the server to a current dashboard', measured: trueAgainMs, unit: 'ms', goal: 5_000 },
  ]
}

/** Times of several loads in ms. */
async function shownAfter(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.documentElement.dataset.shownAfter !== undefined)
    times.push(await page.evaluate(() => Number(document.documentElement.dataset.shownAfter)))
  }
  return times
}

/** Runs in the page: records when notice, an event and the numbers were painted, in ms since the load began. */
function noteWhenShown(): void {
  const check = () => {
    const isShown =
      document.querySelector('.contact-notice') !== null &&
      document.querySelector('.event-list li') !== null &&
      [...document.querySelectorAll('.metric-value')].some(({ textContent }) => /^\d/.test(textContent))
    if (!isShown) return requestAnimationFrame(check)
    return requestAnimationFrame(() => {
      document.documentElement.dataset.shownAfter ??= `${performance.now()}`
    })
  }
  requestAnimationFrame(check)
}
