import { axeViolations } from '../parts/axe.ts'
import { closeIncidents, condominiumIdOf, expect, makeGateEvent, qaCall, signIn, test } from '../parts/panel-test.ts'

test.afterEach(({ backend }) => closeIncidents(backend.url))

test('events at the gate are counted live at the bell and can be read one by one (NOT-2, NOT-3)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url)
  const bell = page.getByRole('button', { name: 'Notificações' })
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  const unread = async () => Number((await page.locator('.bell-badge').textContent()) ?? 0)
  const before = await unread()
  await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  await expect.poll(unread).toBe(before + 1)

  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notificações' })
  const newest = panel.getByRole('listitem').first()
  await expect(newest).toContainText('Porta forçada')
  await expect(newest).toContainText('Não lida')
  expect(await unread(), 'opening the bell marks nothing as read').toBe(before + 1)
  expect(await axeViolations(page)).toEqual([])

  await newest.getByRole('link', { name: /Porta forçada/ }).click()
  await expect(page, 'the notification leads to its incident (ALERT-2)').toHaveURL(/\/incidents\/[^/?]+$/)
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await bell.click()
  await expect(newest).not.toContainText('Não lida')
  await expect.poll(unread).toBe(before)

  await makeGateEvent(backend.url, { condominiumId, kind: 'gate-held-open' })
  await expect(newest).toContainText('Portão aberto além do tempo')
  await expect.poll(unread).toBe(before + 1)
  await newest.getByRole('button', { name: 'Excluir notificação' }).click()
  await expect.poll(unread).toBe(before)
  await expect(newest).toContainText('Porta forçada')
  await expect(newest.getByRole('link'), 'the next notification has the focus').toBeFocused()

  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell).toBeFocused()
  await page.reload()
  await bell.click()
  await expect(newest, 'the server has stored the read state').toContainText('Porta forçada')
  await expect(newest).not.toContainText('Não lida')
  expect(await unread()).toBe(before)
})

test('all notifications have a page with a filter for unread ones, which are marked as read together', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signIn(page, backend.url)
  const call = await qaCall(backend.url)
  const condominiums = (await call('GET', '/rest/condominium/by-user?userId=user-admin')) as {
    result: { id: string }[]
  }
  for (const { id: condominiumId } of condominiums.result.slice(0, 6))
    for (const kind of ['door-forced', 'gate-held-open'])
      await call('POST', '/rest/simulator/event', { condominiumId, kind })
  await page.getByRole('button', { name: 'Notificações' }).click()
  const panel = page.getByRole('dialog', { name: 'Notificações' })
  await expect(panel.getByRole('listitem')).toHaveCount(10)
  await panel.getByRole('link', { name: 'Ver todas as notificações' }).click()
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(panel).toBeHidden()
  const list = page.getByRole('region', { name: 'Lista de notificações' })
  await expect(list.getByRole('listitem').nth(10)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('link', { name: /Não lidas/ }).click()
  await expect(list.getByText('Não lida.').first()).toBeAttached()
  await page.getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(list.getByText('Nenhuma notificação por ler')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'the button disappeared with its focus').toBeFocused()
  await expect(page.locator('.bell-badge')).toBeHidden()
  await page.reload()
  await expect(list.getByText('Nenhuma notificação por ler')).toBeVisible()
})

test('a deletion that the server refuses is undone, and a failed list can be loaded again', {
  tag: '@all',
}, async ({ page, backend }) => {
  await page.route('**/rest/notifications/**', (route) => route.abort())
  await signIn(page, backend.url)
  await page.getByRole('button', { name: 'Notificações' }).click()
  const panel = page.getByRole('dialog', { name: 'Notificações' })
  await expect(panel.getByText('Não foi possível carregar as notificações.')).toBeVisible()
  await page.unroute('**/rest/notifications/**')
  await panel.getByRole('button', { name: 'Tentar novamente' }).click()
  const newest = panel.getByRole('listitem').first()
  await expect(newest).toBeVisible()
  // Compares all texts, because two alerts of one second may have the same text.
  const texts = () => panel.getByRole('listitem').allTextContents()
  const before = await texts()

  let refuse = () => {}
  const held = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/rest/notifications/*', async (route) => {
    await held
    await route.abort()
  })
  await newest.getByRole('button', { name: 'Excluir notificação' }).click()
  await expect.poll(texts).not.toEqual(before)
  refuse()
  await expect.poll(texts).toEqual(before)
})
