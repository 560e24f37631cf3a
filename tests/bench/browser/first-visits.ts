import type { BrowserContext, Page } from '@playwright/test'
import { signIn } from '../../e2e/parts/panel-test.ts'
import { demoPassword } from '../../prepared-database.ts'
import { type Metric, quantile } from '../metric.ts'
import type { ReactAdmin } from '../peers/react-admin.ts'

const rounds = 5
const pages = ['Condomínios', 'Dispositivos', 'Eventos', 'Saúde', 'Auditoria', 'Notificações', 'Perfil'] as const

/** Recorded in one quiet run: CoreUI's dashboard showed its numbers after 0.82 of the time of react-admin's list. */
const coreUiShare = 0.82

/**
 * Time to the first numbers of the dashboard, slow: from the sign-in, and with a stored session and an empty cache; and
 * from a click in the menu to the heading of a page on its first visit, fast.
 * @param newContext opens a context with an empty cache
 * @param peer its list is opened by turns with Guarita's dashboard, if it could be installed
 */
export async function measureFirstVisits(
  newContext: () => Promise<BrowserContext>,
  url: string,
  peer: ReactAdmin | undefined,
): Promise<Metric[]> {
  const afterSignIn: number[] = []
  const restored: number[] = []
  const peerRestored: number[] = []
  const visits: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await newContext()
    const signedOut = await slowPage(context)
    await signedOut.goto(`${url}/login`)
    await signedOut.getByLabel('E-mail').pressSequentially('admin@guarita.demo')
    await signedOut.getByLabel('Senha', { exact: true }).pressSequentially(demoPassword)
    const from = await signedOut.evaluate(() => performance.now())
    await signedOut.keyboard.press('Enter')
    afterSignIn.push((await metricsThere(signedOut)) - from)
    await signedOut.close()
    const signedIn = await slowPage(context)
    const session = await context.newCDPSession(signedIn)
    await session.send('Network.clearBrowserCache')
    await signedIn.goto(`${url}/dashboard`)
    restored.push(await metricsThere(signedIn))
    await signedIn.close()
    const visiting = await context.newPage()
    await signIn(visiting, url)
    for (const name of pages) visits.push(await visit(visiting, name))
    await context.close()
    if (peer !== undefined) peerRestored.push(await peerRows(await newContext(), peer))
  }
  const slow = 'CPU ÷ 4, 1.6 Mbit/s, 150 ms'
  const peerMs = quantile(peerRestored, 0.5)
  const timesCoreUi = (ms: readonly number[]) => quantile(ms, 0.5) / (peerMs * coreUiShare)
  const besidePeer: Metric[] = [
    { what: `react-admin's list, stored session, empty cache, ${slow}, median`, measured: peerMs, unit: 'ms' },
    {
      what: 'numbers of the dashboard, from the sign-in, ÷ CoreUI (taken as 0.82 of react-admin)',
      measured: timesCoreUi(afterSignIn),
      unit: '×',
      goal: 0.5,
    },
    {
      what: 'numbers of the dashboard, stored session, empty cache, ÷ CoreUI',
      measured: timesCoreUi(restored),
      unit: '×',
    },
  ]
  return [
    ...(peer === undefined ? [] : besidePeer),
    {
      what: `numbers of the dashboard, from the sign-in, ${slow}, median`,
      measured: quantile(afterSignIn, 0.5),
      unit: 'ms',
    },
    {
      what: `numbers of the dashboard, stored session, empty cache, ${slow}, median`,
      measured: quantile(restored, 0.5),
      unit: 'ms',
    },
    { what: 'first visit of a page, click to heading, fast, median', measured: quantile(visits, 0.5), unit: 'ms' },
    { what: 'first visit of a page, click to heading, fast, longest', measured: quantile(visits, 1), unit: 'ms' },
  ]
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  })
  return page
}

/** When the peer's list had its rows, in ms since the page was requested. */
async function peerRows(context: BrowserContext, { listUrl, signedIn }: ReactAdmin): Promise<number> {
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [...signedIn] as const)
  const page = await slowPage(context)
  await page.goto(listUrl)
  const handle = await page.waitForFunction(
    () => document.querySelectorAll('tbody tr').length > 0 && performance.now(),
    null,
    { polling: 'raf', timeout: 60_000 },
  )
  const ms = Number(await handle.jsonValue())
  await context.close()
  return ms
}

/** When the dashboard showed the number of online devices, in ms since the page was requested. */
async function metricsThere(page: Page): Promise<number> {
  const handle = await page.waitForFunction(
    () => /de [\d.]+, consultados/.test(document.querySelector('#conteudo')?.textContent ?? '') && performance.now(),
    null,
    { polling: 'raf', timeout: 60_000 },
  )
  return Number(await handle.jsonValue())
}

/** Milliseconds from a click in the menu to the heading. */
function visit(page: Page, name: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Menu principal"] a')]
    const link = links.find(({ textContent }) => textContent === wanted)
    if (link === undefined) throw new Error(`no ${wanted} in the menu`)
    const from = performance.now()
    link.click()
    while (document.querySelector('h1')?.textContent !== wanted)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - from
  }, name)
}
