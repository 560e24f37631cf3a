import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { inTurn } from '../parts/in-turn.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

/** Signs in with preferences of an earlier visit. */
async function signInWith(page: Page, url: string, stored: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((preferences) => {
    for (const [key, value] of Object.entries(preferences)) localStorage.setItem(key, value)
  }, stored)
  await signIn(page, url)
}

async function schemeOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset.bsTheme)
}

test.describe('the theme toggle', () => {
  test.use({ colorScheme: 'dark' })

  test('starts with the theme of the system and then keeps the chosen theme', { tag: '@all' }, async ({
    page,
    backend,
  }) => {
    await signIn(page, backend.url)
    expect(await schemeOf(page)).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => schemeOf(page)).toBe('light')
    const toggle = page.getByRole('button', { name: 'Alternar tema' })
    const offered = toggle.locator('svg').filter({ visible: true })
    await expect(offered, 'either moon or sun').toHaveCount(1)
    const moon = await offered.innerHTML()
    await toggle.click()
    expect(await schemeOf(page)).toBe('dark')
    await expect(offered).toHaveCount(1)
    expect(await offered.innerHTML()).not.toBe(moon)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.reload()
    expect(await schemeOf(page)).toBe('dark')
    await toggle.click()
    expect(await schemeOf(page)).toBe('light')
  })
})

test('the fullscreen button enters and leaves fullscreen and has the current state (SHELL-2, A11Y-2)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signIn(page, backend.url)
  const button = page.getByRole('button', { name: 'Tela cheia' })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('the button to the top appears after 100 px and scrolls to the top (SHELL-2)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, backend.url, 'admin', '/devices/AGUAVIVA-01')
  await page.setViewportSize({ width: 1366, height: 400 })
  await expect(page.getByRole('heading', { name: 'Dados' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Voltar ao topo' })
  await page.evaluate(() => scrollTo(0, 100))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(100)
  await expect(button).toBeHidden()
  await page.evaluate(() => scrollTo(0, 101))
  await button.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(button).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the menu respects reduced motion, and marks the current page in forced colours too (THM-6, SHELL-7)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await signIn(page, backend.url)
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  const lookOf = (name: string) =>
    menu.getByRole('link', { name, exact: true }).evaluate((link) => {
      const { borderInlineStartColor, outlineStyle } = getComputedStyle(link)
      return { borderInlineStartColor, outlineStyle }
    })
  const current = await lookOf('Painel')
  const other = await lookOf('Dispositivos')
  expect(current.outlineStyle).toBe('solid')
  expect(other.outlineStyle).toBe('none')
  expect(current.borderInlineStartColor).not.toBe(other.borderInlineStartColor)
  const durations = await page
    .locator('.side-menu, .side-menu *')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).transitionDuration))
  expect(new Set(durations)).toEqual(new Set(['0s']))
})

test('the loader is visible while a request runs', { tag: '@all' }, async ({ page, backend }) => {
  await signIn(page, backend.url)
  const loader = page.locator('.global-loader')
  const refresh = page.getByRole('button', { name: 'Atualizar' })
  await expect(refresh).toBeEnabled()
  await expect(page.getByText('aguardando o primeiro teste')).toBeHidden()
  await expect(loader).toHaveAttribute('data-shown', 'false')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/events/last-events', async (route) => {
    await held
    await route.continue()
  })
  await refresh.click()
  await expect(loader).toHaveAttribute('data-shown', 'true')
  answer()
  await expect(loader).toHaveAttribute('data-shown', 'false')
})

