import type { Page } from '@playwright/test'
import type { DeviceTarget } from '../../../src/machines/devices/calls/device-errors.ts'
import { axeViolations } from '../parts/axe.ts'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

interface AuditAnswer {
  result: { from: string; to: string; cause: string; reason?: string; userName?: string }[]
}

/** First element of the page. */
const verdict = (page: Page) => page.locator('.device-verdict')

/** Ends the isolation by time, as if no page had been open. `others`: devices that get the same isolation. */
async function end(page: Page, url: string, others: object[] = []): Promise<void> {
  await page.goto(`${url}/icon.svg`)
  await page.evaluate((others) => {
    const [device] = JSON.parse(localStorage.getItem('isolatedDevices') ?? '[]')
    device.isolation.until = Date.now() - 1_000
    const copyOf = (other: object) => ({
      ...device,
      ...other,
      isolation: { ...device.isolation, endId: crypto.randomUUID() },
    })
    const devices = [device, ...others.map(copyOf)]
    localStorage.setItem('isolatedDevices', JSON.stringify(devices))
  }, others)
}

const storedIsolations = (page: Page) => page.evaluate(() => localStorage.getItem('isolatedDevices'))

test('an isolated device gets no calls, in all tabs, after a reload and in the next shift, until a trial (LIVE-11)', async ({
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
  await device.hasCircuit('CLOSED', 0)
  const tab = new DevicePage(await context.newPage())
  await tab.open(backend.url, wordCode)

  await test.step('the panel asks for the duration and the reason', async () => {
    await device.button('Isolar').click()
    await expect(dialog).toContainText('este computador não envia comandos nem testes')
    await dialog.getByRole('button', { name: 'Isolar dispositivo' }).click()
    await expect(dialog.getByText('Escreva o motivo: ele fica na auditoria.')).toBeVisible()
    await dialog.getByRole('radio', { name: /^4 horas, até / }).check()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('textbox').fill('manutenção do portão')
    await dialog.getByRole('button', { name: 'Isolar dispositivo' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('the page shows the isolation first, and sends no command', async () => {
    await device.isolated()
    await expect(verdict(page)).toContainText(/Isolado neste computador até .+ por .+: manutenção do portão\./)
    await device.command('Reiniciar', '')
    await expect(device.outcome).toContainText('Não enviado: o dispositivo está isolado até')
    expect((await devices.stateOf(wordCode)).acted.restart).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })

  await test.step('an edit of the record is refused, and the server does not receive it (DEV-2)', async () => {
    const call = await qaCall(backend.url)
    const before = await call('GET', `/device-control/device/${wordCode}`)
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByLabel('Nome').fill('Leitor 2')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Não enviado: o dispositivo está isolado até')).toBeVisible()
    expect(await call('GET', `/device-control/device/${wordCode}`)).toEqual(before)
    await device.open(backend.url, wordCode)
    await device.isolated()
  })

  await test.step('the isolation applies to another tab, and after a reload', async () => {
    await tab.isolated()
    await page.reload()
    await device.isolated()
    await tab.page.close()
  })

  await test.step('list and dashboard show the device separately from failing ones', async () => {
    await page.goto(`${backend.url}/devices?estado=isolado`)
    const row = page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row.locator('.tone-neutral').first()).toBeVisible()
    await expect(row).toContainText(/Isolado\s*Neste computador até .+ por /)
    await page.goto(`${backend.url}/dashboard`)
    const trouble = page.getByRole('region', { name: 'Precisa de atenção' }).getByRole('listitem').last()
    await expect(trouble).toContainText('Isolado')
    await expect(
      trouble.getByRole('link').first(),
      'by its name, though it is in no list that was asked for',
    ).toHaveText('Leitor de teste')
    await expect(trouble.getByRole('button')).toHaveCount(0)
  })

  await test.step('the next user sees the isolation and ends it; the panel first makes a trial', async () => {
    await signIn(page, backend.url, 'operator', `/devices/${wordCode}`)
    await device.isolated()
    await device.command('Encerrar isolamento', 'portão pronto')
    await device.hasCircuit('CLOSED', 0)
    await expect(verdict(page)).toContainText('está online')
  })

  await test.step('an isolation that ended while no page was open leads to a trial on the next page', async () => {
    await device.command('Isolar', 'troca do leitor', 'Isolar dispositivo')
    await device.isolated()
    const next = new DevicePage(await context.newPage())
    await page.close()
    await end(next.page, backend.url)
    await devices.set(wordCode, 'refuse')
    await next.open(backend.url, wordCode)
    await next.hasCircuit('OPEN', 1)
  })

  await test.step('the audit has all steps with person and reason', async () => {
    const call = await qaCall(backend.url)
    const records = async () => {
      const { result } = (await call('GET', `/rest/device-audit?wordCode=${wordCode}&kind=isolation`)) as AuditAnswer
      return result.toReversed().map(({ from, to, cause, reason }) => [from, to, cause, reason])
    }
    await expect.poll(records).toEqual([
      ['CLOSED', 'FORCED_OPEN', 'manual', 'manutenção do portão'],
      ['FORCED_OPEN', 'HALF_OPEN', 'manual', 'portão pronto'],
      ['CLOSED', 'FORCED_OPEN', 'manual', 'troca do leitor'],
      ['FORCED_OPEN', 'HALF_OPEN', 'elapsed', undefined],
    ])
  })
})

test('an isolation whose time is over waits for a person who may see its condominium (AUD-2)', async ({
  page,
  backend,
  registerDevice,
}) => {
  const wordCode = await registerDevice(backend.url)
  const device = new DevicePage(page)
  const call = await qaCall(backend.url)
  const devicesOf12 = await call('GET', '/device-control/device?condominiumId=condominio-12')
  const { wordCode: unseen, condominiumId } = (devicesOf12 as { result: DeviceTarget[] }).result[0] as DeviceTarget
  const causesOf = async (code: string) => {
    const { result } = (await call('GET', `/rest/device-audit?wordCode=${code}`)) as AuditAnswer
    return result.map(({ cause }) => cause)
  }
  await signIn(page, backend.url, 'operator', `/devices/${wordCode}`)
  await device.command('Isolar', 'troca do leitor', 'Isolar dispositivo')
  await device.isolated()
  await end(page, backend.url, [{ wordCode: unseen, condominiumId }])

  await test.step('the panel of a person without access tries only the other device, and shows no isolation', async () => {
    await page.goto(`${backend.url}/handover`)
    await expect.poll(() => causesOf(wordCode)).toContain('trial-succeeded')
    expect(JSON.parse((await storedIsolations(page)) ?? '')).toMatchObject([{ wordCode: unseen }])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Isolados neste computador')).toHaveCount(0)
    await page.goto(`${backend.url}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main').getByText(unseen)).toHaveCount(0)
  })

  await test.step('the panel of the next person with access ends and records the isolation', async () => {
    await signIn(page, backend.url, 'admin')
    await expect.poll(() => causesOf(unseen)).toContain('elapsed')
    expect(await storedIsolations(page)).toBe('[]')
  })
})
