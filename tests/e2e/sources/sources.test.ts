import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startBackendProcess } from '../parts/backend-process.ts'
import { greens } from '../parts/greens.ts'
import { inTurn } from '../parts/in-turn.ts'
import { secondsPassUntil, stopTime } from '../parts/page-time.ts'
import { closeIncidents, expect, makeGateEvent, signIn, test } from '../parts/panel-test.ts'
import { startRelay } from '../parts/relay.ts'

/**
 * With `--all`: every page that shows a status. tests/shift compares the statuses of devices with a shift of outages.
 */
const pages = [
  '/dashboard',
  ...inTurn(['/devices', '/devices/AGUAVIVA-01', '/condominiums', '/health'], 3),
  '/condominiums/condominio-01',
] as const

async function expectNoGreen(page: Page, timeout: number): Promise<void> {
  await expect.poll(() => greens(page), { timeout }).toEqual([])
}

for (const fault of inTurn(['killed', 'hung'] as const, 0))
  test(`if the server is ${fault}, no status is green and every value has its time; every value recovers by itself (LIVE-1, LIVE-5)`, async ({
    page,
    context,
    backend,
  }) => {
    test.slow()
    await signIn(page, backend.url)
    const views = [page]
    for (const path of pages.slice(1)) {
      const view = await context.newPage()
      await view.goto(backend.url + path)
      views.push(view)
    }
    await expect(page.getByRole('link', { name: /Dispositivos online/ })).toContainText('consultados às')
    // Every view has a green status before the outage.
    const claims = async (view: Page) => (await greens(view)).length
    for (const view of views) await expect.poll(() => claims(view), { message: view.url() }).toBeGreaterThan(0)
    await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
    const incidents = (views.at(-1) ?? page).getByRole('region', { name: 'Ocorrências' })
    await expect(incidents).toContainText('Porta forçada')

    await (fault === 'killed' ? backend.stop('SIGKILL') : backend.hang())
    for (const view of views) await expectNoGreen(view, 20_000)
    const figures = page.locator('.metric').filter({ hasText: /de \d\d:\d\d:\d\d, sem contato com o servidor/ })
    await expect(figures).toHaveCount(6)
    await expect(page.getByRole('region', { name: 'Eventos ao vivo' })).toContainText('sem contato com o servidor')
    await expect(page.locator('.situation')).toHaveText(
      'Não sabemos como estão os dispositivos: sem contato com o servidor.',
    )
    await expect(incidents).toContainText(/de \d\d:\d\d:\d\d, sem contato com o servidor/)

    await (fault === 'killed' ? backend.start() : backend.goOn())
    for (const view of views) {
      await expect.poll(() => claims(view), { message: view.url() }).toBeGreaterThan(0)
      await expect(view.getByText('sem contato com o servidor').locator('visible=true')).toHaveCount(0)
    }
    await closeIncidents(backend.url)
  })

test('a panel without a network names the cause, does not blame the server, and retries by itself (LIVE-5)', async ({
  page,
  backend,
  context,
}) => {
  await page.clock.install()
  await signIn(page, backend.url)
  const devices = page.getByRole('link', { name: /Dispositivos online/ })
  await expect(devices).toContainText('consultados às')
  await context.setOffline(true)
  await expect(devices).toContainText(/de \d\d:\d\d:\d\d, este computador está sem rede/)
  await expect(page.locator('.situation')).toHaveText(
    'Não sabemos como estão os dispositivos: este computador está sem rede.',
  )
  await expect(page.locator('main').getByText('servidor').locator('visible=true')).toHaveCount(0)
  await stopTime(page)
  await context.setOffline(false)
  // Three seconds are too short for the polls, which run every 15 s: the panel retries when the network is restored.
  await page.clock.runFor(3_000)
  await expect(devices).toContainText('consultados às')
})

test('a failure of HTTP is shown while the live connection works, and recovers (LIVE-1)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await page.clock.install()
  await signIn(page, backend.url)
  const devices = page.getByRole('link', { name: /Dispositivos online/ })
  await expect(devices).toContainText('consultados às')
  await page.route(/\/rest\/|\/device-control\//, (route) => route.abort())
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await expect(page.getByRole('link', { name: /A rede responde/ })).toContainText('sem contato com o servidor')
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
  await page.unroute(/\/rest\/|\/device-control\//)
  await secondsPassUntil(page, () =>
    expect(page.getByRole('link', { name: /A rede responde/ })).toContainText('testes de rede', { timeout: 250 }),
  )
})

test('if one of two services is unreachable, its data is no longer shown as current, and recovers by itself (LIVE-1)', {
  tag: '@all',
}, async ({ page }) => {
  test.slow()
  const [panelHost, deviceService] = await Promise.all([startRelay(), startRelay()])
  const folder = await mkdtemp(join(tmpdir(), 'guarita-config-'))
  const file = join(folder, 'config.json')
  await writeFile(file, JSON.stringify({ deviceUrl: `${deviceService.url}/device-control` }))
  const backend = await startBackendProcess({ GUARITA_CONFIG: file, GUARITA_CORS_ORIGINS: panelHost.url })
  try {
    panelHost.leadTo(backend.url)
    deviceService.leadTo(backend.url)
    await signIn(page, panelHost.url, 'admin', '/devices/AGUAVIVA-01')
    const verdict = page.locator('.device-verdict')
    await expect(verdict.getByText('Online', { exact: true })).toBeVisible()

    await deviceService.cut()
    await page.getByRole('button', { name: 'Testar dispositivo' }).click()
    await expect(verdict.getByText('Desconhecido', { exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
    await deviceService.mend()
    await expect(verdict.getByText('Online', { exact: true })).toBeVisible()

    await panelHost.cut()
    await expect(verdict.getByText('Desconhecido', { exact: true })).toBeVisible()
    await panelHost.mend()
    await expect(verdict.getByText('Online', { exact: true })).toBeVisible()
  } finally {
    await Promise.all([panelHost.cut(), deviceService.cut()])
    await backend.dispose()
    await rm(folder, { recursive: true })
  }
})
