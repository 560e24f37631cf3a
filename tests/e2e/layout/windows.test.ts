import type { Locator } from '@playwright/test'
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
  await signIn(page, backend.url)
  // In three condominiums: two events of one gate are one incident.
  for (const [condominiumId, kind] of [
    ['condominio-01', 'gate-held-open'],
    ['condominio-02', 'door-forced'],
    ['condominio-03', 'gate-held-open'],
  ] as const)
    await makeGateEvent(backend.url, { condominiumId, kind })
  const header = page.getByRole('banner')
  const first = page.getByRole('region', { name: 'Precisa de atenção' }).getByRole('listitem').first()
  await expect(first).toContainText('Porta forçada')
  await expect(page.getByRole('alert'), 'unseen alerts are above the page').toContainText('mais 2 alertas')
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
      [...document.querySelectorAll('main *, header *')].flatMap((each) => {
        const { x, y, width, height } = each.getBoundingClientRect()
        // The empty strip of alerts may come later.
        return width * height === 0 ? [] : [[each.localName, x, y, width, height].join(' ')]
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

test('a wide window is used: two columns of rows, numbers below the troubles, events on one line', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await signIn(page, backend.url)
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (box === null) throw new Error('the element is not on the page')
    return box
  }
  const troubles = await boxOf(page.getByRole('region', { name: 'Precisa de atenção' }))
  const numbers = await boxOf(page.getByRole('region', { name: 'Números' }))
  expect(numbers).toMatchObject({ x: troubles.x, width: troubles.width })
  expect(numbers.y + numbers.height).toBeLessThan(1_080)

  await page.goto(`${backend.url}/devices`)
  const rows = page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')
  await expect(page.getByText(/^\d+ dispositivos de todos/)).toBeVisible()
  const [first, second, third] = [await boxOf(rows.nth(0)), await boxOf(rows.nth(1)), await boxOf(rows.nth(2))]
  expect(second).toMatchObject({ y: first.y, x: expect.closeTo(first.x + first.width, 0) })
  expect(third).toMatchObject({ x: first.x, y: expect.closeTo(first.y + first.height, 0) })
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1_366, height: 768 })
  await expect.poll(async () => (await boxOf(rows.nth(1))).x).toBe((await boxOf(rows.nth(0))).x)

  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`${backend.url}/events`)
  expect((await boxOf(page.locator('.found-event').first())).height).toBeLessThan(56)
  expect(await axeViolations(page)).toEqual([])
})

test('the choices of a list are in one row at 360 px, without those that nothing matches', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signIn(page, backend.url, 'admin', '/devices')
  const choices = page.getByRole('navigation', { name: 'Filtrar por estado' }).getByRole('link')
  await expect(choices.filter({ hasText: 'Online' })).toHaveText(/[1-9]/)
  await expect(choices.filter({ hasText: 'Em teste' })).toHaveCount(0)
  const tops = await choices.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  const first = page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem').first()
  await expect(first.getByText('Condomínio Jardim das Acácias')).toBeVisible()
  await page.goto(`${backend.url}/devices?estado=em-teste`)
  await expect(choices.filter({ hasText: 'Em teste' })).toHaveText(/0/)
})

test('from right to left the parts of an incident do not touch', async ({ page, backend }) => {
  await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'door-forced' })
  await signIn(page, backend.url)
  await page.evaluate(() => {
    localStorage.setItem('rtl', 'true')
    dispatchEvent(new StorageEvent('storage', { key: 'lightTheme' }))
  })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const rows = page.getByRole('region', { name: 'Precisa de atenção' }).getByRole('listitem')
  const row = rows.filter({ hasText: 'Porta forçada' }).first()
  await row.getByRole('button', { name: /^Estou cuidando/ }).click()
  const status = row.locator('.trouble-status')
  await expect(status.locator('span').last()).toBeVisible()
  const gap = await status.evaluate((line) => {
    const [age, owner] = line.childNodes
    if (age === undefined || owner === undefined) return 0
    const boxOf = (node: Node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getBoundingClientRect()
    }
    return boxOf(age).left - boxOf(owner).right
  })
  expect(gap).toBeGreaterThan(3)
})

test('in forced colours, filled marks stay filled: the connection and an active condominium (A11Y-2)', async ({
  page,
  backend,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setViewportSize({ width: 800, height: 640 })
  await signIn(page, backend.url)
  await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'access-denied' })
  await page.keyboard.press('Control+k')
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  for (const mark of ['.connection-dot', '.activity-dot.is-active'])
    await expect(page.locator(mark).first()).not.toHaveCSS('background-color', paper)
})
