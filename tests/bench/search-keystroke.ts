import { expect, type Page } from '@playwright/test'
import { type Figure, quantile } from './figure.ts'
import { workOf } from './frame-work.ts'

const words = ['residencial sao', 'acucena 12', 'torre', 'edificio ipe', '999']
const wordsOfDevices = ['portao garagem', 'c04711-3', 'leitor', 'catraca torre b', '999']

/** A p95 of forty keys would be told by two of them. */
const rounds = 3

/**
 * Main-thread work of a keystroke in the search, from the key to the painted results: over 10,000 condominiums alone, and with
 * 50,000 devices beside them (PAGE-6).
 */
export async function measureSearch(page: Page): Promise<Figure[]> {
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  const devices = /\/device-control\/device(\?|$)/
  await page.route(devices, (route) => route.fulfill({ json: { result: [], nextCursor: null } }))
  await search.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const figures = await measureWords(page, 'search key, 10,000 condominiums', words, 16.7)
  await page.unroute(devices)
  await page.reload()
  await search.click()
  await search.fill('c04711-3')
  await expect(page.getByRole('group', { name: 'Dispositivos' }).getByRole('option')).toHaveCount(1, {
    timeout: 120_000,
  })
  await expect(page.getByText('Procurando também entre os dispositivos…')).toHaveCount(0, { timeout: 120_000 })
  await search.fill('')
  figures.push(...(await measureWords(page, 'search key, with 50,000 devices', wordsOfDevices, 50)))
  await page.keyboard.press('Escape')
  return figures
}

async function measureWords(page: Page, what: string, typed: readonly string[], goal: number): Promise<Figure[]> {
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const figures: Figure[] = []
  for (const slowdown of [1, 4]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const keys: number[] = []
    const clears: number[] = []
    for (const word of Array<readonly string[]>(rounds).fill(typed).flat()) {
      for (const letter of word) keys.push(await workOf(session, () => page.keyboard.type(letter)))
      clears.push(await workOf(session, () => search.fill('')))
    }
    const suffix = slowdown === 1 ? '' : `, CPU ÷ ${slowdown}`
    figures.push(
      { what: `${what}, median${suffix}`, measured: quantile(keys, 0.5), unit: 'ms', goal: Math.min(goal, 16) },
      { what: `${what}, p95${suffix}`, measured: quantile(keys, 0.95), unit: 'ms', goal },
      { what: `clearing it, median${suffix}`, measured: quantile(clears, 0.5), unit: 'ms', goal: 50 },
    )
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return figures
}
