import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { countTones, holdSoundBack, tones } from '../parts/page-sound.ts'
import {
  closeIncidents,
  condominiumIdOf,
  expect,
  makeGateEvent,
  signIn,
  test,
  withoutIncidents,
} from '../parts/panel-test.ts'

const soundBlocked = 'O navegador não tocou o som. Clique em Ouvir para permitir.'

test.beforeEach(async ({ context }) => {
  await countTones(context)
})

test.afterEach(({ backend }) => closeIncidents(backend.url))

const alerts = (page: Page) => page.getByRole('alert')

/** Clicks on the page, which permits sound from then on. */
async function switchSoundOn(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Som de alerta' }).click()
  await expect(page.getByRole('button', { name: 'Ouvir' })).toBeEnabled()
}

test('an alert of a forced door stays until it is seen, names the condominium and leads there (ALERT-1)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url)
  await expect(page).toHaveTitle('Painel · Guarita')
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  await page.clock.install()
  await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  const door = alerts(page).filter({ hasText: 'Porta forçada' })
  await expect(door).toContainText('Edifício Água Viva')
  await expect(door).toContainText(/\d\d:\d\d:\d\d/)
  await expect(page).toHaveTitle('(1) Painel · Guarita')
  await page.clock.fastForward('10:00')
  await expect(door).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  await makeGateEvent(backend.url, { condominiumId, kind: 'gate-held-open' })
  await expect(page).toHaveTitle('(2) Painel · Guarita')
  await alerts(page).getByRole('button', { name: 'mais 1 alerta' }).click()
  const gate = page.locator('.alert-strip > div').filter({ hasText: /^Portão aberto além do tempo/ })
  await gate.getByRole('button', { name: 'Visto' }).click()
  await expect(gate).toBeHidden()
  await expect(page).toHaveTitle('(1) Painel · Guarita')

  await door.getByRole('link', { name: 'Ver ocorrência' }).click()
  await expect(page).toHaveURL(/\/incidents\/[^/?]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
  await expect(door).toBeHidden()
  await expect(page).not.toHaveTitle(/^\(/)
  expect(await tones(page), 'the sound is off').toBe(0)

  await page
    .locator('.incident-facts')
    .getByRole('link', { name: /^(?!Edifício)/ })
    .click()
  await expect(page).toHaveURL(/\/devices\/AGUAVIVA-\d\d$/)
  await expect(page.getByText('está online'), 'the device answers').toBeVisible()
  const here = page.getByRole('region', { name: 'Ocorrências' }).getByRole('listitem')
  await expect(here.filter({ hasText: 'Porta forçada' }), 'the incident of the online device is shown').toHaveCount(1)
})

test('a reload keeps unseen alerts, another tab removes seen alerts, and signing out removes all (ALERT-1)', {
  tag: '@all',
}, async ({ page, context, backend }) => {
  await signIn(page, backend.url)
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  const other = await context.newPage()
  await other.goto(`${backend.url}/devices`)
  await expect(other.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
  await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  await makeGateEvent(backend.url, { condominiumId, kind: 'gate-held-open' })
  for (const each of [page, other]) await expect(alerts(each)).toContainText('mais 1 alerta')
  await page.reload()
  await expect(alerts(page)).toContainText('mais 1 alerta')

  await alerts(page).getByRole('button', { name: 'Visto' }).click()
  for (const each of [page, other]) await expect(alerts(each)).toHaveText(/^Portão aberto além do tempo/)

  await page.getByRole('button', { name: 'Menu do usuário' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(alerts(page)).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^\(/)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('thirty forced doors on a server without incidents make one toast with the newest, which leads to the notifications (ALERT-1)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await withoutIncidents(page)
  await signIn(page, backend.url)
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  for (let made = 0; made < 30; made++) await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  await expect(alerts(page)).toHaveCount(1)
  await expect(alerts(page)).toContainText('mais 29 alertas')
  await expect(page).toHaveTitle('(30) Painel · Guarita')
  expect(await axeViolations(page)).toEqual([])
  await alerts(page).getByRole('link', { name: 'mais 29 alertas' }).click()
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(alerts(page)).toHaveCount(0)
  await expect(page).toHaveTitle('Notificações · Guarita')
})

test('the sound is off by default, and only one tab of the browser sounds (ALERT-1)', {
  tag: '@all',
}, async ({ page, context, backend }) => {
  await signIn(page, backend.url, 'admin', '/pages/profile')
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  const sound = page.getByRole('switch', { name: 'Som de alerta' })
  await expect(sound).not.toBeChecked()
  await switchSoundOn(page)
  await expect(sound).toBeChecked()
  await expect.poll(() => tones(page)).toBe(6)
  expect(await axeViolations(page)).toEqual([])

  const other = await context.newPage()
  await other.goto(`${backend.url}/pages/profile`)
  await expect(other.getByRole('switch', { name: 'Som de alerta' })).toBeChecked()
  await other.getByRole('button', { name: 'Ouvir' }).click()
  await expect(other.getByRole('button', { name: 'Ouvir' })).toBeEnabled()
  await expect(other.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
  const before = (await tones(page)) + (await tones(other))

  await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  await expect(alerts(page)).toHaveCount(1)
  await expect(alerts(other)).toHaveCount(1)
  await expect.poll(async () => (await tones(page)) + (await tones(other))).toBe(before + 6)
  await expect(page.getByRole('button', { name: 'Ouvir' })).toBeEnabled()
  await expect(other.getByRole('button', { name: 'Ouvir' })).toBeEnabled()
  expect((await tones(page)) + (await tones(other))).toBe(before + 6)

  await sound.click()
  await expect(other.getByRole('switch', { name: 'Som de alerta' })).not.toBeChecked()
  await makeGateEvent(backend.url, { condominiumId, kind: 'gate-held-open' })
  await expect(alerts(page)).toContainText('mais 1 alerta')
  expect((await tones(page)) + (await tones(other))).toBe(before + 6)
})

test('a browser that blocks sound has a message with the way to permit it (ALERT-1)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await page.addInitScript(() => {
    localStorage.setItem('alertSound', 'on')
  })
  await holdSoundBack(page)
  await signIn(page, backend.url)
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  const warning = alerts(page).filter({ hasText: soundBlocked })
  await expect(warning).toBeVisible()
  expect(await tones(page)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await warning.getByRole('button', { name: 'Ouvir' }).click()
  await expect(warning).toBeHidden()
  expect(await tones(page)).toBe(6)
})

test('alerts during a lost connection are shown after the reconnection (ALERT-1)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await page.addInitScript(() => {
    const Socket = WebSocket
    const sockets: WebSocket[] = []
    let isCut = false
    window.WebSocket = class extends Socket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args)
        sockets.push(this)
        if (isCut) this.close()
      }
    }
    addEventListener('test:cut', () => {
      isCut = true
      for (const socket of sockets) socket.close()
    })
    addEventListener('test:mend', () => {
      isCut = false
    })
  })
  await signIn(page, backend.url)
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.evaluate(() => dispatchEvent(new Event('test:cut')))
  await expect(page.getByRole('status').filter({ hasText: 'Reconectando' })).toBeVisible()
  await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  await expect(alerts(page)).toHaveCount(0)
  await page.unroute('**/socket.io/**')
  await page.evaluate(() => {
    dispatchEvent(new Event('test:mend'))
  })
  await expect(alerts(page)).toContainText('Porta forçada')
  await expect(alerts(page)).toHaveCount(1)
})

test('an event leads to its page, and its condominium to the page of the condominium (ALERT-2)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signIn(page, backend.url)
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  await makeGateEvent(backend.url, { condominiumId, kind: 'intercom' })
  const ring = page.getByRole('link', { name: /^Interfone em / })
  // Finds its own row, because rows of earlier tests move when it arrives.
  const row = page.getByRole('region', { name: 'Eventos ao vivo' }).getByRole('listitem').filter({ has: ring }).first()
  await row.getByRole('link', { name: 'Edifício Água Viva' }).click()
  await expect(page).toHaveURL(new RegExp(`/condominiums/${condominiumId}$`))
  await page.goBack()
  await row.getByRole('link', { name: /^Interfone em / }).click()
  await expect(page).toHaveURL(/\/devices\/[^/?]+$/)
})
