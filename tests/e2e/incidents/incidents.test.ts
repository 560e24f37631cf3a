import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { closeIncidents, expect, makeGateEvent, qaCall, signIn, test, withoutIncidents } from '../parts/panel-test.ts'

const condominiumId = 'condominio-01'
const situation = (page: Page) => page.locator('.situation')
const troubles = (page: Page) => page.getByRole('region', { name: 'Precisa de atenção' }).getByRole('listitem')
const alerts = (page: Page) => page.getByRole('alert')
const claim = (page: Page) => page.getByRole('button', { name: /^Estou cuidando/ })

/** Finds the devices of the condominium; `behave` sets their fault and has the server check them. */
async function devicesOf(url: string) {
  const call = await qaCall(url)
  const answer = await call('GET', `/device-control/device?condominiumId=${condominiumId}`)
  const codes = (answer as { result: { wordCode: string }[] }).result.map(({ wordCode }) => wordCode)
  return {
    codes,
    async behave(wordCodes: readonly string[], fault: 'up' | 'refuse') {
      for (const wordCode of wordCodes) {
        await call('PUT', `/rest/simulator/device/${wordCode}`, { fault })
        await call('GET', `/rest/api/health/device/${wordCode}`)
      }
    },
  }
}

test('if two people claim an incident together, one gets it and the other sees the owner (INC-3)', {
  tag: '@all',
}, async ({ page, browser }) => {
  const backend = await startBackendProcess()
  const context = await browser.newContext()
  const other = await context.newPage()
  try {
    await signIn(page, backend.url)
    await signIn(other, backend.url, 'operator')
    await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
    for (const each of [page, other]) {
      await expect(troubles(each)).toHaveCount(1)
      await expect(troubles(each)).toContainText('Porta forçada')
      await expect(alerts(each)).toHaveCount(1)
      await expect(alerts(each)).toContainText('Porta forçada')
      await expect(each).toHaveTitle('(1) Painel · Guarita')
    }
    expect(await axeViolations(page)).toEqual([])

    await Promise.all([claim(page).click(), claim(other).click()])
    const texts = () => Promise.all([page, other].map((each) => troubles(each).textContent()))
    await expect.poll(async () => (await texts()).filter((text) => text?.includes('Você está cuidando')).length).toBe(1)
    await expect
      .poll(async () => (await texts()).filter((text) => /(?<!Você) está cuidando/.test(text ?? '')).length)
      .toBe(1)
    for (const each of [page, other]) {
      await expect(claim(each), 'the claim button is gone').toHaveCount(0)
      await expect(alerts(each), 'a claimed incident has no alert').toHaveCount(0)
      await expect(each).toHaveTitle('Painel · Guarita')
    }
  } finally {
    await context.close()
    await backend.dispose()
  }
})

