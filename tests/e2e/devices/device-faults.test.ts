import type { Page } from '@playwright/test'
import { show } from '../parts/page-sight.ts'
import { secondsPassUntil, stopTime } from '../parts/page-time.ts'
import { test as base, expect, signIn } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

/** A device whose calls are given up at once, in its page; it is mended after the test. */
const test = base.extend<{ faulty: DevicePage }>({
  faulty: async ({ page, impatient }, use) => {
    await use(await openDevice(page, impatient.url))
    await simulatedDevices(impatient.url).mend(wordCode)
  },
})

const wordCode = 'AGUAVIVA-01'
const minuteMs = 60_000

/** Time in the page is the test's, so that what is only waited can be skipped. */
async function openDevice(page: Page, url: string, code = wordCode): Promise<DevicePage> {
  await page.clock.install()
  await signIn(page, url, 'admin', `/devices/${code}`)
  const device = new DevicePage(page)
  await expect(device.circuit).toBeVisible()
  return device
}

test('a device that refuses fails four attempts, and page and dashboard say so', { tag: '@all' }, async ({
  page,
  impatient,
  faulty,
}) => {
  await simulatedDevices(impatient.url).set(wordCode, 'refuse')
  await faulty.test()
  await faulty.stands('CLOSED', 4)
  await expect(faulty.outcome).toContainText(/4 tentativas/)
  await page.getByRole('link', { name: 'Painel', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Dispositivos sem contato 1/ })).toBeVisible()
})

test('a device that hangs is given up by the server, and counted', { tag: '@all' }, async ({ impatient, faulty }) => {
  await simulatedDevices(impatient.url).set(wordCode, 'hang')
  await faulty.test()
  await faulty.stands('CLOSED', 4)
})

test('a device that answers garbage is counted, and nothing of it is shown', { tag: '@all' }, async ({
  impatient,
  faulty,
}) => {
  await simulatedDevices(impatient.url).set(wordCode, 'garbage')
  await faulty.test()
  await faulty.stands('CLOSED', 4)
})

test('a slow device is waited for', { tag: '@all' }, async ({ page, backend, registerDevice }) => {
  const slow = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(slow, 'slow', 700)
  const device = await openDevice(page, backend.url, slow)
  await device.test()
  await device.stands('CLOSED', 0)
})

test('a restart whose answers come too late is tried four times, and done once (DEV-4)', { tag: '@all' }, async ({
  impatient,
  faulty,
}) => {
  const devices = simulatedDevices(impatient.url)
  const before = await devices.stateOf(wordCode)
  await devices.set(wordCode, 'slow', 500)
  await faulty.command('Reiniciar', '')
  await faulty.ends()
  await faulty.stands('CLOSED', 4)
  const { acted, received } = await devices.stateOf(wordCode)
  expect(acted.restart - before.acted.restart).toBe(1)
  const restarts = received.slice(before.received.length).filter(({ op }) => op === 'restart')
  expect(restarts.length).toBeGreaterThan(1)
  expect(new Set(restarts.map(({ key }) => key)).size).toBe(1)
})

test('a restart outlives the death of the server in mid call, and is done once', { tag: '@all' }, async ({
  page,
  backend,
  registerDevice,
}) => {
  const slow = await registerDevice(backend.url)
  const devices = simulatedDevices(backend.url)
  await devices.set(slow, 'slow', 800)
  const device = await openDevice(page, backend.url, slow)
  // The retries wait for the server, however long this machine takes to start it.
  await stopTime(page)
  await device.command('Reiniciar', '')
  await expect.poll(async () => (await devices.stateOf(slow)).received.some(({ op }) => op === 'restart')).toBe(true)
  await backend.stop('SIGKILL')
  await backend.start()
  await page.clock.resume()
  await device.ends()
  await device.stands('CLOSED', 0)
  expect((await devices.stateOf(slow)).acted.restart).toBe(1)
})

test('a person who does not want to wait cancels, and that counts nothing', { tag: '@all' }, async ({
  page,
  backend,
  registerDevice,
}) => {
  const hanging = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(hanging, 'hang')
  const device = await openDevice(page, backend.url, hanging)
  await device.button('Testar dispositivo').click()
  await device.button('Cancelar').click()
  await device.ends()
  await device.stands('CLOSED', 0)
})

test('while the server is gone every device is unknown; when it is back they are known again', { tag: '@all' }, async ({
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

test('an open circuit outlives a reload (CB-9), not the session (SES-8), and another tab has its own', async ({
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
  await faulty.stands('OPEN', 5)
  await page.reload()
  await faulty.stands('OPEN', 5)
  const other = new DevicePage(await context.newPage())
  await other.open(backend.url, code)
  await other.stands('CLOSED', 0)
  await faulty.reset('Troca de cabo')
  await faulty.stands('CLOSED', 0)
  await other.stands('CLOSED', 0)

  await faulty.test()
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('breaker:')
  await expect.poll(() => page.evaluate(deliveriesKept)).toContain('delivered')
  await page.getByRole('button', { name: 'Menu do usuário' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('breaker:')
  await expect.poll(() => page.evaluate(deliveriesKept)).not.toContain('delivered')
})

/** How the audit records stand that this browser keeps. */
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

test('F5 six times during a slow call counts nothing and opens nothing (LIVE-4)', { tag: '@all' }, async ({
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
    await device.stands('CLOSED', 0)
  }
  const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('breaker:')))
  expect(kept).toEqual([])
})

test('calls while the browser is offline count nothing, and the device is unknown (DEV-3)', { tag: '@all' }, async ({
  page,
  faulty,
  context,
}) => {
  await context.setOffline(true)
  await faulty.test()
  await faulty.stands('CLOSED', 0)
  await expect(page.getByText(/desconhecido/i).first()).toBeVisible()
  await context.setOffline(false)
})

test('nobody looks for minutes: health rests, and makes up for it once (HEA-2)', { tag: '@all' }, async ({
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
  // So long a leap of the page's clock cuts the live connection, and its return may have health asked once more (LIVE-1).
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
  await show(page, false)
  const before = checks.length
  await page.clock.runFor(9 * minuteMs)
  expect(checks).toHaveLength(before)
  await show(page, true)
  await expect.poll(() => checks.length).toBe(before + 1)
})
