import { axeViolations } from '../parts/axe.ts'
import { expect, signInByForm, test } from '../parts/panel-test.ts'

test.describe('the landing page', () => {
  test('leads from its headline to the sign-in page', { tag: '@all' }, async ({ page, backend }) => {
    await page.goto(`${backend.url}/landing`)
    await page.getByRole('main').getByRole('link', { name: 'Entrar' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('leads to the licences of the packages in the panel (OPS-3)', { tag: '@all' }, async ({ page, backend }) => {
    // A few items are enough for axe: hundreds have the same form.
    await page.route('**/licencas.json', async (route) => {
      const licences: { name: string }[] = await (await route.fetch()).json()
      await route.fulfill({ json: licences.filter(({ name }) => name.startsWith('react')) })
    })
    await page.goto(`${backend.url}/landing`)
    await page.getByRole('link', { name: 'Licenças' }).click()
    await expect(page.getByRole('heading', { name: 'Licenças' })).toBeFocused()
    const react = page.getByRole('group').filter({ hasText: /^react \d.* MIT/ })
    await react.locator('summary').click()
    await expect(react).toContainText('Permission is hereby granted')
    expect(await axeViolations(page)).toEqual([])
    await signInByForm(page, backend.url)
    await page.goto(`${backend.url}/licencas`)
    await page.getByRole('link', { name: 'Ir ao painel' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('explains what to do if the licences fail to load', { tag: '@all' }, async ({ page, backend }) => {
    await page.route('**/licencas.json', (route) => route.abort())
    await page.goto(`${backend.url}/licencas`)
    await expect(page.getByRole('alert')).toContainText('recarregue a página')
  })

  for (const direction of ['ltr', 'rtl'])
    test(`does not scroll horizontally with text at twice its size, ${direction}`, { tag: '@all' }, async ({
      page,
      backend,
    }) => {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(`${backend.url}/landing`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const horizontalScroll = await page.evaluate((dir) => {
        document.documentElement.dir = dir
        document.documentElement.style.fontSize = '200%'
        return document.documentElement.scrollWidth - document.documentElement.clientWidth
      }, direction)
      expect(horizontalScroll).toBe(0)
    })
})
