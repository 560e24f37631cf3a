import { inTurn } from '../parts/in-turn.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test('if a file of the first load stalls for 20 s, the page shows a message and a retry button (LIVE-9)', async ({
  page,
  backend,
}) => {
  await page.clock.install()
  const again = page.getByRole('button', { name: 'Tentar novamente' })
  // On the first visit the page contains the first two files.
  await page.goto(`${backend.url}/login`)
  for (const file of inTurn(
    ['page-boot-*.js', 'bootstrap-ltr-*.css', 'panel-*.css', 'panel-*.js', 'config.json'],
    0,
    3,
  )) {
    await test.step(file, async () => {
      let isHeld = true
      await page.route(`**/${file}`, (route) => (isHeld ? undefined : route.continue()))
      await page.goto(`${backend.url}/login`, { waitUntil: 'commit' })
      await expect
        .poll(async () => {
          await page.clock.runFor(5_000)
          return again.isVisible()
        })
        .toBe(true)
      // Removing the route would continue the held request, and the page might load before the click.
      isHeld = false
      await again.click()
      await expect(page.getByLabel('E-mail')).toBeVisible()
      await expect(again).toBeHidden()
      await page.unrouteAll()
    })
  }
})

test('the message of an expired session stays without a retry button, however long it is open (SES-6)', async ({
  page,
  backend,
}) => {
  await page.clock.install()
  await signIn(page, backend.url)
  await page.context().clearCookies({ name: 'session' })
  await page.reload()
  const dialog = page.getByRole('alertdialog', { name: 'Sessão expirada' })
  await expect(dialog).toBeVisible()
  await page.clock.runFor(25_000)
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeHidden()
})

test('a panel that loads after more than 20 s replaces the message about the delay', async ({ page, backend }) => {
  await page.clock.install()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/config.json', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${backend.url}/login`)
  await page.getByLabel('E-mail').fill('ana@exemplo.com')
  await page.clock.runFor(21_000)
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeHidden()
  answer()
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@exemplo.com')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeHidden()
})

test('a page that cannot load without a network shows a message in Portuguese, and loads when the network is restored (LIVE-8)', async ({
  page,
  context,
  backend,
}) => {
  let loads = 0
  // The panel prefetches pages after a while, on a busy machine before the test cuts the network.
  await page.route('**/assets/audit-page-*', (route) => route.abort())
  await signIn(page, backend.url)
  page.on('load', () => {
    loads += 1
  })
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Auditoria' }).click()
  await expect(page.getByText('Uma parte do painel não chegou.')).toBeVisible()
  await expect(page.getByText('O painel tenta de novo sozinho')).toBeVisible()
  await expect(page.locator('pre')).toBeHidden()
  await page.getByText('Detalhes técnicos').click()
  await expect(page.locator('pre')).toContainText('/assets/')
  await page.unrouteAll()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Auditoria' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Filtrar a auditoria' })).toHaveCSS('display', 'grid')
  expect(loads).toBe(0)
})

test('the panel prefetches the pages that the user may open, and no others (LIVE-8)', async ({
  page,
  context,
  backend,
}) => {
  await page.clock.install()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(/assets\/([a-z-]+-page)-/.exec(request.url())?.[1] ?? ''))
  await signIn(page, backend.url, 'operator')
  expect(fetched).not.toContain('devices-page')
  await page.clock.fastForward(10_000)
  await expect.poll(() => fetched).toContain('demo-products-page')
  expect(fetched).toContain('health-page')
  for (const forbidden of ['audit-page', 'import-page', 'inspector-page']) expect(fetched).not.toContain(forbidden)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Saúde' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saúde' })).toBeVisible()
})
