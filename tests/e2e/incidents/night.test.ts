import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { demoPassword } from '../../prepared-database.ts'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { type ServerAtNight, startNight, tomorrowAt } from '../parts/server-at-night.ts'

const alerts = (page: Page) => page.getByRole('alert')
const troubles = (page: Page) => page.getByRole('region', { name: 'Precisa de atenção' }).getByRole('listitem')
const history = (page: Page) => page.getByRole('region', { name: 'O que aconteceu' }).getByRole('listitem')

/** Finds the devices of a condominium, which the server checks by itself. */
async function devicesAt(url: string, condominiumId: string) {
  const call = await qaCall(url)
  const answer = await call('GET', `/device-control/device?condominiumId=${condominiumId}`)
  const { name: place } = (await call('GET', `/rest/condominium/by-id/${condominiumId}`)) as { name: string }
  const devices = (answer as { result: { wordCode: string; name: string }[] }).result
  const behave = async (count: number, fault: 'up' | 'refuse') => {
    // Signs in again before each call: a session lasts an hour, the night is longer.
    const admin = await qaCall(url)
    for (const { wordCode } of devices.slice(0, count))
      await admin('PUT', `/rest/simulator/device/${wordCode}`, { fault })
  }
  return {
    place,
    /** Name of the first device. */
    name: devices[0]?.name ?? '',
    count: devices.length,
    fail: (count: number) => behave(count, 'refuse'),
    comeBack: () => behave(devices.length, 'up'),
  }
}

/** Time of the oldest last check of a device, in epoch milliseconds: of the data before the server has checked all devices. */
async function oldestCheckAt({ url }: ServerAtNight): Promise<number> {
  const details = await (await qaCall(url))('GET', '/rest/api/health/detailed')
  return Date.parse((details as { oldestCheckAt: string }).oldestCheckAt)
}

/** Counts the tones that start in the page. */
async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      document.documentElement.dataset.tones = `${Number(document.documentElement.dataset.tones ?? 0) + 1}`
      return start.apply(this, args)
    }
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0))
}

/** Sets the time of the server and of the computer at the gatehouse, where the user keeps the session active. */
async function goOn(page: Page, night: ServerAtNight, to: number): Promise<void> {
  for (let at = await page.evaluate(() => Date.now()); at < to; ) {
    const next = Math.min(at + 20 * 60_000, to)
    night.setTime(next)
    await page.clock.fastForward(next - at)
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift')
        return page.evaluate(() => Date.parse(JSON.parse(localStorage.getItem('user') ?? '{}').expiration) - Date.now())
      })
      .toBeGreaterThan(30 * 60_000)
    at = next
  }
}

