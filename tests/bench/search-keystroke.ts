import { expect, type Page } from '@playwright/test'
import { type Figure, quantile } from './figure.ts'
import { workOf } from './frame-work.ts'

const words = ['residencial sao', 'acucena 12', 'torre', 'edificio ipe', '999']

/** Main-thread work of a keystroke in the search over 10,000 condominiums, from the key to the painted results. */
export async function measureSearch(page: Page): Promise<Figure[]> {
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await search.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const figures: Figure[] = []
  for (const slowdown of [1, 4]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const keys: number[] = []
    const clears: number[] = []
    for (const word of words) {
      for (const letter of word) keys.push(await workOf(page, session, () => page.keyboard.type(letter)))
      clears.push(await workOf(page, session, () => search.fill('')))
    }
    const suffix = slowdown === 1 ? '' : `, CPU ÷ ${slowdown}`
    figures.push(
      { what: `search key, 10,000 condominiums, median${suffix}`, measured: quantile(keys, 0.5), unit: 'ms', goal: 16 },
      { what: `search key, 10,000 condominiums, p95${suffix}`, measured: quantile(keys, 0.95), unit: 'ms' },
      { what: `clearing the search, median${suffix}`, measured: quantile(clears, 0.5), unit: 'ms', goal: 50 },
    )
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.keyboard.press('Escape')
  return figures
}
