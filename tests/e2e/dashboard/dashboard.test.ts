import type { Locator, Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { expect, qaCall, signIn, test, withoutIncidents } from '../parts/panel-test.ts'

const situation = (page: Page) => page.locator('.situation')
const colourOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).color)
const troubles = (page: Page) => page.getByRole('region', { name: 'Precisa de atenção' })

test('the first screen of the dashboard shows whether all is well and which devices are not, and three keys retry a device (PAGE-1)', async ({
  page,
  impatient: { url },
}) => {
  const codes = ['AGUAVIVA-02', 'AGUAVIVA-03', 'AGUAVIVA-04']
  const call = await qaCall(url)
  const fault = (wordCode: string, kind: 'up' | 'refuse') =>
    call('PUT', `/rest/simulator/device/${wordCode}`, { fault: kind })
  await page.setViewportSize({ width: 1366, height: 768 })
  // Incidents would merge three devices into one row: without incidents each device has its row.
  await withoutIncidents(page)
  await signIn(page, url)
  await expect(situation(page)).toHaveText(/^Tudo responde\.Última verificação há \d+ s\.$/)
  await expect(situation(page)).toHaveClass(/tone-ok/)
  await expect(troubles(page)).toContainText('Nada agora.')

  try {
    for (const code of codes) {
      await fault(code, 'refuse')
      await call('GET', `/rest/api/health/device/${code}`)
    }
    await expect(situation(page)).toHaveText(/^3 dispositivos parados em Edifício Água Viva\./)
    await expect(situation(page)).toHaveClass(/tone-bad/)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-bs-theme', colorScheme)
      expect(await axeViolations(situation(page)), `forced colours, ${colorScheme}`).toEqual([])
      const [sign, words] = [situation(page).locator('svg'), situation(page).locator('.situation-text')]
      expect(await colourOf(sign), `forced colours, ${colorScheme}`).toBe(await colourOf(words))
    }
    await page.emulateMedia({ forcedColors: null, colorScheme: null })
    const rows = troubles(page).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(2)).toBeInViewport({ ratio: 1 })
    const events = page.getByRole('region', { name: 'Eventos ao vivo' }).getByRole('listitem')
    await expect(events.nth(5)).toBeInViewport({ ratio: 1 })

    for (const code of codes) await fault(code, 'up')
    await page.getByRole('heading', { level: 1 }).focus()
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await expect(rows).toHaveCount(2)
    await expect(rows.first().getByRole('link').first(), 'the next row has the focus').toBeFocused()
    await expect(situation(page)).toHaveText(/^2 dispositivos parados/)

    await page.setViewportSize({ width: 360, height: 768 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(situation(page)).toBeInViewport({ ratio: 1 })
    await expect(rows.first()).toBeInViewport({ ratio: 1 })
  } finally {
    for (const code of codes) {
      await fault(code, 'up')
      await call('GET', `/rest/api/health/device/${code}`)
    }
  }
  await expect(situation(page)).toHaveText(/^Tudo responde\./)
})
