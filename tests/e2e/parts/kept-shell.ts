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
export async function keptAnswers(page: Page): Promise<number> {
  return Object.keys(await sealedAnswers(page)).length
}

/** Encrypted answers in IndexedDB by call: the text of a call changes whenever the call is stored again. */
export function sealedAnswers(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'guarita-last-known')) return {}
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('guarita-last-known')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    if (!database.objectStoreNames.contains('answers')) return database.close() ?? {}
    const store = database.transaction('answers').objectStore('answers')
    const all = <Value>(asking: IDBRequest<Value[]>) =>
      new Promise<Value[]>((resolve) => {
        asking.onsuccess = () => resolve(asking.result)
      })
    const [calls, answers] = await Promise.all([all(store.getAllKeys()), all<unknown>(store.getAll())])
    database.close()
    const textOf = (_: string, value: unknown) => (value instanceof Uint8Array ? value.join() : value)
    return Object.fromEntries(calls.map((call, at) => [String(call), JSON.stringify(answers[at], textOf)]))
  })
}
