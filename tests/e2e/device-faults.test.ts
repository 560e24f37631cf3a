import { type BackendProcess, startBackendProcess } from './backend-process.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'
import { test as base, expect, signIn } from './panel-test.ts'

/** A backend of the test's own whose device calls give up after a second, and the page of one of its devices. */
const test = base.extend<{ own: BackendProcess; device: DevicePage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  own: async ({}, use) => {
    const own = await startBackendProcess({ GUARITA_DEVICE_TIMEOUT_MS: '1000' })
    await use(own)
    await own.dispose()
  },
  device: async ({ page, own }, use) => {
    await signIn(page, own.url)
    const device = new DevicePage(page)
    await device.open(own.url, wordCode)
    await use(device)
  },
})

const wordCode = 'AGUAVIVA-01'
const minuteMs = 60_000

test.describe.configure({ timeout: 120_000 })

test('a device that refuses fails four attempts, and page and dashboard say so', async ({ page, own, device }) => {
  await simulatedDevices(own.url).set(wordCode, 'refuse')
  await device.test()
  await device.stands('CLOSED', 4)
  await expect(device.outcome).toContainText(/4 tentativas/)
  await page.getByRole('link', { name: 'Painel', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Dispositivos indisponíveis 1/ })).toBeVisible()
})

test('a device that hangs is given up by the server, and counted', async ({ own, device }) => {
  await simulatedDevices(own.url).set(wordCode, 'hang')
  await device.test()
  await device.stands('CLOSED', 4)
})

test('a device that answers garbage is counted, and nothing of it is shown', async ({ own, device }) => {
  await simulatedDevices(own.url).set(wordCode, 'garbage')
  await device.test()
  await device.stands('CLOSED', 4)
})

test('a slow device is waited for', async ({ own, device }) => {
  await simulatedDevices(own.url).set(wordCode, 'slow', 700)
  await device.test()
  await device.stands('CLOSED', 0)
})

test('a restart whose answers come too late is tried four times, and done once (DEV-4)', async ({ own, device }) => {
  const devices = simulatedDevices(own.url)
  await devices.set(wordCode, 'slow', 1_500)
  await device.button('Reiniciar').click()
  await device.ends()
  await device.stands('CLOSED', 4)
  const { acted, received } = await devices.stateOf(wordCode)
  expect(acted.restart).toBe(1)
  const restarts = received.filter(({ op }) => op === 'restart')
  expect(restarts.length).toBeGreaterThan(1)
  expect(new Set(restarts.map(({ key }) => key)).size).toBe(1)
})

test('a restart outlives the death of the server in mid call, and is done once', async ({ page, own, device }) => {
  const devices = simulatedDevices(own.url)
  await devices.set(wordCode, 'slow', 800)
  await page.clock.install()
  await device.button('Reiniciar').click()
  await expect
    .poll(async () => (await devices.stateOf(wordCode)).received.some(({ op }) => op === 'restart'))
    .toBe(true)
  await own.stop('SIGKILL')
  // The retries wait for the server, however long this machine takes to start it. A clock can be stopped in its future
  // only: one retry may come of the leap, and fail.
  await page.clock.pauseAt(Date.now() + 5_000)
  await own.start()
  await page.clock.resume()
  await device.ends()
  await device.stands('CLOSED', 0)
  expect((await devices.stateOf(wordCode)).acted.restart).toBe(1)
})

test('a person who does not want to wait cancels, and that counts nothing', async ({ own, device }) => {
  await simulatedDevices(own.url).set(wordCode, 'hang')
  await device.button('Testar dispositivo').click()
  await device.button('Cancelar').click()
  await device.ends()
  await device.stands('CLOSED', 0)
})

test('while the server is gone every device is unknown; when it is back they are known again', async ({
  page,
  own,
}) => {
  await signIn(page, own.url)
  await page.goto(`${own.url}/devices`)
  const rows = page.getByRole('listitem').filter({ hasText: 'AGUAVIVA-' })
  await expect(rows.first()).toContainText('Online')
  await own.stop('SIGKILL')
  await expect(rows.first()).toContainText('Desconhecido', { timeout: 40_000 })
  await expect(page.getByText('Online', { exact: true }).locator('visible=true').and(rows)).toHaveCount(0)
  await own.start()
  await expect(rows.first()).toContainText('Online', { timeout: 40_000 })
})

test('an open circuit outlives a reload (CB-9), and another tab has its own', async ({
  page,
  own,
  device,
  context,
}) => {
  await simulatedDevices(own.url).set(wordCode, 'refuse')
  await device.test()
  await device.test()
  await device.stands('OPEN', 5)
  await page.reload()
  await device.stands('OPEN', 5)
  const other = new DevicePage(await context.newPage())
  await other.open(own.url, wordCode)
  await other.stands('CLOSED', 0)
  await device.reset('Troca de cabo')
  await device.stands('CLOSED', 0)
  await other.stands('CLOSED', 0)
})

test('calls while the browser is offline count nothing, and the device is unknown (DEV-3)', async ({
  page,
  device,
  context,
}) => {
  await context.setOffline(true)
  await device.test()
  await device.stands('CLOSED', 0)
  await expect(page.getByText(/desconhecido/i).first()).toBeVisible()
  await context.setOffline(false)
})

test('nobody looks for minutes: health rests, and makes up for it once (HEA-2)', async ({ page, own }) => {
  await page.clock.install()
  await signIn(page, own.url)
  const checked = page.getByText(/consultados às/)
  const atArrival = (await checked.textContent()) ?? ''
  const checks: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rest/api/health')) checks.push(request.url())
  })
  await page.clock.runFor(2 * minuteMs)
  await expect.poll(() => checks.length).toBe(1)
  await expect(checked).not.toHaveText(atArrival)
  await show(false)
  await page.clock.runFor(9 * minuteMs)
  expect(checks).toHaveLength(1)
  await show(true)
  await expect.poll(() => checks.length).toBe(2)
  await page.clock.runFor(minuteMs)
  expect(checks).toHaveLength(2)

  async function show(visible: boolean): Promise<void> {
    await page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
        document.dispatchEvent(new Event('visibilitychange'))
      },
      visible ? 'visible' : 'hidden',
    )
  }
})
