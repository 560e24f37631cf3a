import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { type ServerAtNight, startNight, tomorrowAt } from '../parts/server-at-night.ts'

const wordCode = 'NOITE-01'

/** Lets the simulated device refuse connections, or answer again. */
async function behave({ url }: ServerAtNight, fault: 'up' | 'refuse'): Promise<void> {
  const admin = await qaCall(url)
  await admin('PUT', `/rest/simulator/device/${wordCode}`, { fault })
  await admin('POST', '/rest/auth/sign-out')
}

/** Times of the records of a kind about the device. */
async function recorded({ database }: ServerAtNight, kind: string): Promise<Date[]> {
  const rows = await database.query(
    'select at from evidence where word_code = $1 and kind = $2 order by seq',
    [wordCode, kind],
    v.object({ at: v.date() }),
  )
  return rows.map(({ at }) => at)
}

/** Ten copies of the dossier with one changed byte each, and the number of the changed record. */
function tamperedTen(text: string): { seq: number; text: string }[] {
  const { records } = JSON.parse(text).dossier
  const tampered = Array.from({ length: 10 }, (_, index) => records[Math.floor((index * records.length) / 10)])
  return tampered.map((record, index) => {
    const own = JSON.stringify(record)
    const start = text.indexOf(own)
    for (let at = start + Math.floor((own.length * (index + 1)) / 12); ; at += 1) {
      const letter = text.charAt(at)
      if (!/[0-8a-y]/.test(letter)) continue
      const changed = `${text.slice(0, at)}${String.fromCharCode(letter.charCodeAt(0) + 1)}${text.slice(at + 1)}`
      if (isJson(changed)) return { seq: record.seq, text: changed }
    }
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Verifies a file on the page; resolves with the verdict. */
async function verdictOn(page: Page, name: string, text: string): Promise<string> {
  await page.getByLabel('Dossiê', { exact: true }).setInputFiles({
    name,
    mimeType: name.endsWith('.html') ? 'text/html' : 'application/json',
    buffer: Buffer.from(text),
  })
  await page.getByRole('button', { name: 'Conferir' }).click()
  const verdict = page.locator('.verdict')
  await expect(verdict).toBeVisible()
  return (await verdict.textContent()) ?? ''
}

test('a failure at 03:12 without any open panel can be proved and verified later (EVI-1, EVI-4)', {
  tag: '@all',
}, async ({ page, context }) => {
  const night = await startNight(tomorrowAt(0, 0))
  try {
    night.setTime(tomorrowAt(0, 5))
    const admin = await qaCall(night.url)
    const body = { name: 'Portão da noite', model: 'CA-200', ip: '127.0.0.1', port: 9_631 }
    await admin('POST', `/device-control/device/condominio-01/user-admin/${wordCode}`, body)
    await admin('POST', '/rest/auth/sign-out')
    night.setTime(tomorrowAt(1, 0))
    const operator = await qaCall(night.url, 'operator')
    await operator('POST', `/device-control/device/restart/${wordCode}`)
    await operator('POST', '/rest/auth/sign-out')

    night.setTime(tomorrowAt(3, 12))
    await behave(night, 'refuse')
    await expect.poll(async () => (await recorded(night, 'contact.lost')).length).toBe(1)
    const [lostAt] = await recorded(night, 'contact.lost')
    expect((lostAt?.getTime() ?? 0) - tomorrowAt(3, 12)).toBeLessThan(60_000)
    night.setTime(tomorrowAt(3, 40))
    await behave(night, 'up')
    await expect.poll(async () => (await recorded(night, 'contact.back')).length).toBe(1)

    night.setTime(tomorrowAt(7, 0))
    await page.clock.install({ time: tomorrowAt(7, 0) })
    await signIn(page, night.url, 'auditor', `/audit?dispositivo=${wordCode}`)
    const downloads: Promise<string>[] = []
    page.on('download', (download) => downloads.push(download.path().then((path) => readFile(path, 'utf8'))))
    await page.getByRole('button', { name: 'Fazer dossiê' }).click()
    await expect(page.getByText('O dossiê foi entregue ao navegador.')).toBeVisible()
    await expect.poll(() => downloads.length).toBe(2)
    const [html = '', json = ''] = await Promise.all(downloads)

    await page.goto(`${night.url}/verificar`)
    const verdict = await verdictOn(page, 'dossie.html', html)
    expect(verdict).toContain('Confere: nenhum registro foi alterado')
    expect(verdict).toMatch(/\d+ registros, 0 cabeças usadas, assinatura de [0-9a-f]{64}/)
    const sheet = page.getByRole('article')
    await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(
      'Dossiê do dispositivo Portão da noite (NOITE-01)',
    )
    const happened = sheet.locator('table[data-table=rows] tbody tr')
    await expect(happened.filter({ hasText: 'O servidor perdeu o contato com o dispositivo' })).toContainText('03:12')
    await expect(happened.filter({ hasText: /voltou a responder ao servidor, depois de 2[78] min/ })).toContainText(
      '03:40',
    )
    await expect(happened.filter({ hasText: 'Reinício: pedido recebido para o dispositivo' })).toContainText('01:00')
    await expect(happened.filter({ hasText: 'Reinício: o dispositivo aceitou' })).toContainText('user-operador')
    const people = sheet.locator('table[data-table=people] tbody tr')
    await expect(people).toHaveText([
      /user-admin.*00:05.*00:05/,
      /user-operador.*01:00.*01:00/,
      /user-admin.*03:12.*03:12/,
      /user-admin.*03:40.*03:40/,
      /user-auditor.*07:00/,
    ])

    for (const { seq, text } of tamperedTen(json)) {
      const verdict = await verdictOn(page, 'dossie.json', text)
      expect(verdict).toContain('Não confere.')
      expect(verdict).toContain(`Registro ${seq}:`)
    }
    const repainted = html.replace('O servidor perdeu o contato', 'O servidor manteve o contato')
    expect(await verdictOn(page, 'dossie.html', repainted)).toContain('A página não é a que foi assinada')
    await expect(sheet).toBeHidden()

    const file = join(night.folder, 'dossie.html')
    await writeFile(file, html)
    await context.setOffline(true)
    await page.goto(`file://${file}`)
    await expect(page.getByRole('status')).toContainText('CONFERE. Nenhum registro foi alterado')
  } finally {
    await night.dispose()
  }
})
