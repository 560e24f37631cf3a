import type { Page } from '@playwright/test'
import { DevicePage, simulatedDevices } from '../devices/device-page.ts'
import { expect, type QaCall, qaCall, signIn, test } from '../parts/panel-test.ts'

const volatileText = 'Este navegador não permite guardar registros'
/** Between two deliveries. */
const longestPauseMs = 5 * 60_000

interface AuditPage {
  result: { id: string; kind: string; cause: string; sequence: number; userId: string }[]
}

/** The records that the server has of the device, oldest first. */
async function delivered(call: QaCall, wordCode: string): Promise<AuditPage['result']> {
  const page = (await call('GET', `/rest/device-audit?wordCode=${wordCode}&limit=1000`)) as AuditPage
  return page.result.toReversed()
}

/** Five failures: the circuit opens, and that is a record. */
async function openCircuit(page: Page, url: string, wordCode: string): Promise<DevicePage> {
  const device = new DevicePage(page)
  await device.open(url, wordCode)
  await device.test()
  await device.test()
  await device.stands('OPEN', 5)
  return device
}

test('records that could not be delivered outlive the page, and are delivered once (AUD-2)', async ({
  page,
  context,
  backend,
  registerDevice,
}) => {
  await page.clock.install()
  const call = await qaCall(backend.url)
  const wordCode = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(wordCode, 'refuse')
  await signIn(page, backend.url, 'operator')
  await context.route('**/rest/device-audit/**', (route) => route.abort())
  await openCircuit(page, backend.url, wordCode)
  expect(await delivered(call, wordCode)).toEqual([])

  await page.close({ runBeforeUnload: false })
  await context.unroute('**/rest/device-audit/**')
  const next = await context.newPage()
  await next.goto(`${backend.url}/dashboard`)
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(1)
  await next.reload()
  await expect(next.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
  const records = await delivered(call, wordCode)
  expect(records).toMatchObject([{ kind: 'transition', cause: 'threshold', userId: 'user-operador' }])
})

test('two tabs write one history, each step once, in their order (AUD-2)', { tag: '@all' }, async ({
  page,
  context,
  backend,
  registerDevice,
}) => {
  await page.clock.install()
  const call = await qaCall(backend.url)
  const wordCode = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(wordCode, 'refuse')
  await signIn(page, backend.url, 'operator')
  const other = await context.newPage()
  const one = await openCircuit(page, backend.url, wordCode)
  const two = await openCircuit(other, backend.url, wordCode)
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(2)
  await one.reset('Reset de uma aba')
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(4)
  await two.reset('Reset da outra aba')
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(6)
  // The clocks of the two pages were let go on by different times: their history is the order of its numbers.
  const records = (await delivered(call, wordCode)).toSorted((left, right) => left.sequence - right.sequence)
  const reset = ['reset', 'command']
  expect(records.map(({ kind }) => kind)).toEqual(['transition', 'transition', ...reset, ...reset])
  expect(new Set(records.map(({ id }) => id)).size).toBe(6)
  expect(new Set(records.map(({ sequence }) => sequence)).size).toBe(6)
})

test('a browser that refuses storage is told to the user once, and the records still arrive', { tag: '@all' }, async ({
  page,
  backend,
  registerDevice,
}) => {
  await page.clock.install()
  const call = await qaCall(backend.url)
  const wordCode = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(wordCode, 'refuse')
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await signIn(page, backend.url, 'operator')
  await expect(page.getByText(volatileText)).toHaveCount(1)
  await openCircuit(page, backend.url, wordCode)
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(1)
})

test('a gateway that answers by itself for a while loses no record, whatever it answers (EVI-8)', {
  tag: '@all',
}, async ({ page, backend, registerDevice }) => {
  await page.clock.install()
  const call = await qaCall(backend.url)
  const wordCode = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(wordCode, 'refuse')
  const answers = [404, 403, 400, 413, 422, 502]
  await page.route('**/rest/device-audit/**', async (route) => {
    const status = answers.shift()
    if (status === undefined) await route.fallback()
    else await route.fulfill({ status, contentType: 'text/html', body: '<h1>Gateway</h1>' })
  })
  await signIn(page, backend.url, 'operator')
  await openCircuit(page, backend.url, wordCode)
  await expect(async () => {
    await page.clock.fastForward(longestPauseMs)
    expect(answers).toEqual([])
    // The oldest was in every delivery; more have come with the time that was let pass.
    expect((await delivered(call, wordCode)).filter(({ cause }) => cause === 'threshold')).toHaveLength(1)
  }).toPass()
})

test('a storage that hangs is told to the user once, and the records still arrive (EVI-8)', { tag: '@all' }, async ({
  page,
  backend,
  registerDevice,
}) => {
  await page.clock.install()
  const call = await qaCall(backend.url)
  const wordCode = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(wordCode, 'refuse')
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      const request = open.call(this, name, version)
      if (name === 'guarita-audit')
        request.addEventListener('success', (event) => event.stopImmediatePropagation(), { capture: true })
      return request
    }
  })
  await signIn(page, backend.url, 'operator')
  await page.clock.fastForward(5_000)
  await expect(page.getByText(volatileText)).toHaveCount(1)
  await openCircuit(page, backend.url, wordCode)
  await page.clock.fastForward(5_000)
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(1)
})

test('a storage that is cleared under the page is told once, and what comes then still arrives (EVI-8)', {
  tag: '@all',
}, async ({ page, backend, registerDevice }) => {
  await page.clock.install()
  const call = await qaCall(backend.url)
  const wordCode = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(wordCode, 'refuse')
  await signIn(page, backend.url, 'operator')
  const device = await openCircuit(page, backend.url, wordCode)
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(1)
  await expect(page.getByText(volatileText)).toHaveCount(0)
  await page.evaluate(() => void indexedDB.deleteDatabase('guarita-audit'))
  await expect(page.getByText(volatileText)).toHaveCount(1)
  await device.reset('Reset sem armazenamento')
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(3)
  await expect(page.getByText(volatileText)).toHaveCount(1)
})

test('who may not read the audit finds neither the menu entry nor records', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'operator')
  await expect(page.getByRole('link', { name: 'Dispositivos', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Auditoria' })).toHaveCount(0)
  await page.goto(`${backend.url}/audit`)
  await expect(page.getByRole('table')).toHaveCount(0)
})
