import type { Locator } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { closeIncidents, condominiumIdOf, expect, makeGateEvent, signIn, test } from '../parts/panel-test.ts'

/** Point on the middle line of an element, with a random x. */
async function within(element: Locator): Promise<[x: number, y: number]> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('the element is not on the page')
  return [box.x + box.width * Math.random(), box.y + box.height / 2]
}

test('the page of a condominium has its contacts, the status of its devices and its events (PAGE-2, ALERT-2)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', '/condominiums')
  const id = await condominiumIdOf(page, 'Edifício Água Viva')
  const main = page.getByRole('main')

  await test.step('a person opens the page from the list', async () => {
    await main.getByRole('link', { name: 'Edifício Água Viva', exact: true }).click()
    await expect(page).toHaveURL(`${backend.url}/condominiums/${id}`)
    await expect(main.getByRole('heading', { name: 'Edifício Água Viva' })).toBeFocused()
    await expect(main.getByText('Avenida Paulista, 1842, Bela Vista, São Paulo/SP, CEP 01310-100')).toBeVisible()
    const maintenance = main.getByRole('link', { name: '(11) 4002-8922' })
    await expect(maintenance).toHaveAttribute('href', 'tel:+551140028922')
    await expect(main.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')).toHaveCount(4)
  })

  await test.step('the page shows new events live', async () => {
    const events = main.getByRole('region', { name: 'Eventos ao vivo' }).getByRole('listitem')
    await expect(events).toHaveCount(12)
    await makeGateEvent(backend.url, { condominiumId: id, kind: 'intercom' })
    await expect(events.first()).toContainText('Interfone')
    const more = main.getByRole('link', { name: 'Ver todos os eventos' })
    await expect(more).toHaveAttribute('href', `/events?condominio=${id}`)
    await expect(main.getByText(/^Com movimento: último evento/)).toBeVisible()
  })

  await test.step('the events stay in place under a pointer, and new ones are counted (PAGE-1)', async () => {
    const card = main.getByRole('region', { name: 'Eventos ao vivo' })
    const first = card.getByRole('listitem').first()
    await first.hover()
    await makeGateEvent(backend.url, { condominiumId: id, kind: 'access-denied' })
    // A pointer that rests lets the list continue.
    await expect(async () => {
      await page.mouse.move(...(await within(first)))
      await expect(card).toContainText('1 novo espera', { timeout: 500 })
    }).toPass({ timeout: 60_000 })
    await expect(first).toContainText('Interfone')
    await page.mouse.move(0, 0)
    await expect(first).toContainText('Acesso negado')
    await expect(card).toContainText('deste condomínio')
  })

  await test.step('a person opens the form and returns to the same page', async () => {
    await main.getByRole('link', { name: 'Editar', exact: true }).click()
    await expect(main.getByLabel('Telefone da manutenção')).toHaveValue('(11) 4002-8922')
    await page.goBack()
    await expect(main.getByRole('heading', { name: 'Edifício Água Viva' })).toBeVisible()
  })

  await test.step('a missing condominium has a message, and a failed load keeps the known data', async () => {
    await page.evaluate(() => history.pushState(null, '', '/condominiums/nada'))
    await expect(main.getByRole('alert')).toContainText('não existe, foi excluído, ou não está entre os seus')
    await page.route('**/condominium/by-id/*', (route) => route.abort())
    await page.goBack()
    await expect(main.getByRole('alert')).toContainText('Não foi possível conferir este cadastro agora')
    await expect(main.getByRole('link', { name: '(11) 4002-8922' })).toBeVisible()
    await page.unroute('**/condominium/by-id/*')
    await main.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(main.getByRole('alert')).toHaveCount(0)
  })
})

test('the list of condominiums marks open incidents in red, and movement is grey text (STATE-4)', async ({
  page,
  backend,
}) => {
  await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'door-forced' })
  await signIn(page, backend.url, 'admin', '/condominiums')
  const main = page.getByRole('main')
  const rows = main.getByRole('list').getByRole('listitem')
  const troubled = rows.filter({ hasText: 'Residencial São João' })
  await expect(troubled.getByText('1 ocorrência')).toHaveCSS('color', 'rgb(189, 34, 51)')
  await expect(rows.filter({ hasText: 'ocorrência' })).toHaveCount(1)
  await expect(main.locator('.activity-dot')).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
  await troubled.getByRole('link').first().click()
  await expect(main.getByText(/^Com movimento/)).toHaveCSS('color', 'rgb(80, 96, 124)')
  await expect(main.locator('.activity-dot')).toHaveCount(0)
  const devices = main.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')
  await expect(devices).not.toHaveCount(0)
  await expect(devices.filter({ hasText: 'Residencial São João' })).toHaveCount(0)
  await expect(devices.first()).toContainText(/SAOJOAO-0\d/)
  expect(await axeViolations(page)).toEqual([])
  await closeIncidents(backend.url)
})
