import type { Page } from '@playwright/test'
import { show } from '../parts/page-sight.ts'
import { secondsPassUntil, stopTime } from '../parts/page-time.ts'
import { test as base, expect, signIn } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

/** Page of a device whose calls time out after 300 ms; the device is repaired after the test. */
const test = base.extend<{ faulty: DevicePage }>({
  faulty: async ({ page, impatient }, use) => {
    await use(await openDevice(page, impatient.url))
    await simulatedDevices(impatient.url).mend(wordCode)
  },
})

const wordCode = 'AGUAVIVA-01'
const minuteMs = 60_000

/** Opens a device page with an installed clock, so that the test can skip waits. */
async function openDevice(page: Page, url: string, code = wordCode): Promise<DevicePage> {
  await page.clock.install()
  await signIn(page, url, 'admin', `/devices/${code}`)
  const device = new DevicePage(page)
  await expect(device.circuit).toBeVisible()
  return device
}

test('a device that refuses connections fails four attempts, and page and dashboard show it', { tag: '@all' }, async ({
  page,
  impatient,
  faulty,
}) => {
  await simulatedDevices(impatient.url).set(wordCode, 'refuse')
  await faulty.test()
  await faulty.hasCircuit('CLOSED', 4)
  await expect(faulty.outcome).toContainText(/4 tentativas/)
  await page.getByRole('link', { name: 'Painel', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Dispositivos sem contato 1/ })).toBeVisible()
})

test('the server gives up a device that hangs, and the failures count', { tag: '@all' }, async ({
  impatient,
  faulty,
}) => {
  await simulatedDevices(impatient.url).set(wordCode, 'hang')
  await faulty.test()
  await faulty.hasCircuit('CLOSED', 4)
})

test('failures count for a device that answers garbage', { tag: '@all' }, async ({ impatient, faulty }) => {
  await simulatedDevices(impatient.url).set(wordCode, 'garbage')
  await faulty.test()
  await faulty.hasCircuit('CLOSED', 4)
})

test('the panel waits for a slow device', { tag: '@all' }, async ({ page, backend, registerDevice }) => {
  const slow = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(slow, 'slow', 700)
  const device = await openDevice(page, backend.url, slow)
  await device.test()
  await device.hasCircuit('CLOSED', 0)
})

test('a restart whose answers are too late is tried four times and executed once (DEV-4)', { tag: '@all' }, async ({
  impatient,
  faulty,
}) => {
  const devices = simulatedDevices(impatient.url)
  const before = await devices.stateOf(wordCode)
  await devices.set(wordCode, 'slow', 500)
  await faulty.command('Reiniciar', '')
  await faulty.ends()
  await faulty.hasCircuit('CLOSED', 4)
  const { acted, received } = await devices.stateOf(wordCode)
  expect(acted.restart - before.acted.restart).toBe(1)
  const restarts = received.slice(before.received.length).filter(({ op }) => op === 'restart')
  expect(restarts.length).toBeGreaterThan(1)
  expect(new Set(restarts.map(({ key }) => key)).size).toBe(1)
})

test('a restart survives a server crash during the call and is executed once', { tag: '@all' }, async ({
  page,
  backend,
  registerDevice,
}) => {
  const slow = await registerDevice(backend.url)
  const devices = simulatedDevices(backend.url)
  await devices.set(slow, 'slow', 800)
  const device = await openDevice(page, backend.url, slow)
  // Retries must not run out while the server starts.
  await stopTime(page)
  await device.command('Reiniciar', '')
  await expect.poll(async () => (await devices.stateOf(slow)).received.some(({ op }) => op === 'restart')).toBe(true)
  await backend.stop('SIGKILL')
  await backend.start()
  await page.clock.resume()
  await device.ends()
  await device.hasCircuit('CLOSED', 0)
  expect((await devices.stateOf(slow)).acted.restart).toBe(1)
})

test('a person cancels a call, and no failure counts', { tag: '@all' }, async ({ page, backend, registerDevice }) => {
  const hanging = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(hanging, 'hang')
  const device = await openDevice(page, backend.url, hanging)
  await device.button('Testar dispositivo').click()
  await device.button('Cancelar').click()
  await device.ends()
  await device.hasCircuit('CLOSED', 0)
})

