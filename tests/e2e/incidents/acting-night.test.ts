import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import * as v from 'valibot'
import { firstValue } from '../../../backend/database/row-values.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { demoPassword } from '../../prepared-database.ts'
import { simulatedDevices } from '../devices/device-page.ts'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { type ServerAtNight, startNight, tomorrowAt } from '../parts/server-at-night.ts'

const tower = { id: 'condominio-01', name: 'Edifício Água Viva' }
const house = { name: 'Residencial São João', gate: 'SAOJOAO-03' }
const operator = 'Otávio Gonçalves'

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const items = (page: Page, name: string | RegExp) => section(page, name).getByRole('listitem')

/** Sets the time of the server and of the computer at the gatehouse. */
async function goTo(page: Page, night: ServerAtNight, at: number): Promise<void> {
  night.setTime(at)
  await page.clock.setSystemTime(at)
}

/** Forces a door of the condominium; resolves with the device's wordCode. */
async function forceDoor({ url }: ServerAtNight, condominiumId: string): Promise<string> {
  const call = await qaCall(url)
  const event = await call('POST', '/rest/simulator/event', { condominiumId, kind: 'door-forced' })
  return (event as { wordCode: string }).wordCode
}

/** Reports with the token of a controller that the gate is closed again, by a kind of event that the customer has named. */
async function reportClosed({ url }: ServerAtNight, wordCode: string, at: number): Promise<void> {
  const call = await qaCall(url)
  const kind = { code: 'GATE-CLOSED', name: 'Portão fechado', rank: 'normal', calls: false }
  await call('POST', '/rest/event-kinds', { kinds: [kind] })
  const machine = await call('POST', '/rest/machine-tokens', { name: 'Central da torre', condominiumIds: null })
  const events = [{ id: 'closed-1', wordCode, kind: kind.code, at: new Date(at).toISOString(), description: '' }]
  const answer = await fetch(`${url}/rest/device-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(machine as { token: string }).token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  })
  expect(await answer.json()).toMatchObject({ result: [{ outcome: 'stored' }] })
}

/** Exports the dossier on the audit page; resolves with the page and the JSON. */
async function exportDossier(page: Page): Promise<{ html: string; json: string }> {
  const downloads: Promise<string>[] = []
  page.on('download', (download) => downloads.push(download.path().then((path) => readFile(path, 'utf8'))))
  await page.getByRole('button', { name: 'Fazer dossiê' }).click()
  await expect(page.getByText('O dossiê foi entregue ao navegador.')).toBeVisible()
  await expect.poll(() => downloads.length).toBe(2)
  const [html = '', json = ''] = await Promise.all(downloads)
  return { html, json }
}

type StoredRecord = { seq: number; kind: string; data: { act?: string } }

/** Changes the text of the step in each record of the procedure, one file per record, without a new signature. */
function tamperedSteps(json: string): { seq: number; file: string }[] {
  const { records } = JSON.parse(json).dossier as { records: StoredRecord[] }
  const acts = ['step-done', 'step-skipped', 'call-answered', 'call-unanswered']
  return records
    .filter(({ kind, data }) => kind === 'incident' && acts.includes(data.act ?? ''))
    .map((record) => {
      const text = JSON.stringify(record)
      return { seq: record.seq, file: json.replace(text, text.replace('"step":"', '"step":"Não ')) }
    })
}

async function expectRows(rows: Locator, wanted: readonly (readonly [time: string, what: string | RegExp])[]) {
  for (const [time, what] of wanted)
    await expect(rows.filter({ hasText: what }).filter({ hasText: time }), `${time} ${what}`).toHaveCount(1)
}

test('a night of an operator: a forced door with its procedure and a call, two gates that do not open, a written noise, the paper of the handover, and a dossier that verifies (OPEN-2, PROC-2, BOOK-1, DESK-6, EVI-4)', async ({
  page,
}) => {
  test.slow()
  const night = await startNight(tomorrowAt(2, 5), { deviceTimeoutMs: 3_000 })
  const devices = simulatedDevices(night.url)
  try {
    await page.clock.install({ time: tomorrowAt(2, 5) })
    await signIn(page, night.url, 'operator')

    await goTo(page, night, tomorrowAt(2, 10))
    const wordCode = await forceDoor(night, tower.id)
    await test.step('02:10: the operator finds the forced door with two keys, and claims it with one', async () => {
      await expect(page.getByRole('alert').filter({ hasText: 'Porta forçada' })).toBeVisible()
      await page.keyboard.press('g')
      await page.keyboard.press('n')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Porta forçada: /)
      await expect(section(page, 'Procedimento').getByRole('checkbox')).toHaveCount(4)
      await page.keyboard.press('c')
      await expect(page.locator('.incident-facts').getByText('Você está cuidando')).toBeVisible()
    })

    await test.step('the operator works through the procedure, with a call to the contact of the step', async () => {
      const procedure = section(page, 'Procedimento')
      const step = (name: RegExp) => procedure.getByRole('checkbox', { name })
      await step(/Ver na câmera/).click()
      await expect(items(page, 'O que aconteceu').last()).toContainText(`${operator} fez: Ver na câmera`)
      await procedure.getByRole('button', { name: 'Não fazer…' }).first().click()
      await page.keyboard.type('Não houve invasão')
      await page.keyboard.press('Enter')
      await expect(procedure).toContainText('Não feito: Não houve invasão')
      const syndic = procedure.getByRole('listitem').filter({ hasText: 'Avisar o síndico' })
      await expect(syndic).toContainText('Ligar: Síndico: Paulo Rezende')
      await expect(syndic.getByRole('link', { name: '(11) 99820-1313' })).toHaveAttribute('href', /^tel:\+?\d+$/)
      await syndic.getByRole('button', { name: 'Não atendeu' }).click()
      await expect(syndic).toContainText(`${operator} ligou para Síndico: Paulo Rezende`)
      await syndic.getByRole('button', { name: 'Atendeu', exact: true }).click()
      await expect(step(/Avisar o síndico/)).toBeChecked()
    })

    await test.step('the event of the gate shows that the gate is closed; the operator closes the incident with its cause', async () => {
      await reportClosed(night, wordCode, tomorrowAt(2, 11))
      await expect(items(page, 'Últimos eventos').first()).toContainText('Portão fechado')
      await section(page, 'Procedimento')
        .getByRole('checkbox', { name: /Confirmar que o acesso está fechado/ })
        .click()
      await expect(items(page, 'O que aconteceu').last()).toContainText('fez: Confirmar que o acesso está fechado')
      await page.keyboard.press('Escape')
      await page.keyboard.press('e')
      await page.getByRole('button', { name: 'Alarme falso' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Encerrar', exact: true }).click()
      await expect(page.getByText('O que foi', { exact: true })).toBeVisible()
    })

    await goTo(page, night, tomorrowAt(2, 20))
    await test.step('02:20: the answer of one opening is lost, and the device refuses another', async () => {
      await page.goto(`${night.url}/devices/${house.gate}`)
      const button = page.getByRole('button', { name: `Abrir Portão Garagem, ${house.name}` })
      await devices.set(house.gate, 'mute')
      await button.click()
      await expect(page.getByText('Não sabemos se abriu: olhe o portão')).toBeVisible()
      await expect(button).toHaveAttribute('aria-disabled', 'false')
      await devices.set(house.gate, 'decline')
      await button.click()
      await expect(page.getByText('O portão recusou: o dispositivo não aceitou o comando.')).toBeVisible()
      await devices.set(house.gate, 'up')
    })

    await goTo(page, night, tomorrowAt(2, 30))
    const checked = "select count(*)::int from evidence where kind = 'command.checked'"
    await expect
      .poll(() => firstValue(night.database, checked, [], v.number()), {
        message: 'the server has asked the device about the lost answer',
      })
      .toBe(1)
    await test.step('02:30: a noise is written down', async () => {
      await page.keyboard.press('r')
      await page.getByLabel('Condomínio', { exact: true }).selectOption({ label: house.name })
      await page.getByLabel('Barulho').check()
      await page.getByLabel(/^Onde/).fill('Salão de festas')
      await page.getByLabel('O que aconteceu').fill('Música alta até tarde')
      await page.getByRole('button', { name: 'Registrar' }).click()
      await expect(items(page, 'O que aconteceu').first()).toContainText(`${operator} escreveu.`)
    })

    await goTo(page, night, tomorrowAt(2, 50))
    await test.step('02:50: the paper of the handover has all of the night', async () => {
      await page.getByRole('link', { name: 'Passagem de turno' }).click()
      await expect(items(page, 'Em aberto')).not.toHaveCount(0)
      await page.getByLabel('Recado de quem sai').fill('Síndico avisado da porta.')
      await page.getByLabel('E-mail de quem recebe').fill('admin@guarita.demo')
      await page.getByLabel('Senha de quem recebe').fill(demoPassword)
      await page.getByRole('button', { name: 'Receber o turno' }).click()
      await expect(page.getByText(/1 ocorrência passou a quem recebeu\./)).toBeVisible()
      await forceDoor(night, 'condominio-02')
      const alert = page.getByRole('alert').filter({ hasText: 'Porta forçada' })
      await expect(alert).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(alert, 'no toast is on paper').toBeHidden()
      const noise = items(page, 'Em aberto').filter({ hasText: 'Barulho' })
      await expect(noise).toContainText('em Salão de festas: Música alta até tarde.')
      await expect(noise).toContainText(`Passou de ${operator} para Ana Albuquerque`)
      const door = section(page, 'Terminaram').locator('.trouble').filter({ hasText: 'Porta forçada' })
      await expect(door).toContainText(`${operator} cuidou`)
      await expect(door).toContainText('O que foi: Alarme falso')
      await expect(door.getByRole('listitem')).toHaveText([
        /02:1\d: Otávio Gonçalves fez: Ver na câmera quem está no local\.$/,
        /não fez: Ligar para a polícia se houver invasão\. “Não houve invasão”$/,
        /ligou e ninguém atendeu: Avisar o síndico\. “Síndico: Paulo Rezende, \(11\) 99820-1313”$/,
        /ligou e alguém atendeu: Avisar o síndico\. “Síndico: Paulo Rezende, \(11\) 99820-1313”$/,
        /fez: Confirmar que o acesso está fechado\.$/,
      ])
      await expect(items(page, 'Aberturas sem confirmação')).toHaveText([
        /Portão Garagem.*São João.*02:2\d, Otávio Gonçalves: Não sabemos se abriu: olhe o portão. Consultado depois, o dispositivo diz que abriu\.$/,
        /Portão Garagem.*02:2\d, Otávio Gonçalves: O portão recusou: o dispositivo não aceitou o comando\.$/,
      ])
      for (const hidden of ['Receber o turno', 'Imprimir'])
        await expect(page.getByRole('button', { name: hidden })).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
    })

    await test.step('the taker signs in and exports the dossier, which verifies and tells the night', async () => {
      await page.getByRole('button', { name: 'Entrar como Ana Albuquerque' }).click()
      await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: 'Entrar' }).click()
      await page.getByRole('link', { name: 'Auditoria' }).click()
      const { html, json } = await exportDossier(page)
      for (const file of [html, json])
        expect(await verifyDossier(file)).toMatchObject({ isGenuine: true, problems: [] })
      const tampered = tamperedSteps(json)
      expect(tampered).toHaveLength(5)
      for (const { seq, file } of tampered) {
        const { isGenuine, problems } = await verifyDossier(file)
        expect([isGenuine, problems[0]?.seq]).toEqual([false, seq])
      }
      await page.goto(`${night.url}/verificar`)
      await page
        .getByLabel('Dossiê', { exact: true })
        .setInputFiles({ name: 'noite.html', mimeType: 'text/html', buffer: Buffer.from(html) })
      await page.getByRole('button', { name: 'Conferir' }).click()
      await expect(page.locator('.verdict')).toContainText('Confere: nenhum registro foi alterado')
      const rows = page.getByRole('article').locator('table[data-table=rows] tbody tr').filter({ hasText: operator })
      await expectRows(rows, [
        ['02:1', 'passo feito: Ver na câmera quem está no local'],
        ['02:1', 'passo não feito: Ligar para a polícia se houver invasão: Não houve invasão'],
        ['02:1', 'ligação não atendida: Avisar o síndico: Síndico: Paulo Rezende, (11) 99820-1313'],
        ['02:1', 'ligação atendida: Avisar o síndico: Síndico: Paulo Rezende, (11) 99820-1313'],
        ['02:1', 'passo feito: Confirmar que o acesso está fechado'],
        ['02:1', 'Porta forçada: encerrada: Alarme falso'],
        ['02:2', 'Abertura: não sabemos se abriu'],
        ['02:2', 'Abertura: o dispositivo recusou: o dispositivo não aceitou o comando.'],
        ['02:3', 'Barulho (gravidade baixa) em Salão de festas: Música alta até tarde.'],
      ])
    })
  } finally {
    await night.dispose()
  }
})