test('a night: call at 02:10, claim, silence by mistake and undo, another condominium, an oscillating device, the handover at 06:00, and a dossier that verifies (INC-1, INC-3, INC-4, INC-5, INC-6, INC-7, EVI-4)', async ({
  page,
}) => {
  test.slow()
  const night = await startNight(tomorrowAt(2, 5))
  const tones = await countTones(page)
  try {
    const [tower, second, third] = await Promise.all(
      ['condominio-01', 'condominio-02', 'condominio-03'].map((id) => devicesAt(night.url, id)),
    )
    if (tower === undefined || second === undefined || third === undefined) throw new Error('no devices')
    await expect.poll(() => oldestCheckAt(night)).toBeGreaterThan(tomorrowAt(2, 4))
    await page.clock.install({ time: tomorrowAt(2, 5) })
    await signIn(page, night.url, 'admin', '/pages/profile')
    await page.getByRole('switch', { name: 'Som de alerta' }).click()
    await expect.poll(tones).toBe(6)
    await expect(page.getByRole('button', { name: 'Ouvir' })).toBeEnabled()
    await page.getByRole('link', { name: 'Painel', exact: true }).click()
    await expect(page.locator('.situation')).toHaveText(/^Tudo responde\./)

    await goOn(page, night, tomorrowAt(2, 10))
    await tower.fail(1)
    const sentence = `${tower.name} está sem contato. A rede até lá responde; parece desligado, reiniciando ou travado.`
    await expect(alerts(page)).toContainText(sentence)
    await expect.poll(tones, { message: 'the alert has sounded' }).toBe(12)
    await alerts(page).getByRole('link', { name: 'Ver ocorrência' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence)
    await expect(page.locator('.incident-facts time')).toHaveText(/^02:1\d:\d\d$/)
    await page.getByRole('button', { name: 'Estou cuidando' }).click()
    await expect(page.locator('.incident-facts').getByText('Você está cuidando')).toBeVisible()

    await page.getByRole('button', { name: 'Silenciar…' }).click()
    await page.getByLabel('Motivo').fill('Era outra ocorrência.')
    await page.getByRole('dialog').getByRole('button', { name: 'Silenciar' }).click()
    await expect(page.getByText(/^Silenciado até 03:1\d$/)).toBeVisible()
    await page.getByRole('button', { name: 'Encerrar silêncio' }).click()
    await expect(page.getByText(/^Silenciado até/)).toHaveCount(0)
    await expect(page.locator('.incident-facts').getByText('Você está cuidando'), 'the claim is restored').toBeVisible()
    await expect(history(page)).toHaveText([/Começou/, /está cuidando/, /silenciou até 03:1\d/, /encerrou o silêncio/])
    await page.getByRole('link', { name: 'Painel', exact: true }).click()

    await goOn(page, night, tomorrowAt(2, 40))
    await second.fail(second.count)
    await expect(alerts(page)).toContainText(`${second.place} inteiro está sem contato: energia`)
    await expect.poll(tones).toBe(18)
    // A jump of the clock ends a health check that is under way.
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect(page.locator('.situation')).toContainText('2 ocorrências. A pior:')
    await alerts(page).getByRole('button', { name: 'Visto' }).click()
    await goOn(page, night, tomorrowAt(3, 20))
    await second.comeBack()
    await expect(troubles(page)).toHaveCount(1)

    await goOn(page, night, tomorrowAt(4, 0))
    const oscillating = troubles(page).filter({ hasText: third.place })
    await third.fail(1)
    await expect(oscillating).toContainText('está sem contato')
    await third.comeBack()
    await expect(oscillating).toHaveCount(0)
    await third.fail(1)
    await expect(oscillating).toContainText(`${third.name} oscila: 2 quedas em 15 min.`)
    await third.comeBack()
    await expect(oscillating, 'the incident stays open while the device oscillates').toContainText('oscila')
    await goOn(page, night, tomorrowAt(4, 20))
    await expect(oscillating).toHaveCount(0)

    await goOn(page, night, tomorrowAt(6, 0))
    await page.getByRole('link', { name: 'Passagem de turno' }).click()
    const open = page.getByRole('region', { name: 'Em aberto' }).getByRole('listitem')
    const over = page.getByRole('region', { name: 'Terminaram' }).getByRole('listitem')
    await expect(open).toHaveText([new RegExp(`${tower.name} está sem contato.*Ana Albuquerque está cuidando`)])
    await expect(over.filter({ hasText: `${second.place} voltou a responder.` })).toHaveCount(1)
    await expect(over.filter({ hasText: third.place })).toHaveCount(1)
    await page.getByLabel('Recado de quem sai').fill('O técnico vem às oito.')
    await page.getByLabel('E-mail de quem recebe').fill('operador@guarita.demo')
    await page.getByLabel('Senha de quem recebe').fill(demoPassword)
    await page.getByRole('button', { name: 'Receber o turno' }).click()
    await expect(page.getByText(/passou o turno a .* 06:0\d\. 1 ocorrência passou a quem recebeu\./)).toBeVisible()

    await page.getByRole('link', { name: 'Auditoria' }).click()
    const downloads: Promise<string>[] = []
    page.on('download', (download) => downloads.push(download.path().then((path) => readFile(path, 'utf8'))))
    await page.getByRole('button', { name: 'Fazer dossiê' }).click()
    await expect(page.getByText('O dossiê foi entregue ao navegador.')).toBeVisible()
    await expect.poll(() => downloads.length).toBe(2)
    for (const file of await Promise.all(downloads))
      expect(await verifyDossier(file)).toMatchObject({ isGenuine: true, problems: [] })
    const [html = ''] = await Promise.all(downloads)
    await page.goto(`${night.url}/verificar`)
    await page
      .getByLabel('Dossiê', { exact: true })
      .setInputFiles({ name: 'noite.html', mimeType: 'text/html', buffer: Buffer.from(html) })
    await page.getByRole('button', { name: 'Conferir' }).click()
    await expect(page.locator('.verdict')).toContainText('Confere: nenhum registro foi alterado')
    const happened = page.getByRole('article').locator('table[data-table=rows] tbody tr')
    for (const [time, what] of [
      ['02:1', 'Dispositivos sem contato: a ocorrência começou'],
      ['02:1', 'alguém disse “Estou cuidando”'],
      ['02:1', /silenciada.*Era outra ocorrência\./],
      ['02:1', 'o silêncio acabou'],
      ['02:4', 'Dispositivos sem contato: a ocorrência começou'],
      ['04:0', 'começou a oscilar'],
      ['04:', 'parou de oscilar'],
      ['06:0', 'passou para outra pessoa'],
      ['06:0', 'Turno passado, com 1 ocorrência aberta; 1 passou a quem recebeu'],
    ] as const)
      await expect(happened.filter({ hasText: what }).filter({ hasText: time }), `${time} ${what}`).not.toHaveCount(0)
  } finally {
    await night.dispose()
  }
})
