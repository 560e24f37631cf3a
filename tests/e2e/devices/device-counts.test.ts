import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

interface Recorded {
  kind: string
  cause: string
  from?: string
  refused?: number
  ignored?: number
  outcome?: string
}

/** Oldest first. */
async function recordsOf(url: string, wordCode: string): Promise<Recorded[]> {
  const call = await qaCall(url)
  const { result } = (await call('GET', `/rest/device-audit?wordCode=${wordCode}`)) as { result: Recorded[] }
  return result.toReversed()
}

test('calls that a circuit refused are recorded after the person signs out (AUD-2)', async ({
  page,
  backend,
  registerDevice,
}) => {
  const wordCode = await registerDevice(backend.url)
  const device = new DevicePage(page)
  await simulatedDevices(backend.url).set(wordCode, 'refuse')
  await page.clock.install()
  await signIn(page, backend.url, 'admin', `/devices/${wordCode}`)
  for (const failures of [4, 5]) {
    await device.test()
    await device.hasCircuit(failures === 5 ? 'OPEN' : 'CLOSED', failures)
  }
  await device.test()
  await expect(device.outcome).toContainText('Não enviado')
  await page.getByRole('button', { name: /^Menu d/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await signIn(page, backend.url, 'admin', `/devices/${wordCode}`)
  const refusals = async () => (await recordsOf(backend.url, wordCode)).filter(({ kind }) => kind === 'refusals')
  await expect.poll(refusals).toMatchObject([{ cause: 'session-ended', from: 'OPEN', refused: 1 }])
})

test('two windows that see the end of an isolation leave one record (AUD-2)', async ({
  page,
  context,
  backend,
  registerDevice,
}) => {
  const wordCode = await registerDevice(backend.url)
  const device = new DevicePage(page)
  await signIn(page, backend.url, 'admin', `/devices/${wordCode}`)
  await device.command('Isolar', 'troca do leitor', 'Isolar dispositivo')
  await device.isolated()
  const other = new DevicePage(await context.newPage())
  await other.open(backend.url, wordCode)
  await other.isolated()
  const third = await context.newPage()
  await third.goto(`${backend.url}/icon.svg`)
  await third.evaluate(() => {
    const devices = JSON.parse(localStorage.getItem('isolatedDevices') ?? '[]')
    for (const { isolation } of devices) isolation.until = Date.now() - 1_000
    localStorage.setItem('isolatedDevices', JSON.stringify(devices))
  })
  const recorded = () => recordsOf(backend.url, wordCode)
  const trials = async () => (await recorded()).filter(({ outcome }) => outcome === 'succeeded').length
  // The commands are stored after the end of the isolation.
  for (const [index, each] of [device, other].entries()) {
    await expect(each.circuit).not.toHaveAttribute('data-state', 'FORCED_OPEN')
    await each.page.bringToFront()
    await each.test()
    await expect.poll(trials).toBe(index + 1)
  }
  expect((await recorded()).filter(({ kind, cause }) => kind === 'isolation' && cause === 'elapsed')).toHaveLength(1)
})

test('the first status request after a registration uses the circuit of the device, and its failure counts (DEV-2, DEV-3)', async ({
  page,
  backend,
}) => {
  const wordCode = `CIRCUITO-${test.info().repeatEachIndex}`
  await page.route(`**/device-control/device/${wordCode}`, (route) => route.fulfill({ status: 500 }))
  await signIn(page, backend.url, 'admin', '/devices/new')
  await page.getByLabel('Nome').fill('Leitor do hall')
  await page.getByLabel('Modelo').fill('CA-200')
  await page.getByLabel('IP', { exact: true }).fill('127.20.0.98')
  await page.getByLabel('Porta').fill('9100')
  await page.getByLabel(/Código/).fill(wordCode)
  await page.getByLabel('Condomínio', { exact: true }).selectOption({ label: 'Edifício Água Viva' })
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await expect(page).toHaveURL(`${backend.url}/devices/${wordCode}`)
  await new DevicePage(page).hasCircuit('CLOSED', 1)
  await (await qaCall(backend.url))('DELETE', `/device-control/device/database/${wordCode}`)
})
