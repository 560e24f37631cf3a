import type { Locator, Page } from '@playwright/test'
import { demoPassword } from '../../prepared-database.ts'
import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { countTones, tones } from '../parts/page-sound.ts'
import { closeIncidents, expect, makeGateEvent, signIn, signInByForm, test } from '../parts/panel-test.ts'

const condominiumId = 'condominio-01'
const alerts = (page: Page) => page.getByRole('alert')
const widths = [1366, 360] as const

test.afterEach(({ backend }) => closeIncidents(backend.url))

/** The buttons and links of the page that are on screen and under something else. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main a, main button, header a, header button')].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (width === 0 || left < 0 || top < 0 || left + width > innerWidth || top + height > innerHeight) return []
      const found = document.elementFromPoint(x, y)
      const isFree = found !== null && (control.contains(found) || found.contains(control))
      return isFree ? [] : [control.textContent || (control.getAttribute('aria-label') ?? '')]
    }),
  )
}

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let press = 0; press < 16; press++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

for (const width of widths)
  test(`alerts cover no button at ${width} px, and close when their page opens (DESK-4)`, async ({ page, backend }) => {
    await page.setViewportSize({ width, height: 768 })
    await signIn(page, backend.url)
    for (const kind of ['door-forced', 'gate-held-open']) await makeGateEvent(backend.url, { condominiumId, kind })
    await expect(alerts(page)).toHaveCount(1)
    await expect(alerts(page)).toContainText(/^Porta forçada.*mais 1 alertaPortão aberto além do tempo/)
    await expect(alerts(page).getByRole('link', { name: /^Ligar para a portaria: \(/ })).toHaveAttribute(
      'href',
      /^tel:/,
    )
    await expect.poll(() => coveredControls(page)).toEqual([])
    expect(await axeViolations(page)).toEqual([])

    // By another way than the button of the alert.
    await page
      .getByRole('region', { name: 'Precisa de atenção' })
      .getByRole('link', { name: /^Porta forçada: / })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
    await expect(alerts(page)).toHaveCount(1)
    await expect(alerts(page)).toContainText('Portão aberto além do tempo')
    await expect.poll(() => coveredControls(page)).toEqual([])
    await expect(page).toHaveTitle(/^\(1\)/)
  })

test('several alerts share one strip: the worst alert in full, and one line that opens the other alerts by keyboard (DESK-4)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url)
  for (const [condominiumId, kind] of [
    ['condominio-01', 'door-forced'],
    ['condominio-02', 'door-forced'],
    ['condominio-03', 'gate-held-open'],
  ] as const)
    await makeGateEvent(backend.url, { condominiumId, kind })
  await expect(alerts(page)).toContainText('mais 2 alertas')
  const seen = alerts(page).getByRole('button', { name: 'Visto' })
  await expect(seen).toHaveCount(1)
  await expect(alerts(page).locator('.alert-what'), 'the newest of the worst').toContainText('Porta forçada')
  await expect(alerts(page).locator('.alert-what')).toContainText('São João')

  const line = alerts(page).getByRole('button', { name: 'mais 2 alertas' })
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(line).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line).toHaveAttribute('aria-expanded', 'true')
  await expect(alerts(page).locator('.alert-what')).toHaveText([/^Porta forçada/, /^Porta forçada/, /^Portão aberto/])
  await expect.poll(() => coveredControls(page)).toEqual([])
  expect(await axeViolations(page)).toEqual([])

  await line.click()
  await expect(seen).toHaveCount(1)
  await seen.dblclick()
  await expect(alerts(page), 'the second click of a double click marks no other alert').toContainText('mais 1 alerta')
  await seen.focus()
  await page.keyboard.press('Enter')
  await expect(alerts(page)).toHaveText(/^Portão aberto/)
  await page.keyboard.press('Tab')
  await expect(alerts(page).getByRole('link').first(), 'the focus stays in the strip').toBeFocused()
  await seen.focus()
  await page.keyboard.press('Enter')
  await expect(alerts(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

for (const width of widths)
  test(`a forced door shows, sounds and can be reached while a dialog is open at ${width} px, and the typed text stays (DESK-4)`, async ({
    page,
    context,
    backend,
  }) => {
    await countTones(context)
    await page.setViewportSize({ width, height: 768 })
    await makeGateEvent(backend.url, { condominiumId, kind: 'gate-held-open' })
    await signIn(page, backend.url)
    await page.getByRole('button', { name: 'Som de alerta' }).click()
    await expect(page.getByRole('button', { name: 'Som de alerta' })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => tones(page)).toBe(6)
    await page
      .getByRole('region', { name: 'Precisa de atenção' })
      .getByRole('link', { name: /^Portão aberto/ })
      .click()
    await page.getByRole('button', { name: 'Encerrar…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('O que foi?').fill('Entrega demorada')
    const before = await tones(page)
    await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
    const alert = dialog.getByRole('alert').filter({ hasText: 'Porta forçada' })
    await expect(alert).toBeVisible()
    await expect.poll(() => tones(page), 'the sound plays').toBe(before + 6)
    expect(await axeViolations(page)).toEqual([])
    await expect(alert.getByRole('link', { name: 'Ver ocorrência' })).toBeInViewport()

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(alerts(page).filter({ hasText: 'Porta forçada' }), 'the alert is above the page again').toBeVisible()
    await page.getByRole('button', { name: 'Encerrar…' }).click()
    await expect(dialog.getByLabel('O que foi?'), 'Esc keeps the text').toHaveValue('Entrega demorada')
    await tabTo(page, alert.getByRole('link', { name: 'Ver ocorrência' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
    await expect(dialog).toBeHidden()
    await expect(alerts(page)).toHaveCount(0)

    await page.goBack()
    await page.getByRole('button', { name: 'Encerrar…' }).click()
    await expect(dialog.getByLabel('O que foi?')).toHaveValue('Entrega demorada')
    await dialog.getByLabel(/^Por que não foi feito/).fill('O portão já fechou')
    await dialog.getByRole('button', { name: 'Encerrar' }).click()
    await expect(dialog).toBeHidden()
  })

test('the first sign-in of a browser calls once for unclaimed incidents, and shows once that the sound is off (DESK-4, DESK-5)', async ({
  page,
  backend,
}) => {
  await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  await signInByForm(page, backend.url)
  await expect(alerts(page)).toHaveCount(1)
  await expect(alerts(page)).toContainText('Porta forçada')
  await expect(page).toHaveTitle('(1) Painel · Guarita')
  const notice = page.getByText('O som de alerta está desligado neste navegador.')
  await expect(notice).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Deixar desligado' }).click()
  await expect(notice).toBeHidden()
  await alerts(page).getByRole('button', { name: 'Visto' }).click()
  await expect(alerts(page)).toHaveCount(0)

  const other = await page.context().newPage()
  for (const each of [page, other]) {
    await each.goto(`${backend.url}/devices`)
    await expect(each.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
  }
  // The toasts load later than the page: an alert of now shows that they are there.
  await makeGateEvent(backend.url, { condominiumId, kind: 'gate-held-open' })
  for (const each of [page, other]) {
    await expect(alerts(each)).toContainText('Portão aberto além do tempo')
    await expect(alerts(each), 'neither a reload nor another tab calls again').toHaveCount(1)
    await expect(each.getByText('O som de alerta está desligado neste navegador.')).toHaveCount(0)
  }
})

for (const width of widths)
  test(`two people: an incident is handed over with a call, and taken over from an absent person at ${width} px (DESK-5)`, async ({
    page,
    browser,
  }) => {
    // Earlier tests leave sessions of these people, who then count as present for a minute.
    const backend = await startBackendProcess()
    const context = await browser.newContext()
    const other = await context.newPage()
    try {
      for (const each of [page, other]) await each.setViewportSize({ width, height: 768 })
      await signIn(page, backend.url)
      await signIn(other, backend.url, 'operator', '/devices')
      await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
      await alerts(other).getByRole('button', { name: 'Visto' }).click()
      await alerts(page).getByRole('link', { name: 'Ver ocorrência' }).click()
      await page.getByRole('button', { name: 'Estou cuidando' }).click()
      await page.getByRole('button', { name: 'Passar para…' }).click()
      const choice = page.getByLabel('Para quem')
      await expect(choice.getByRole('option').nth(1), 'present people are first').toHaveText(
        'Otávio Gonçalves (no painel agora)',
      )
      await expect(choice.getByRole('option', { name: /Ana Albuquerque/ }), 'oneself is not in the list').toHaveCount(0)
      expect(await axeViolations(page)).toEqual([])
      await choice.selectOption({ label: 'Otávio Gonçalves (no painel agora)' })
      await page.getByRole('dialog').getByRole('button', { name: 'Passar' }).click()
      await expect(
        page.getByText('Você passou para Otávio Gonçalves, ainda sem resposta').filter({ visible: true }).first(),
      ).toBeVisible()
      await expect(alerts(page), 'only the new owner is called').toHaveCount(0)

      await expect(alerts(other)).toContainText('Ana Albuquerque passou para você')
      await expect(other).toHaveTitle(/^\(1\)/)
      expect(await axeViolations(other)).toEqual([])
      await alerts(other).getByRole('link', { name: 'Ver ocorrência' }).click()
      await other.getByRole('button', { name: 'Estou cuidando' }).click()
      await expect(other.getByText('Você está cuidando').filter({ visible: true }).first()).toBeVisible()
      await expect(page.getByText('Otávio Gonçalves está cuidando').filter({ visible: true }).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Assumir' }), 'the owner is present').toHaveCount(0)

      await other.getByRole('button', { name: 'Menu do usuário' }).click()
      await other.getByRole('menuitem', { name: 'Sair' }).click()
      await expect(other).toHaveURL(/\/login$/)
      // The page asks again for the people who are present, without a reload.
      await page.getByRole('button', { name: 'Assumir' }).click()
      await expect(page.getByText('Você está cuidando').filter({ visible: true }).first()).toBeVisible()
      await expect(
        page.getByText('Ana Albuquerque assumiu de Otávio Gonçalves, que não estava no painel.'),
      ).toBeVisible()
      expect(await axeViolations(page)).toEqual([])
    } finally {
      await context.close()
      await backend.dispose()
    }
  })

test('after a handover the computer offers the taker to sign in (DESK-5)', async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/handover')
  await page.getByLabel('E-mail de quem recebe').fill('operador@guarita.demo')
  await page.getByLabel('Senha de quem recebe').fill(demoPassword)
  await page.getByRole('button', { name: 'Receber o turno' }).click()
  await expect(page.getByText('Este computador continua com Ana Albuquerque.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Entrar como Otávio Gonçalves' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('E-mail')).toHaveValue('operador@guarita.demo')
  const password = page.getByLabel('Senha', { exact: true })
  await expect(password).toBeFocused()
  await password.fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: 'Menu do usuário' }).click()
  await expect(page.getByText('Otávio Gonçalves').last()).toBeVisible()
})
