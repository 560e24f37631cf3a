import { closeIncidents, expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { simulatedDevices } from './device-page.ts'

const gates = ['IPEAMARELO-02', 'IPEAMARELO-03']

test('a gate opens with one press, or the panel states that it refused or that nobody knows (OPEN-1, OPEN-2)', async ({
  page,
  backend,
}) => {
  const wordCode = 'SAOJOAO-03'
  const device = simulatedDevices(backend.url)
  const button = page.getByRole('button', { name: 'Abrir Portão Garagem, Residencial São João' })
  const isReady = () => expect(button).toHaveAttribute('aria-disabled', 'false')
  try {
    await signIn(page, backend.url, 'operator', `/devices/${wordCode}`)
    await test.step('it opens', async () => {
      await button.click()
      await expect(page.getByText(/^Abriu às \d\d:\d\d:\d\d$/)).toBeVisible()
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      expect((await device.stateOf(wordCode)).acted.open).toBe(1)
      await expect(page.getByText('Aberto por comando de uma pessoa')).toBeVisible()
    })
    await test.step('it refuses', async () => {
      await isReady()
      await device.set(wordCode, 'decline')
      await button.click()
      await expect(page.getByText('O portão recusou: o dispositivo não aceitou o comando.')).toBeVisible()
    })
    await test.step('its answer is lost', async () => {
      await isReady()
      await device.set(wordCode, 'mute')
      await button.click()
      await expect(page.getByText('Não sabemos se abriu: olhe o portão')).toBeVisible({ timeout: 20_000 })
      expect((await device.stateOf(wordCode)).acted.open).toBe(2)
    })
  } finally {
    await device.mend(wordCode)
  }
})

test('a reload of the page before the answer does not hide that nobody knows whether the gate opened (OPEN-2)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'operator', '/devices/MANACAS-02')
  const button = page.getByRole('button', { name: /^Abrir / })
  await page.route('**/device/open/**', () => {})
  await button.click()
  await expect(page.getByText('Abrindo…')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Não sabemos se abriu: olhe o portão')).toBeVisible()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await page.reload()
  await expect(button).toBeVisible()
  await expect(page.getByText('Não sabemos se abriu')).toHaveCount(0)
})

test('the condominium page has a button for each gate, and none for readers and for people without the right (OPEN-1)', async ({
  page,
  backend,
}) => {
  const section = page.getByRole('region', { name: 'Portões' })
  await signIn(page, backend.url, 'operator', '/condominiums/condominio-01')
  await expect(section.getByRole('button')).toHaveText([/Catraca Torre A/, /Catraca Torre B/, /Portão Garagem/])
})

test('an incident without a device of its own has a button for each gate of its condominium (OPEN-1)', async ({
  page,
  backend,
}) => {
  const call = await qaCall(backend.url)
  const report = { condominiumId: 'condominio-01', topic: 'delivery', gravity: 'low', text: 'Entrega na garagem' }
  const { id } = (await call('POST', '/rest/incidents', report)) as { id: string }
  await signIn(page, backend.url, 'operator', `/incidents/${id}`)
  const gates = page.getByRole('region', { name: 'Portões' }).getByRole('button')
  await expect(gates).toHaveText([/Catraca Torre A/, /Catraca Torre B/, /Portão Garagem/])
  await gates.last().click()
  await expect(page.getByText(/^Abriu às /)).toBeVisible()
  await closeIncidents(backend.url)
})

test('the key A opens the gate of the open incident (OPEN-1, DESK-3)', async ({ page, backend }) => {
  const call = await qaCall(backend.url)
  const event = { condominiumId: 'condominio-05', kind: 'door-forced' }
  const force = async () => (await call('POST', '/rest/simulator/event', event)) as { wordCode: string }
  let { wordCode } = await force()
  while (!gates.includes(wordCode)) ({ wordCode } = await force())
  type Open = { result: { id: string; wordCode: string | null }[] }
  const found = async () =>
    ((await call('GET', '/rest/incidents/open')) as Open).result.find((incident) => incident.wordCode === wordCode)
  await expect.poll(found).toBeDefined()
  await signIn(page, backend.url, 'operator', `/incidents/${(await found())?.id}`)
  await expect(page.getByRole('button', { name: /^Abrir .*, Residencial Ipê Amarelo/ })).toBeVisible()
  const before = (await simulatedDevices(backend.url).stateOf(wordCode)).acted.open
  await page.keyboard.press('a')
  await expect(page.getByText(/^Abriu às /)).toBeVisible()
  const opened = async () => (await simulatedDevices(backend.url).stateOf(wordCode)).acted.open
  expect(await opened()).toBe(before + 1)

  const button = page.getByRole('button', { name: /^Abrir .*, Residencial Ipê Amarelo/ })
  for (const key of ['a', 'Enter'])
    await test.step(`a held ${key} opens once`, async () => {
      const openedBefore = await opened()
      await expect(button).toHaveAttribute('aria-disabled', 'false')
      if (key === 'Enter') await button.focus()
      await page.keyboard.down(key)
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAttribute('aria-disabled', 'false')
      // The key is down already, so Playwright sends repeated events, as a browser does for a held key.
      for (let times = 0; times < 5; times += 1) await page.keyboard.down(key)
      await page.keyboard.up(key)
      await expect(button).toHaveAttribute('aria-disabled', 'false')
      expect(await opened()).toBe(openedBefore + 1)
    })
  await closeIncidents(backend.url)
})
