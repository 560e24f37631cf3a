import type { Page } from '@playwright/test'
import { DevicePage, simulatedDevices } from '../devices/device-page.ts'
import { expect, type QaCall, qaCall, signIn, test } from '../parts/panel-test.ts'

const volatileText = 'Este navegador não permite guardar registros'
/** Pause between two deliveries. */
const longestPauseMs = 5 * 60_000

interface AuditPage {
  result: { id: string; kind: string; cause: string; command?: string; sequence: number; userId: string }[]
}

/** Records of the device on the server without its tests, oldest first. */
async function delivered(call: QaCall, wordCode: string): Promise<AuditPage['result']> {
  const page = (await call('GET', `/rest/device-audit?wordCode=${wordCode}&limit=1000`)) as AuditPage
  return page.result.filter(({ command }) => command !== 'test').toReversed()
}

/** Opens the circuit with five failures, which makes a record. */
async function openCircuit(page: Page, url: string, wordCode: string): Promise<DevicePage> {
  const device = new DevicePage(page)
  await device.open(url, wordCode)
  await device.test()
  await device.test()
  await device.hasCircuit('OPEN', 5)
  return device
}

test('undelivered records survive a page load and are delivered once (AUD-2)', async ({
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

test('two tabs write one history, with each step once and in order (AUD-2)', { tag: '@all' }, async ({
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
  // The page clocks advanced by different times: the sequence numbers give the order.
  const records = (await delivered(call, wordCode)).toSorted((left, right) => left.sequence - right.sequence)
  const reset = ['reset', 'command']
  expect(records.map(({ kind }) => kind)).toEqual(['transition', 'transition', ...reset, ...reset])
  expect(new Set(records.map(({ id }) => id)).size).toBe(6)
  expect(new Set(records.map(({ sequence }) => sequence)).size).toBe(6)
})

test('a browser that refuses storage has one warning, and its records still arrive', { tag: '@all' }, async ({
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

test('a gateway that answers instead of the server loses no record, with any answer (EVI-8)', {
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
    // Every delivery contained the oldest record; later time steps added more records.
    expect((await delivered(call, wordCode)).filter(({ cause }) => cause === 'threshold')).toHaveLength(1)
  }).toPass()
})

test('storage that hangs has one warning, and the records still arrive (EVI-8)', { tag: '@all' }, async ({
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

test('storage that is cleared while the page is open has one warning, and later records still arrive (EVI-8)', {
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

test('a user without the audit permission finds neither the menu entry nor records', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'operator')
  await expect(page.getByRole('link', { name: 'Dispositivos', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Auditoria' })).toHaveCount(0)
  await page.goto(`${backend.url}/audit`)
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('the focus stays at the end of the list when the button for more records disappears', async ({
  page,
  backend,
  registerDevice,
}) => {
  const call = await qaCall(backend.url)
  const wordCode = await registerDevice(backend.url)
  await simulatedDevices(backend.url).set(wordCode, 'refuse')
  await signIn(page, backend.url)
  const device = await openCircuit(page, backend.url, wordCode)
  await device.reset('Trocado')
  // The step of the circuit, the reset and its step, after two records of each test: the count must not change while the page is open.
  const records = 3 + 4
  await expect.poll(async () => (await delivered(call, wordCode)).length).toBe(3)
  await page.route(/\/rest\/device-audit\?/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', `${records - 1}`)
    return route.continue({ url: url.href })
  })
  await page.getByRole('link', { name: 'Ver na auditoria' }).click()
  await page.getByRole('button', { name: 'Mostrar mais' }).press('Enter')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(records + 1)
  await expect(
    rows
      .nth(records - 1)
      .getByRole('link')
      .last(),
  ).toBeFocused()
})

test('no dossier can be made of a period that ends before it begins, and the page shows why (EVI-4)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'auditor', '/audit?de=2026-11-02T10:00&ate=2026-11-01T10:00')
  const button = page.getByRole('button', { name: 'Fazer dossiê' })
  await expect(button).toBeDisabled()
  await expect(page.getByText('Para um dossiê, troque “De” e “Até”')).toBeVisible()
  await page.goto(`${backend.url}/audit?de=2026-11-01T10:00&ate=2026-11-02T10:00`)
  await expect(button).toBeEnabled()
})
