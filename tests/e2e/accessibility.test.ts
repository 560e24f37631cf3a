import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, signIn, test } from './panel-test.ts'

const openPages = ['/login', '/landing', '/no-such-page']
const signedInPages = [
  '/dashboard',
  '/condominiums',
  '/devices',
  '/devices/AGUAVIVA-01',
  '/devices/AGUAVIVA-01/edit',
  '/devices/new',
  '/health',
  '/audit',
  '/pages/profile',
  '/demo/products',
]

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1440])
    test.describe(`${colorScheme}, ${width} px (SHELL-7)`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } })

      for (const path of openPages)
        test(`${path} passes axe and does not scroll sideways`, async ({ page, backend }) => {
          await page.goto(backend.url + path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          expect(await axeViolations(page)).toEqual([])
          expect(await sidewaysScroll(page)).toBe(0)
        })

      test('every signed-in page passes axe and does not scroll sideways', async ({ page, backend }) => {
        test.slow()
        await signIn(page, backend.url)
        for (const path of signedInPages) {
          await page.goto(backend.url + path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await page.waitForLoadState('networkidle')
          expect(await axeViolations(page), path).toEqual([])
          expect(await sidewaysScroll(page), path).toBe(0)
        }
      })

      test('the open condominium search passes axe', async ({ page, backend }) => {
        await signIn(page, backend.url)
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('option').first()).toBeVisible()
        expect(await axeViolations(page)).toEqual([])
        await page.getByRole('combobox', { name: 'Buscar Condomínio' }).fill('nada disso')
        await expect(page.getByText('Nenhum condomínio encontrado')).toBeVisible()
        await expect(page.getByText('nada disso')).toBeVisible()
        expect(await axeViolations(page)).toEqual([])
      })
    })

test('text at twice its size loses nothing on a small screen', async ({ page, backend }) => {
  await page.setViewportSize({ width: 720, height: 900 })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  await signIn(page, backend.url)
  expect(await sidewaysScroll(page)).toBe(0)
})
