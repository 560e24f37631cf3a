import type { Page, Route } from '@playwright/test'
import { DevicePage, simulatedDevices } from '../devices/device-page.ts'
import { startFront } from '../last-known/front.ts'
import { greens } from '../parts/greens.ts'
import { closeIncidents, expect, makeGateEvent, signIn, test } from '../parts/panel-test.ts'

const situation = (page: Page) => page.locator('.situation')
const notice = (page: Page) => page.locator('.contact-notice')
const unavailable = (route: Route) => route.fulfill({ status: 503, body: 'Service Unavailable' })
const deviceCalls = '**/device-control/**'
const healthFigures = /\/rest\/api\/health\/(detailed|stats)/

/** The code of the notice and of other pages is fetched ahead, 10 s after the page. */
async function areFetched(page: Page, ...names: string[]): Promise<void> {
  const fetched = () =>
    page.evaluate(
      (all) => all.every((each) => performance.getEntriesByType('resource').some(({ name }) => name.includes(each))),
      names,
    )
  await expect.poll(fetched).toBe(true)
}

test('a dashboard loaded while only the device service is dead names this service, and is not green (LIVE-1, STATE-8)', async ({
  page,
  backend,
}) => {
  await page.route(deviceCalls, unavailable)
  await signIn(page, backend.url)
  await expect(situation(page)).toHaveText(
    'Não sabemos como estão os dispositivos: o serviço de dispositivos não responde.',
  )
  await expect(notice(page)).toContainText('avise o suporte do sistema')
  await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
  await expect(page.getByText(/é desconhecido: o serviço de dispositivos não responde/)).toBeVisible()
  await expect(page.getByText('sem contato com o servidor')).toHaveCount(0)
  await page.getByRole('link', { name: 'Painel', exact: true }).click()
  await page.unroute(deviceCalls)
  // A device of an earlier test may oscillate: then the situation names this device.
  await expect(situation(page)).toContainText(/^(Tudo responde\.|.+ oscila: ).*Última verificação/)
  await expect(notice(page)).toHaveCount(0)
})

test('if only the counts of the health service fail, the panel names the health service (LIVE-1)', async ({
  page,
  backend,
}) => {
  await page.route(healthFigures, unavailable)
  await signIn(page, backend.url)
  await expect(situation(page)).toHaveText('Não sabemos como estão os dispositivos: o serviço de saúde não responde.')
  await expect(notice(page)).toContainText('O serviço de saúde não responde.')
  await expect(page.getByText(/sem contato com o servidor/i).locator('visible=true')).toHaveCount(0)
})

test('while HTTP hangs, the sentence and the numbers change within one and a half intervals (LIVE-1)', async ({
  page,
  backend,
}) => {
  await page.clock.install()
  await signIn(page, backend.url)
  const devices = page.getByRole('link', { name: /Dispositivos online/ })
  await expect(devices).toContainText('consultados às')
  const service = page.locator('.metric').filter({ hasText: 'Serviço' })
  await expect(service).toContainText('Normal')
  await page.route(/\/rest\/|\/device-control\//, () => {})
  await page.clock.runFor(2 * 60_000)
  await page.clock.runFor(50_000)
  await expect(devices).toContainText(/de \d\d:\d\d:\d\d, sem contato com o servidor/, { timeout: 20_000 })
  await expect(service).toContainText('sem contato com o servidor')
  await expect(situation(page)).toContainText('Não sabemos como estão os dispositivos: sem contato com o servidor.')
  expect(await greens(page)).not.toContain(expect.stringContaining('Serviço'))
})

test('without the server no page counts unknown devices, and each page shows the time of the last answer and the steps (LIVE-1)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', '/devices/AGUAVIVA-01')
  await expect(page.locator('.device-verdict').getByText('Online', { exact: true })).toBeVisible()
  // The whole list does not come: only the opened device is known.
  await page.route(/\/device-control\/device$/, () => {})
  const filters = page.getByRole('navigation', { name: 'Filtrar por estado' })
  const moving = page.getByRole('link', { name: /^Com movimento/ })
  await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem').first()).toBeVisible()
  await expect(filters.getByRole('link', { name: 'Todos' })).toHaveText('Todos')
  await page.getByRole('link', { name: 'Condomínios', exact: true }).click()
  await expect(moving).toHaveText(/^Com movimento\s*\d/)
  await areFetched(page, 'source-notices')
  await backend.stop('SIGKILL')
  try {
    await expect(notice(page)).toContainText(/Sem contato com o servidor desde \d\d:\d\d:\d\d\./)
    await expect(notice(page)).toContainText('avise o suporte do sistema')
    await expect(moving).toHaveText('Com movimento')
    await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
    await expect(filters.getByRole('link', { name: 'Todos' })).toHaveText('Todos')
    await expect(notice(page)).toBeVisible()
  } finally {
    await backend.start()
  }
  await expect(notice(page)).toHaveCount(0)
})

