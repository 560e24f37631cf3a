import type { Page } from '@playwright/test'
import { expect } from './panel-test.ts'

/** Stores files and dashboard for an offline start, as the panel does 15 s after its start. */
export async function keepShell(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/shell-worker.js', { updateViaCache: 'none' })
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect(page.getByRole('link', { name: /Dispositivos online/ })).toContainText('consultados às')
  await expect(page.getByRole('link', { name: /A rede responde/ })).toContainText('testes de rede')
  await expect.poll(() => keptAnswers(page)).toBeGreaterThan(5)
}

/** Counts the answers in IndexedDB. */
export function keptAnswers(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'guarita-last-known')) return 0
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('guarita-last-known')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    if (!database.objectStoreNames.contains('answers')) return database.close() ?? 0
    const count = await new Promise<number>((resolve) => {
      const counting = database.transaction('answers').objectStore('answers').count()
      counting.onsuccess = () => resolve(counting.result)
    })
    database.close()
    return count
  })
}