test('the collapsed vertical menu has icons with accessible names', { tag: '@all' }, async ({ page, backend }) => {
  await signIn(page, backend.url)
  const menu = page.getByRole('complementary')
  const wide = (await menu.boundingBox())?.width ?? 0
  const toggle = menu.getByRole('button', { name: 'Recolher menu' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(async () => (await menu.boundingBox())?.width).toBeLessThan(wide / 3)
  await menu.getByRole('link', { name: 'Dispositivos' }).click()
  await expect(page).toHaveURL(/\/devices$/)
})

test('below 992 px the menu is a drawer in both layouts', async ({ page, backend }) => {
  await page.setViewportSize({ width: 991, height: 800 })
  await signInWith(page, backend.url, { horizontalLayout: 'true' })
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeHidden()
  const open = page.getByRole('button', { name: 'Abrir menu' })
  await open.click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link', { name: 'Saúde' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await page.setViewportSize({ width: 1200, height: 800 })
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible()
})

test('the horizontal menu has a link to each daily page, without a submenu', async ({ page, backend }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signInWith(page, backend.url, { horizontalLayout: 'true' })
  const menu = page.getByRole('navigation', { name: 'Menu principal' })
  for (const name of ['Painel', 'Condomínios', 'Ocorrências', 'Passagem de turno', 'Dispositivos', 'Eventos'])
    await expect(menu.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
  await menu.getByRole('link', { name: 'Eventos' }).click()
  await expect(page).toHaveURL(/\/events$/)
  await expect(menu.getByRole('link', { name: 'Eventos' })).toHaveAttribute('aria-current', 'page')
})

test('the horizontal menu opens by click, not by hover', { tag: '@all' }, async ({ page, backend }) => {
  await signInWith(page, backend.url, { horizontalLayout: 'true' })
  const group = page.getByRole('menuitem', { name: 'Acompanhamento' })
  await group.hover()
  await page.getByRole('menuitem', { name: 'Conta' }).hover()
  await group.hover()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('heading', { level: 1 }).hover()
  await page.getByRole('menuitem', { name: 'Saúde' }).click()
  await expect(page).toHaveURL(/\/health$/)
  await expect(group).toHaveAttribute('aria-expanded', 'false')
})

test('the hover menu opens by hover and closes when the pointer leaves', { tag: '@all' }, async ({ page, backend }) => {
  await signInWith(page, backend.url, { horizontalHoverLayout: 'true' })
  const group = page.getByRole('menuitem', { name: 'Acompanhamento' })
  await group.hover()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('menuitem', { name: 'Auditoria' }).hover()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await page.mouse.move(600, 600)
  await expect(group).toHaveAttribute('aria-expanded', 'false')
})

for (const [layout, stored] of inTurn(
  [
    ['clicking', { horizontalLayout: 'true' }],
    ['hovering', { horizontalHoverLayout: 'true' }],
    ['clicking, right to left', { horizontalLayout: 'true', rtl: 'true' }],
  ] as const,
  0,
))
  test(`the ${layout} menu works by keyboard alone (SHELL-7)`, async ({ page, backend }) => {
    await signInWith(page, backend.url, stored)
    const first = page.getByRole('menuitem', { name: 'Conta' })
    const second = page.getByRole('menuitem', { name: 'Acompanhamento' })
    await first.focus()
    await page.keyboard.press('rtl' in stored ? 'ArrowLeft' : 'ArrowRight')
    await expect(second).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(second).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('menuitem', { name: 'Saúde' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Auditoria' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(second).toHaveAttribute('aria-expanded', 'false')
    await expect(second).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/health$/)
  })

test('hovering over the menu does not take the focus from a text field', { tag: '@all' }, async ({ page, backend }) => {
  await signInWith(page, backend.url, { horizontalHoverLayout: 'true' })
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  await search.focus()
  await page.getByRole('menuitem', { name: 'Acompanhamento' }).hover()
  await expect(page.getByRole('menuitem', { name: 'Saúde' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Auditoria' }).hover()
  await page.mouse.move(600, 600)
  await expect(page.getByRole('menuitem', { name: 'Saúde' })).toBeHidden()
  await page.keyboard.type('agua')
  await expect(search).toHaveValue('agua')
})

test('arrows scroll a menu that does not fit by 100 px, and are hidden if the menu fits (THM-6)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signInWith(page, backend.url, { horizontalLayout: 'true' })
  const forward = page.getByRole('button', { name: 'Rolar menu para frente' })
  const back = page.getByRole('button', { name: 'Rolar menu para trás' })
  await expect(page.getByRole('menuitem', { name: 'Acompanhamento' })).toBeVisible()
  await expect(forward).toBeHidden()
  await page.evaluate(() => {
    const track = document.querySelector<HTMLElement>('.horizontal-menu-track')
    if (track) track.style.maxInlineSize = '12rem'
  })
  const offset = () => page.evaluate(() => document.querySelector('.horizontal-menu-track')?.scrollLeft)
  await expect(back).toBeHidden()
  await forward.click()
  await expect.poll(offset).toBe(100)
  await expect(back).toBeVisible()
  await back.click()
  await expect.poll(offset).toBe(0)
  await expect(back).toBeHidden()
})

test('in the horizontal layout the header is pinned after 30 px, unless it scrolls with the page', {
  tag: '@all',
}, async ({ page, backend }) => {
  await page.setViewportSize({ width: 1366, height: 400 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInWith(page, backend.url, { horizontalLayout: 'true' })
  await page.goto(`${backend.url}/devices/AGUAVIVA-01`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const topOf = () => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top)
  await expect(page.getByRole('heading', { name: 'Dados' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 30))
  await expect.poll(topOf).toBe(-30)
  await page.evaluate(() => scrollTo(0, 31))
  await expect.poll(topOf).toBe(0)
  await page.getByRole('button', { name: 'Personalizar' }).click()
  await page.getByRole('radio', { name: 'Rolam com a página' }).check()
  await expect.poll(topOf).toBe(-31)
})

test('? shows the keys of the panel, except in a text field', async ({ page, backend }) => {
  await signIn(page, backend.url)
  const help = page.getByRole('dialog', { name: 'Teclas do painel' })
  await page.getByRole('combobox', { name: 'Buscar Condomínio' }).press('?')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await expect(help).toBeHidden()
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  expect(await axeViolations(help)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})