test('a computer without a network is named at once, and no unsent command may have arrived (STATE-8)', async ({
  page,
  context,
  backend,
}) => {
  await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
  await signIn(page, backend.url, 'admin', '/incidents')
  await page
    .getByRole('link', { name: /^Porta forçada/ })
    .first()
    .click()
  const claim = page.getByRole('button', { name: /^Estou cuidando/ }).first()
  await expect(claim).toBeVisible()
  await areFetched(page, 'source-notices')
  const unsent = 'Nada foi enviado: este computador estava sem rede.'

  await context.setOffline(true)
  await expect(page.locator('.connection-pill')).toHaveText('Sem rede')
  await expect(notice(page)).toContainText('Este computador está sem rede.')
  await claim.click()
  await expect(page.getByText(unsent).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('.connection-pill')).toHaveText('Conectado')

  await page.goto(`${backend.url}/devices/AGUAVIVA-01`)
  await expect(page.locator('.device-verdict').getByText('Online', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
  await expect(page.getByText(/\d+ dispositivos de todos/)).toBeVisible()
  await page.goBack()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Reiniciar', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reiniciar', exact: true }).click()
  await expect(page.locator('.device-outcome')).toHaveText(unsent)
  await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
  await page.getByRole('button', { name: 'Escolher vários' }).click()
  const chosen = page.getByRole('region', { name: 'Dispositivos escolhidos' })
  await page.getByRole('list', { name: 'Dispositivos' }).getByRole('checkbox').first().check()
  await chosen.getByRole('button', { name: 'Desativar' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Obra')
  await page.getByRole('dialog').getByRole('button', { name: 'Desativar' }).click()
  const end = page.getByRole('region', { name: 'Resultado em muitos dispositivos' })
  await expect(end.getByRole('status')).toHaveText('0 com sucesso, 1 não enviado')
  await expect(end).toContainText(unsent)

  await context.setOffline(false)
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByText(/pode ter chegado/)).toHaveCount(0)
  await closeIncidents(backend.url)
})

test('a check of a device in a second tab is sent while the check of the first tab hangs (LIVE-9)', async ({
  page,
  context,
  backend,
  registerDevice,
}) => {
  const wordCode = await registerDevice(backend.url)
  const front = await startFront(backend.url)
  try {
    await signIn(page, front.url, 'admin', `/devices/${wordCode}`)
    const other = await context.newPage()
    await other.goto(`${front.url}/devices/${wordCode}`)
    await simulatedDevices(backend.url).set(wordCode, 'slow', 60_000)
    const checks = () => front.asked(`/device-control/device/user-admin/${wordCode}`)
    await new DevicePage(page).button('Testar dispositivo').click()
    await expect.poll(checks).toBe(1)
    await new DevicePage(other).button('Testar dispositivo').click()
    await expect.poll(checks, { timeout: 10_000 }).toBe(2)
  } finally {
    await simulatedDevices(backend.url).set(wordCode, 'up')
    await front.close()
  }
})