test('every device is unknown while the server is down, and known again after the recovery', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await page.clock.install()
  await signIn(page, backend.url, 'admin', '/devices')
  const rows = page.getByRole('listitem').filter({ hasText: 'AGUAVIVA-' })
  await expect(rows.first()).toContainText('Online')
  await backend.stop('SIGKILL')
  await secondsPassUntil(page, () => expect(rows.first()).toContainText('Desconhecido', { timeout: 250 }))
  await expect(page.getByText('Online', { exact: true }).locator('visible=true').and(rows)).toHaveCount(0)
  await backend.start()
  await secondsPassUntil(page, () => expect(rows.first()).toContainText('Online', { timeout: 250 }))
})

test('an open circuit survives a reload (CB-9), ends with the session (SES-8), and belongs to one tab', async ({
  page,
  backend,
  context,
  registerDevice,
}) => {
  const code = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(code, 'refuse')
  const faulty = await openDevice(page, backend.url, code)
  await faulty.test()
  await faulty.test()
  await faulty.hasCircuit('OPEN', 5)
  await page.reload()
  await faulty.hasCircuit('OPEN', 5)
  const other = new DevicePage(await context.newPage())
  await other.open(backend.url, code)
  await other.hasCircuit('CLOSED', 0)
  await faulty.reset('Troca de cabo')
  await faulty.hasCircuit('CLOSED', 0)
  await other.hasCircuit('CLOSED', 0)

  await faulty.test()
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('breaker:')
  await expect.poll(() => page.evaluate(deliveriesKept)).toContain('delivered')
  await page.getByRole('button', { name: 'Menu do usuário' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('breaker:')
  await expect.poll(() => page.evaluate(deliveriesKept)).not.toContain('delivered')
})

/** Delivery states of the audit records in this browser. */
async function deliveriesKept(): Promise<string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('guarita-audit')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const records = await new Promise<{ delivery: string }[]>((resolve, reject) => {
    const request = database.transaction('records').objectStore('records').getAll()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  database.close()
  return records.map(({ delivery }) => delivery)
}

test('six reloads during a slow call count no failure and open no circuit (LIVE-4)', { tag: '@all' }, async ({
  page,
  backend,
  registerDevice,
}) => {
  const slow = await registerDevice(backend.url)
  const devices = simulatedDevices(backend.url)
  await devices.set(slow, 'slow', 60_000)
  await signIn(page, backend.url, 'admin', `/devices/${slow}`)
  const device = new DevicePage(page)
  const asked = async () => (await devices.stateOf(slow)).received.length
  for (let time = 0; time < 6; time++) {
    const before = await asked()
    await device.button('Testar dispositivo').click()
    await expect.poll(asked).toBeGreaterThan(before)
    await page.reload()
    await device.hasCircuit('CLOSED', 0)
  }
  const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('breaker:')))
  expect(kept).toEqual([])
})

test('calls while the browser is offline count no failure, and the device is unknown (DEV-3)', { tag: '@all' }, async ({
  page,
  faulty,
  context,
}) => {
  await context.setOffline(true)
  await faulty.test()
  await faulty.hasCircuit('CLOSED', 0)
  await expect(page.getByText(/desconhecido/i).first()).toBeVisible()
  await context.setOffline(false)
})

test('a hidden page makes no health checks, and makes one when it is visible again (HEA-2)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await page.clock.install()
  await signIn(page, backend.url)
  const checked = page.getByText(/consultados às/)
  const atArrival = (await checked.textContent()) ?? ''
  const checks: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rest/api/health/detailed')) checks.push(request.url())
  })
  await page.clock.runFor(2 * minuteMs)
  await expect(checked).not.toHaveText(atArrival)
  // The long jump of the page clock cuts the live connection. When it returns, health may be checked once more
  // (LIVE-1).
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
  await show(page, false)
  const before = checks.length
  await page.clock.runFor(9 * minuteMs)
  expect(checks).toHaveLength(before)
  await show(page, true)
  await expect.poll(() => checks.length).toBe(before + 1)
})
