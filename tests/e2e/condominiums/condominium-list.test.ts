import type { Locator } from '@playwright/test'
import { condominiumIdOf, expect, signIn, test } from '../parts/panel-test.ts'
import { CondominiumFormPage } from './condominium-form-page.ts'

test('a condominium with devices is not deleted, and a message names the next step', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  const form = new CondominiumFormPage(page)
  await signIn(page, backend.url, 'admin', '/condominiums')
  await form.listed()
  await form.button('Excluir Residencial São João').click()
  await form.button('Excluir condomínio').click()
  await expect(page.getByRole('alert').filter({ hasText: /ainda tem \d+ dispositivos/ })).toBeVisible()
  await page.getByRole('link', { name: 'Ver os dispositivos' }).click()
  await expect(page).toHaveURL(/\/devices\?condominio=/)
})

test('the list is searched and sorted through its address', { tag: '@all' }, async ({ page, backend }) => {
  const form = new CondominiumFormPage(page)
  await signIn(page, backend.url, 'admin', '/condominiums')
  await form.listed()
  const nameIn = (row: Locator) => row.getByRole('link').first()
  const first = (await nameIn(form.rows.first()).textContent()) ?? ''
  await page.getByLabel('Ordenar por').selectOption('Nome, de Z a A')
  await expect(page).toHaveURL(/ordem=nome-z-a/)
  await expect(nameIn(form.rows.first())).not.toHaveText(first)
  // Only rows on screen are rendered.
  await page.keyboard.press('End')
  await expect(nameIn(form.rows.last())).toHaveText(first)
  await page.getByRole('searchbox').fill('01310-100')
  await expect(form.rows).toHaveCount(1)
  await expect(form.rows).toContainText('Edifício Água Viva')
  await expect(page).toHaveURL(/q=01310-100/)
  await page.reload()
  await expect(form.rows).toHaveCount(1)
  await page.getByRole('searchbox').fill('nada disso')
  await expect(page.getByText(/Nenhum condomínio passa por este filtro/)).toBeVisible()
})

test('a user without the permission sees the list, and the address of the form has an explanation', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signIn(page, backend.url, 'operator', '/condominiums')
  const form = new CondominiumFormPage(page)
  await form.listed()
  const id = await condominiumIdOf(page, 'Edifício Água Viva')
  await expect(page.getByRole('link', { name: 'Novo condomínio' })).toHaveCount(0)
  await expect(form.rows.getByRole('link', { name: 'Edifício Água Viva' })).toBeVisible()
  await expect(form.rows.getByRole('link', { name: /^Editar/ })).toHaveCount(0)
  await expect(form.rows.getByRole('button')).toHaveCount(0)
  for (const path of ['/condominiums/new', `/condominiums/${id}/edit`]) {
    await page.goto(backend.url + path)
    await expect(
      page.getByText('Esta página é para quem tem a permissão “Cadastrar e alterar condomínios”.'),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  }
})

test('a condominium that does not exist has a message and a link back', { tag: '@all' }, async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/condominiums/nada/edit')
  await expect(page.getByRole('alert').filter({ hasText: 'Este condomínio não existe' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Voltar aos condomínios' })).toBeVisible()
})

test('an unchanged list is not sent again, and the next user does not see the list of the previous user (SCA-4)', {
  tag: '@all',
}, async ({ page, backend }) => {
  const form = new CondominiumFormPage(page)
  const bodies: Promise<'sent' | 'none'>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname !== '/rest/condominium/by-user') return
    // The page sees a 304 as a 200; only the size differs.
    bodies.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => (responseBodySize === 0 ? 'none' : 'sent')),
    )
  })
  await signIn(page, backend.url, 'admin', '/condominiums')
  await form.listed()
  const all = await form.rows.count()
  await page.reload()
  await form.listed()
  expect(await Promise.all(bodies)).toEqual(['sent', 'none'])
  await expect(form.rows).toHaveCount(all)
  // The same browser with its cache, now with another user.
  await signIn(page, backend.url, 'operator', '/condominiums')
  await form.listed()
  expect(await Promise.all(bodies)).toEqual(['sent', 'none', 'sent'])
  expect(await form.rows.count()).toBeLessThan(all)
})
