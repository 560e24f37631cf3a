import { axeViolations } from '../parts/axe.ts'
import { closeIncidents, expect, makeGateEvent, signIn, test } from '../parts/panel-test.ts'

test.afterEach(({ backend }) => closeIncidents(backend.url))

/** 360 px, and 1366×768 and 1280×720 at 200 % zoom. */
const windows = [
  [360, 640],
  [683, 384],
  [640, 360],
] as const

test('in a small window and at 200 % zoom the header is one line, and the first incident is visible (DESK-9)', async ({
  page,
  backend,
}) => {
  await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'door-forced' })
  await signIn(page, backend.url)
  const header = page.getByRole('banner')
  const first = page.getByRole('region', { name: 'Precisa de atenção' }).getByRole('listitem').first()
  await expect(first).toContainText('Porta forçada')
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })

  for (const [width, height] of windows)
    await test.step(`${width}×${height}`, async () => {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      expect((await header.boundingBox())?.height).toBeLessThan(64)
      await expect(first.getByRole('link').first()).toBeInViewport({ ratio: 1 })
      await search.click()
      await expect(page.getByRole('option').first()).toBeInViewport()
      expect((await search.boundingBox())?.width).toBeGreaterThan(width * 0.6)
      await page.keyboard.press('Escape')
    })

  await test.step('a selected condominium fits, too', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await search.fill('agua viva')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(header.getByRole('link', { name: 'Abrir Edifício Água Viva' })).toBeInViewport({ ratio: 1 })
    await expect(header.getByRole('button', { name: 'Desfazer a seleção' })).toBeInViewport({ ratio: 1 })
    expect((await header.boundingBox())?.height).toBeLessThan(64)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await axeViolations(page)).toEqual([])
  })

  await test.step('the user menu has the tools that have no room, and the focus never falls to the body', async () => {
    await expect(header.getByRole('button', { name: 'Alternar tema' })).toBeHidden()
    const menu = page.getByRole('button', { name: 'Menu do usuário' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Alternar tema' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-bs-theme', 'dark')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Personalizar' }).click()
    await expect(page.getByRole('dialog', { name: 'Personalizar' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Personalizar' })).toBeHidden()
    await expect(page.locator('body')).not.toBeFocused()
  })
})

test('a crisis is red with white text in the dark look, too (DESK-9)', async ({ page, backend }) => {
  await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'door-forced' })
  await signIn(page, backend.url)
  const band = page.locator('.situation')
  await expect(band).toContainText('Porta forçada')
  await page.getByRole('button', { name: 'Alternar tema' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-bs-theme', 'dark')
  await expect(band).toHaveCSS('background-color', 'rgb(189, 34, 51)')
  await expect(band.locator('.situation-text')).toHaveCSS('color', 'rgb(255, 255, 255)')
  expect(await axeViolations(band)).toEqual([])
})

test('the compact density applies to every list (DESK-9)', async ({ page, backend }) => {
  await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'door-forced' })
  await signIn(page, backend.url)
  const lists = {
    '/dashboard': ['.event', '.trouble'],
    '/events': ['.found-event'],
    '/devices': ['.device-row'],
    '/devices/AGUAVIVA-01': ['.device-history li'],
    '/condominiums': ['.condominium-row'],
    '/users': ['.people-list li'],
    '/notifications': ['.notification'],
    '/health': ['.port-tests tbody tr'],
  }
  for (const [path, rows] of Object.entries(lists))
    for (const row of rows)
      await test.step(`${path}: ${row}`, async () => {
        await page.evaluate((to) => history.pushState(null, '', to), path)
        const first = page.locator(row).first()
        await expect(first).toBeVisible()
        const wear = async (density: 'true' | 'false') => {
          await page.evaluate((stored) => {
            localStorage.setItem('compact', stored)
            if (stored === 'false') localStorage.removeItem('compact')
            dispatchEvent(new StorageEvent('storage', { key: 'lightTheme' }))
          }, density)
          await expect(page.locator('html')).toHaveClass(density === 'true' ? /\bcompact\b/ : /^(?!.*\bcompact\b)/)
          return (await first.boundingBox())?.height ?? 0
        }
        const comfortable = await wear('false')
        expect(await wear('true')).toBeLessThan(comfortable)
        await wear('false')
      })
})

test('a typeface that arrives late moves nothing (DESK-9)', async ({ page, backend }) => {
  await signIn(page, backend.url)
  await page.evaluate(() => localStorage.setItem('typeface', 'Inter'))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/*.woff2')
  await page.goto(`${backend.url}/devices`)
  await asked
  const rows = page.locator('.device-row')
  await expect(rows.first()).toBeVisible()
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *, header *')].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect()
        return [each.localName, x, y, width, height].join(' ')
      }),
    )
  await expect(page.getByText(/^\d+ dispositivos de todos/)).toBeVisible()
  const before = await places()
  const arrived = page.waitForResponse('**/*.woff2')
  release()
  await (await arrived).finished()
  await page.evaluate(() => document.fonts.ready)
  expect(await places()).toEqual(before)
})
