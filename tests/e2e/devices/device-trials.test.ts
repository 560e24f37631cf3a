import type { BrowserContext, Page } from '@playwright/test'
import { show } from '../parts/page-sight.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

const openTimeoutMs = 120_000

/** Opens the circuit of a device that refuses, by a person's own calls. */
async function openCircuit(device: DevicePage): Promise<void> {
  await device.test()
  await device.test()
  await device.stands('OPEN', 5)
}

/** Shows the page of a device that refuses, with a clock that a test moves. */
async function showRefusing(page: Page, url: string, wordCode: string) {
  const devices = simulatedDevices(url)
  await devices.set(wordCode, 'refuse')
  await page.clock.install()
  await signIn(page, url, 'admin', `/devices/${wordCode}`)
  return { devices, device: new DevicePage(page) }
}

/** The calls of a device that leave all tabs from now on; what asks the service for a sign of life names none. */
function deviceCalls(context: BrowserContext): string[] {
  const calls: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/device-control/device/'))
      calls.push(`${request.method()} ${pathname.slice('/device-control/'.length)}`)
  })
  return calls
}

/** The call of 'Testar dispositivo'. */
function checkOf(wordCode: string): string {
  return `GET device/user-admin/${wordCode}`
}

/** LIVE-3, here and below. */
test('a device that is mended is online at the end of the two minutes, though nobody touches anything', {
  tag: '@all',
}, async ({ page, backend, registerDevice, context }) => {
  const wordCode = await registerDevice(backend.url)
  const { devices, device } = await showRefusing(page, backend.url, wordCode)
  await openCircuit(device)
  await devices.set(wordCode, 'up')
  const before = await devices.stateOf(wordCode)
  const calls = deviceCalls(context)

  await page.clock.fastForward(openTimeoutMs)
  await device.stands('CLOSED', 0)
  await expect(page.getByText(/está online/)).toBeVisible()
  expect(calls).toEqual([checkOf(wordCode)])
  const { received, acted } = await devices.stateOf(wordCode)
  expect(received.slice(before.received.length).map(({ op }) => op)).toEqual(['status'])
  expect(acted).toEqual(before.acted)
})

test('a hidden page tries nothing, and makes up for what fell due, once, when it is shown', { tag: '@all' }, async ({
  page,
  backend,
  registerDevice,
  context,
}) => {
  const wordCode = await registerDevice(backend.url)
  const { device } = await showRefusing(page, backend.url, wordCode)
  await openCircuit(device)
  await show(page, false)
  const calls = deviceCalls(context)
  for (let time = 0; time < 3; time++) await page.clock.fastForward(openTimeoutMs)
  expect(calls).toEqual([])
  await show(page, true)
  await device.stands('OPEN', 6)
  await expect(page.getByText(/Nova tentativa em \d:\d\d/).first()).toBeVisible()
  await page.clock.runFor(10_000)
  expect(calls).toEqual([checkOf(wordCode)])
})

test('three tabs make one check in two minutes, and all of them know what it came to', { tag: '@all' }, async ({
  page,
  backend,
  registerDevice,
  context,
}) => {
  test.slow()
  const wordCode = await registerDevice(backend.url)
  const { devices, device } = await showRefusing(page, backend.url, wordCode)
  const tabs = [device]
  for (const _ of [1, 2]) {
    const tab = new DevicePage(await context.newPage())
    await tab.open(backend.url, wordCode)
    tabs.push(tab)
  }
  for (const tab of tabs) await openCircuit(tab)
  const calls = deviceCalls(context)

  await page.clock.fastForward(openTimeoutMs)
  await expect.poll(() => calls).toEqual([checkOf(wordCode)])
  await page.clock.runFor(10_000)
  for (const tab of tabs) {
    await expect(tab.page.getByText(/Nova tentativa em 1:\d\d/).first()).toBeVisible()
    await expect(tab.circuit).toHaveAttribute('data-state', 'OPEN')
  }
  expect(calls).toEqual([checkOf(wordCode)])

  // Slow enough for the last of the tabs to begin before the first has its answer.
  await devices.set(wordCode, 'slow', 2_000)
  await page.clock.fastForward(openTimeoutMs)
  for (const tab of tabs) await tab.stands('CLOSED', 0)
  expect(calls).toEqual([checkOf(wordCode), checkOf(wordCode)])
})

test('F5 during the trial: the next page makes it again, and nothing goes unrecorded (LIVE-4)', {
  tag: '@all',
}, async ({ page, backend, registerDevice, context }) => {
  const wordCode = await registerDevice(backend.url)
  const { devices, device } = await showRefusing(page, backend.url, wordCode)
  await openCircuit(device)
  await devices.set(wordCode, 'slow', 60_000)
  // What leaves the tab: the server, too, asks a device now and then.
  const calls = deviceCalls(context)
  await page.clock.fastForward(openTimeoutMs)
  await expect(page.getByText('Testando agora').first()).toBeVisible()
  await expect.poll(() => calls).toEqual([checkOf(wordCode)])
  await page.reload()
  await expect.poll(() => calls).toEqual([checkOf(wordCode), checkOf(wordCode)])
  await device.stands('HALF_OPEN', 5)
  await devices.set(wordCode, 'up')
  await page.reload()
  await device.stands('CLOSED', 0)
  // A page that is left within some 20 ms of a move may take its record along (docs/decisions/evidence.md): here it is left once that is told.
  const timeline = page.getByRole('region', { name: 'Linha do tempo' })
  await expect(timeline.getByText('O teste foi respondido: normal de novo')).toBeVisible()
  await page.goto(`${backend.url}/audit?dispositivo=${wordCode}`)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(1 + 3)
})
