import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

const wordCode = 'AGUAVIVA-02'

test('a device that refuses connections has instructions and a text for the maintenance (PAGE-4, CFG-2)', async ({
  page,
  context,
  backend,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.clock.install()
  const devices = simulatedDevices(backend.url)
  await devices.set(wordCode, 'refuse')
  try {
    await signIn(page, backend.url, 'admin', `/devices/${wordCode}`)
    const device = new DevicePage(page)
    await device.test()
    const steps = page.getByRole('list', { name: 'O que fazer' }).getByRole('listitem')
    await expect(steps.nth(1)).toContainText('pode ter acabado de ligar')
    await expect(steps.last()).toContainText('Se continuar, ligue para a manutenção')
    await expectOnScreen(page, steps.last())
    for (const name of ['Copiar para a manutenção', 'Testar dispositivo', 'Excluir'])
      await expectOnScreen(page, device.button(name))

    await device.button('Copiar para a manutenção').click()
    await expect(page.getByText('Copiado: cole na mensagem')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`Código: ${wordCode}`)
    expect(copied).toContain('status 502 refused')

    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await device.button('Copiar para a manutenção').click()
    const byHand = page.getByRole('textbox', { name: 'Texto para a manutenção' })
    await expect(byHand).toBeFocused()
    expect(await byHand.evaluate((field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart)).toBe(
      (await byHand.inputValue()).length,
    )

    const timeline = page.getByRole('region', { name: 'Linha do tempo' })
    await expect(
      timeline.getByText(/^online em [\d,]+\s% do tempo que se conhece; [\d,]+\s% desconhecido$/).last(),
    ).toBeVisible()
    await expect(timeline.getByRole('listitem').filter({ hasText: 'Contato perdido' }).first()).toContainText(
      'Servidor',
    )
    const contacts = timeline.getByRole('listitem').filter({ hasText: 'Em contato' })
    const before = await contacts.count()
    await devices.set(wordCode, 'up')
    await device.test()
    await expect(contacts).toHaveCount(before + 1)

    await devices.set(wordCode, 'refuse')
    await device.test()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => scrollTo(0, 0))
    await expectOnScreen(page, steps.first())

    // Width of A4 without margins.
    await page.setViewportSize({ width: 703, height: 1_000 })
    await page.emulateMedia({ media: 'print' })
    await expect(device.button('Testar dispositivo')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeHidden()
    await expect(timeline.getByText('Contato perdido').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(703)
  } finally {
    await devices.mend(wordCode)
  }
})

/** Visible in full without scrolling. */
async function expectOnScreen(page: Page, element: Locator): Promise<void> {
  const height = page.viewportSize()?.height ?? 0
  // The step may be exchanged between two looks.
  await expect
    .poll(async () => {
      const box = await element.boundingBox()
      return box === null ? Number.POSITIVE_INFINITY : box.y + box.height
    })
    .toBeLessThanOrEqual(height)
}
