import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

interface Told {
  result: { from: string; to: string; cause: string; reason?: string; userName?: string }[]
}

/** What the page says first. */
const verdict = (page: Page) => page.locator('.device-verdict')

/** The time of an isolation is over, as it is while no page is open. */
async function end(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/icon.svg`)
  await page.evaluate(() => {
    const devices = JSON.parse(localStorage.getItem('isolatedDevices') ?? '[]')
    for (const { isolation } of devices) isolation.until = Date.now() - 1_000
    localStorage.setItem('isolatedDevices', JSON.stringify(devices))
  })
}

test('a device is isolated by hand: nothing is sent, in all tabs, over a reload and the next shift, until a trial (LIVE-11)', async ({
  page,
  context,
  backend,
  registerDevice,
}) => {
  const wordCode = await registerDevice(backend.url)
  const devices = simulatedDevices(backend.url)
  const device = new DevicePage(page)
  const dialog = page.getByRole('dialog')
  await signIn(page, backend.url, 'admin', `/devices/${wordCode}`)
  await device.stands('CLOSED', 0)
  const tab = new DevicePage(await context.newPage())
  await tab.open(backend.url, wordCode)

  await test.step('it is asked for how long and why', async () => {
    await device.button('Isolar').click()
    await expect(dialog).toContainText('este computador não envia nada')
    await dialog.getByRole('button', { name: 'Isolar dispositivo' }).click()
    await expect(dialog.getByText('Escreva o motivo: ele fica na auditoria.')).toBeVisible()
    await dialog.getByRole('radio', { name: /^4 horas, até / }).check()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('textbox').fill('manutenção do portão')
    await dialog.getByRole('button', { name: 'Isolar dispositivo' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the page says it first, and what is asked for then is not sent', async () => {
    await device.isolated()
    await expect(verdict(page)).toContainText(/Isolado neste computador até .+ por .+: manutenção do portão\./)
    await device.command('Reiniciar', '')
    await expect(device.outcome).toContainText('Não enviado: o dispositivo está isolado até')
    expect((await devices.stateOf(wordCode)).acted.restart).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  await test.step('the other tab holds it too, and so does each after a reload', async () => {
    await tab.isolated()
    await page.reload()
    await device.isolated()
    await tab.page.close()
  })

  await test.step('list and dashboard show it apart from what fails', async () => {
    await page.goto(`${backend.url}/devices?estado=isolado`)
    const row = page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row.locator('.tone-neutral').first()).toBeVisible()
    await expect(row).toContainText(/Isolado\s*até .+ por /)
    await page.goto(`${backend.url}/dashboard`)
    const trouble = page.getByRole('region', { name: 'Precisa de atenção' }).getByRole('listitem').last()
    await expect(trouble).toContainText('Isolado')
    await expect(
      trouble.getByRole('link').first(),
      'by its name, though it is in no list that was asked for',
    ).toHaveText('Leitor de teste')
    await expect(trouble.getByRole('button')).toHaveCount(0)
  })

  await test.step('who comes next finds it, and ends it: the panel tries the device first', async () => {
    await signIn(page, backend.url, 'operator', `/devices/${wordCode}`)
    await device.isolated()
    await device.command('Encerrar isolamento', 'portão pronto')
    await device.stands('CLOSED', 0)
    await expect(verdict(page)).toContainText('está online')
  })

  await test.step('one whose time is over while no page is open ends in a trial of the next page', async () => {
    await device.command('Isolar', 'troca do leitor', 'Isolar dispositivo')
    await device.isolated()
    const next = new DevicePage(await context.newPage())
    await page.close()
    await end(next.page, backend.url)
    await devices.set(wordCode, 'refuse')
    await next.open(backend.url, wordCode)
    await next.stands('OPEN', 1)
  })

  await test.step('all of it is on record, with who and why', async () => {
    const call = await qaCall(backend.url)
    const told = async () => {
      const { result } = (await call('GET', `/rest/device-audit?wordCode=${wordCode}&kind=isolation`)) as Told
      return result.toReversed().map(({ from, to, cause, reason }) => [from, to, cause, reason])
    }
    await expect.poll(told).toEqual([
      ['CLOSED', 'FORCED_OPEN', 'manual', 'manutenção do portão'],
      ['FORCED_OPEN', 'HALF_OPEN', 'manual', 'portão pronto'],
      ['CLOSED', 'FORCED_OPEN', 'manual', 'troca do leitor'],
      ['FORCED_OPEN', 'HALF_OPEN', 'elapsed', undefined],
    ])
  })
})