test('a condominium without contact is one row with a live count, one toast and one history (INC-1, INC-4, INC-6)', {
  tag: '@all',
}, async ({ page }) => {
  const backend = await startBackendProcess({ GUARITA_DEVICE_TIMEOUT_MS: '300' })
  try {
    const { codes, behave } = await devicesOf(backend.url)
    await signIn(page, backend.url)
    await expect(situation(page)).toHaveText(/^Tudo responde\./)
    await behave(codes, 'refuse')
    await expect(troubles(page)).toHaveCount(1)
    await expect(situation(page)).toContainText('Edifício Água Viva inteiro está sem contato')
    await expect(situation(page)).toHaveClass(/tone-bad/)
    await expect(alerts(page)).toHaveCount(1)
    await expect(alerts(page)).toContainText('Edifício Água Viva')
    await expect(page).toHaveTitle('(1) Painel · Guarita')
    await behave(codes.slice(0, 1), 'up')
    await expect(troubles(page)).toContainText(`${codes.length - 1} de ${codes.length} dispositivos`)

    await alerts(page).getByRole('link', { name: 'Ver ocorrência' }).click()
    await expect(page).toHaveURL(/\/incidents\/[^/?]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Edifício Água Viva')
    await expect(alerts(page)).toHaveCount(0)
    const history = page.getByRole('region', { name: 'O que aconteceu' }).getByRole('listitem')
    await expect(history).toHaveText([/Começou\./])
    const devices = page.getByRole('region', { name: 'Dispositivos' }).getByRole('listitem')
    await expect(devices).toHaveCount(codes.length)
    await expect(devices.filter({ hasText: 'Voltou' })).toHaveCount(1)
    expect(await axeViolations(page)).toEqual([])
    await page.locator('.incident-facts').getByRole('link', { name: 'Edifício Água Viva' }).click()
    const ofCondominium = page.getByRole('region', { name: 'Ocorrências' }).getByRole('listitem')
    await expect(ofCondominium, 'the page of the condominium has the incident, too (PAGE-2)').toHaveCount(1)
    await ofCondominium.getByRole('link', { name: /sem contato/ }).click()

    await page.getByRole('button', { name: 'Comentar' }).click()
    await expect(page.getByText('Escreva o comentário.')).toBeVisible()
    await expect(page.getByLabel('Comentário')).toBeFocused()
    await page.getByLabel('Comentário').fill('a'.repeat(501))
    await expect(page.getByText('Use no máximo 500 caracteres: há 501.')).toBeVisible()
    await expect(page.getByLabel('Comentário'), 'the text is not cut').toHaveValue('a'.repeat(501))
    await page.getByLabel('Comentário').fill('Liguei para a concessionária.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(history.last()).toContainText('Liguei para a concessionária.')

    await page.getByRole('button', { name: 'Silenciar…' }).click()
    const hour = page.locator('label', { hasText: /^1 hora, até/ })
    await hour.click()
    const isTomorrow = (await hour.textContent())?.includes('amanhã')
    await page.getByLabel('Motivo').fill('Falta de luz na rua.')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Silenciar' }).click()
    await expect(
      page.getByText(isTomorrow ? /^Silenciado até amanhã às \d\d:\d\d$/ : /^Silenciado até \d\d:\d\d$/),
    ).toBeVisible()
    await expect(page.getByText('Falta de luz na rua.').first()).toBeVisible()
    await expect(history.last()).toContainText(/silenciou até/)

    await page.getByRole('link', { name: 'Painel', exact: true }).click()
    await expect(troubles(page), 'a silenced incident is not hidden').toHaveCount(1)
    await expect(troubles(page)).toHaveClass(/tone-neutral/)
    await expect(situation(page)).toHaveText(/^Silenciado até/)
    await expect(situation(page)).toHaveClass(/tone-warn/)

    await behave(codes, 'up')
    await expect(situation(page)).toHaveText(/^Tudo responde\./)
    await expect(troubles(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Ocorrências', exact: true }).click()
    await expect(page.getByText('Nenhuma ocorrência aberta.')).toBeVisible()
    const past = page.getByRole('region', { name: 'Anteriores' }).getByRole('listitem')
    await expect(past).toHaveCount(1)
    await expect(past).toContainText('voltou a responder')
    expect(await axeViolations(page)).toEqual([])
  } finally {
    await backend.dispose()
  }
})

test('with a server without incidents the panel shows none (INC-1)', { tag: '@all' }, async ({
  page,
  impatient: { url },
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/incidents')) asked.push(request.url())
  })
  await withoutIncidents(page)
  await signIn(page, url)
  await expect(situation(page)).not.toHaveText(/^Consultando/)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Eventos' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ocorrências', exact: true })).toHaveCount(0)
  await makeGateEvent(url, { condominiumId, kind: 'door-forced' })
  await expect(alerts(page), 'the event itself makes an alert').toContainText('Porta forçada')
  await expect(alerts(page).getByRole('link', { name: 'Ver dispositivo' })).toBeVisible()
  await expect(claim(page)).toHaveCount(0)
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('nav a[href$="/incidents"]')) document.documentElement.dataset.led = 'to incidents'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(situation(page)).not.toHaveText(/^Consultando/)
  await expect(page.locator('html'), 'the next load never shows the link (BOOT-2)').not.toHaveAttribute('data-led')
  await page.goto(`${url}/incidents`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('Esta página não existe ou mudou de endereço.')).toBeVisible()
  expect(asked).toEqual([])
  await closeIncidents(url)
})
