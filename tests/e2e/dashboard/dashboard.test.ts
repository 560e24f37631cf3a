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
    // Three unseen alerts are above the page (DESK-4).
    await expect(page.getByRole('alert')).toContainText('mais 2 alertas')
    const rows = troubles(page).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(2)).toBeInViewport({ ratio: 1 })
    const events = page.getByRole('region', { name: 'Eventos ao vivo' }).getByRole('listitem')
    await expect(events.nth(5)).toBeInViewport({ ratio: 1, timeout: 2_000 })

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

test('after a reload, a device whose circuit is open is never shown by its code, but by its name (DESK-1, CB-9)', async ({
  page,
  impatient: { url },
}) => {
  const wordCode = 'AGUAVIVA-02'
  await signIn(page, url)
  await expect(situation(page)).toHaveText(/^Tudo responde\./)
  await page.evaluate((code) => {
    const open = { state: 'OPEN', failureCount: 5, lastFailureTime: Date.now(), lastError: 'status 504' }
    const circuit = { ...open, wordCode: code, condominiumId: 'condominio-01', trialStartedAt: null, refused: 0 }
    sessionStorage.setItem(`breaker:${code}`, JSON.stringify(circuit))
  }, wordCode)
  await page.addInitScript((code) => {
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('.situation, .troubles')].map(({ textContent }) => textContent)
      if (shown.some((text) => text.includes(code))) document.documentElement.dataset.flashed = code
    }).observe(document, { childList: true, characterData: true, subtree: true })
  }, wordCode)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/device-control/device?wordCode=${wordCode}*`, async (route) => {
    await isAnswered
    await route.continue()
  })
  const isAsked = page.waitForRequest((request) => request.url().includes(`wordCode=${wordCode}`))
  await page.reload()
  await isAsked
  await expect(page.getByRole('region', { name: 'Eventos ao vivo' }).getByRole('listitem').first()).toBeVisible()
  await expect(troubles(page).getByRole('listitem')).toHaveCount(0)
  answer()
  await expect(troubles(page).getByRole('listitem')).toContainText('Edifício Água Viva')
  await expect(page.locator('html')).not.toHaveAttribute('data-flashed')
  await page.evaluate((code) => sessionStorage.removeItem(`breaker:${code}`), wordCode)
})
