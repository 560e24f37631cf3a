import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, signIn, test } from './panel-test.ts'

test.describe.configure({ mode: 'parallel' })

const openPages = ['/login', '/landing', '/no-such-page']
const signedInPages = [
  '/dashboard',
  '/condominiums',
  '/condominiums/new',
  '/condominiums/condominio-01/edit',
  '/devices',
  '/devices/AGUAVIVA-01',
  '/devices/AGUAVIVA-01/edit',
  '/devices/new',
  '/import',
  '/health',
  '/audit',
  '/notifications',
  '/pages/profile',
  '/demo/products',
]

/** What was chosen at an earlier visit (THM-1). */
const looks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  light: { lightTheme: 'true' },
  dark: { darkMode: 'true' },
  'transparent over a picture': { transparentMode: 'true', backgroundImage: 'bg-img1', sidebarImage: 'menu-img2' },
  'transparent over a light colour': {
    transparentMode: 'true',
    transparentBackgroundColor: '#fef3c7',
    transparentPrimaryColor: '#16a34a',
  },
  'right to left, horizontal': { lightTheme: 'true', rtl: 'true', horizontalLayout: 'true' },
  'coloured menu and header, yellow': {
    lightTheme: 'true',
    primaryColor: '#ffd400',
    menuStyle: 'gradient',
    headerStyle: 'color',
  },
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

async function wear(page: Page, look: string): Promise<void> {
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, looks[look] ?? {})
}

const narrow = ['light', 'dark', 'transparent over a picture', 'right to left, horizontal']

for (const look of Object.keys(looks))
  for (const width of narrow.includes(look) ? [360, 1440] : [1440])
    test.describe(`${look}, ${width} px (SHELL-7)`, () => {
      test.use({ viewport: { width, height: 800 } })

      test('pages for everybody pass axe and do not scroll sideways', async ({ page, backend }) => {
        await wear(page, look)
        for (const path of openPages) {
          await page.goto(backend.url + path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          expect(await axeViolations(page), path).toEqual([])
          expect(await sidewaysScroll(page), path).toBe(0)
        }
      })

      test('signed-in pages pass axe and do not scroll sideways', async ({ page, backend }) => {
        test.slow()
        await wear(page, look)
        await signIn(page, backend.url)
        for (const path of signedInPages) {
          await page.goto(backend.url + path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await page.waitForLoadState('networkidle')
          expect(await axeViolations(page), path).toEqual([])
          expect(await sidewaysScroll(page), path).toBe(0)
        }
      })

      test('what opens over a page passes axe', async ({ page, backend }) => {
        test.slow()
        await wear(page, look)
        await signIn(page, backend.url)
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('option').first()).toBeVisible()
        expect(await axeViolations(page), 'search').toEqual([])
        await page.getByRole('combobox', { name: 'Buscar Condomínio' }).fill('nada disso')
        await expect(page.getByText('Nenhum condomínio encontrado')).toBeVisible()
        await expect(page.getByText('nada disso')).toBeVisible()
        expect(await axeViolations(page), 'search without a match').toEqual([])
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Notificações' }).click()
        await expect(page.getByRole('dialog', { name: 'Notificações' }).getByRole('listitem').first()).toBeVisible()
        expect(await axeViolations(page), 'bell').toEqual([])
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Menu do usuário' }).click()
        await expect(page.getByRole('menu')).toBeVisible()
        expect(await axeViolations(page), 'user menu').toEqual([])
        await page.keyboard.press('Escape')
        if (width < 992) {
          await page.getByRole('button', { name: 'Abrir menu' }).click()
          await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
          expect(await axeViolations(page), 'menu drawer').toEqual([])
          await page.keyboard.press('Escape')
        } else if (looks[look]?.horizontalLayout === 'true') {
          await page.getByRole('menuitem', { name: 'Portaria' }).click()
          await expect(page.getByRole('menuitem', { name: 'Dispositivos' })).toBeVisible()
          expect(await axeViolations(page), 'submenu').toEqual([])
          await page.keyboard.press('Escape')
        }
        await page.getByRole('button', { name: 'Personalizar' }).click()
        await expect(page.getByRole('dialog', { name: 'Personalizar' })).toBeVisible()
        expect(await axeViolations(page), 'style switcher').toEqual([])
        await page.getByRole('button', { name: 'Redefinir tudo' }).click()
        await expect(page.getByRole('dialog', { name: 'Redefinir a aparência?' })).toBeVisible()
        expect(await axeViolations(page), 'question before Reset All').toEqual([])
      })
    })

for (const look of ['light', 'right to left, horizontal'])
  test(`text at twice its size loses nothing on a small screen: ${look}`, async ({ page, backend }) => {
    await page.setViewportSize({ width: 720, height: 900 })
    await wear(page, look)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      })
    })
    await signIn(page, backend.url)
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('button', { name: 'Personalizar' }).click()
    await expect(page.getByRole('button', { name: 'Redefinir tudo' })).toBeInViewport()
    expect(await sidewaysScroll(page)).toBe(0)
  })
