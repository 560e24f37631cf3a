import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { CondominiumFormPage } from './condominium-form-page.ts'

const onePhone = 'Informe um só telefone, com DDD e sem ramal: 10 ou 11 números, ou um 0800.'

test('fields with a mask keep and mark a text that does not fit, and a pasted number loses only its country code (CON-4)', async ({
  page,
  backend,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: backend.url })
  const form = new CondominiumFormPage(page)
  await signIn(page, backend.url, 'admin', '/condominiums/new')
  const paste = async (label: string, text: string) => {
    const field = form.field(label)
    await field.fill('')
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
    await field.focus()
    await page.keyboard.press('Control+v')
    return field
  }

  for (const text of ['5511933334444', 'tel:+55-11-93333-4444', '\u202A+55 11 93333-4444\u202C'])
    await expect(await paste('Telefone', text), text).toHaveValue('(11) 93333-4444')

  for (const typed of ['+5511933334444', '5511933334444']) {
    await form.field('Telefone').fill('')
    await form.field('Telefone').pressSequentially(typed)
    await expect(form.field('Telefone'), typed).toHaveValue('(11) 93333-4444')
  }

  for (const text of ['(11) 3333-4444 ramal 12', '(11) 3333-4444 / 3333-5555', '+1 212 555 1234']) {
    await expect(await paste('Telefone', text), text).toHaveValue(text)
    await expect(form.field('Telefone')).toHaveAccessibleDescription(onePhone)
  }
  await form.field('Telefone').fill('(11) 93333-4444')
  await form.field('Telefone').press('End')
  await form.field('Telefone').press('5')
  await expect(form.field('Telefone')).toHaveValue('(11) 93333-44445')
  await expect(form.field('Telefone')).toHaveAttribute('aria-invalid', 'true')
  await form.field('Telefone').press('Backspace')
  await expect(form.field('Telefone')).toHaveValue('(11) 93333-4444')
  await expect(form.field('Telefone')).toHaveAttribute('aria-invalid', 'false')

  await expect(await paste('CNPJ', '12.ABC.345/01DE-355')).toHaveValue('12.ABC.345/01DE-355')
  await expect(form.field('CNPJ')).toHaveAccessibleDescription('O CNPJ tem 14 letras e números. Apague o que sobra.')
  await expect(await paste('CEP', '01310-1000')).toHaveValue('01310-1000')
  await expect(form.field('CEP')).toHaveAttribute('aria-invalid', 'true')
  await expect(await paste('Código', `\u202AVILA-${'1'.repeat(30)}`)).toHaveValue(`VILA-${'1'.repeat(30)}`)
  await expect(form.field('Código')).toHaveAttribute('aria-invalid', 'true')

  // If the person types in the middle of a number, the caret stays after the typed digit.
  await form.field('Telefone').fill('1133334444')
  await form.field('Telefone').evaluate((field: HTMLInputElement) => field.setSelectionRange(6, 6))
  await page.keyboard.press('9')
  await page.keyboard.press('8')
  await expect(form.field('Telefone')).toHaveValue('(11) 398333-4444')
})

test('an open tab follows the condominiums that other people add, rename and delete (CON-1)', async ({ page }) => {
  const backend = await startBackendProcess()
  try {
    await signIn(page, backend.url, 'admin', '/condominiums')
    const rows = page.getByRole('main').getByRole('listitem')
    const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
    await expect(page.getByText('12 condomínios')).toBeVisible()
    const call = await qaCall(backend.url)
    const body = { name: 'Vila d’Água nº 1', wordCode: 'VILA-01' }
    const { id } = (await call('POST', '/rest/condominium', body)) as { id: string }

    await expect(page.getByText('13 condomínios')).toBeVisible()
    for (const text of ["d'agua no 1", 'VILA D´ÁGUA', 'd agua n.º 1']) {
      await search.fill(text)
      await expect(page.getByRole('option', { name: /Vila d’Água nº 1/ }), text).toBeVisible()
    }
    await search.fill('')
    await page.keyboard.press('Escape')

    // The list has several pages, so the test searches for the condominium.
    await page.getByRole('main').getByRole('searchbox').fill('vila')
    await expect(rows.filter({ hasText: 'd’Água nº 1' })).toBeVisible()
    await call('PUT', `/rest/condominium/${id}`, { ...body, name: 'Vila Renomeada' })
    await expect(rows.filter({ hasText: 'Vila Renomeada' })).toBeVisible()
    await expect(rows.filter({ hasText: 'd’Água nº 1' })).toHaveCount(0)

    await page.goto(`${backend.url}/condominiums/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Vila Renomeada' })).toBeVisible()
    await call('PUT', `/rest/condominium/${id}`, { ...body, name: 'Vila de Novo' })
    await expect(page.getByRole('heading', { level: 1, name: 'Vila de Novo' })).toBeVisible()

    await page.getByRole('link', { name: 'Condomínios', exact: true }).first().click()
    await call('DELETE', `/rest/condominium/${id}`)
    await expect(page.getByText('12 condomínios')).toBeVisible()
  } finally {
    await backend.dispose()
  }
})

test('a tab whose server announces no changes loads the condominiums again when a page opens after five minutes (CON-1)', async ({
  page,
}) => {
  const backend = await startBackendProcess()
  try {
    // A server of another maker may send no messages about condominiums.
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (!`${message}`.includes('condominiums:changed')) socket.send(message)
      })
    })
    await page.clock.install()
    await signIn(page, backend.url, 'admin', '/condominiums')
    await expect(page.getByText('12 condomínios')).toBeVisible()
    const call = await qaCall(backend.url)
    await call('POST', '/rest/condominium', { name: 'Vila Nova', wordCode: 'VILA-01' })
    await page.getByRole('link', { name: 'Perfil', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
    await page.clock.fastForward('05:01')
    await page.getByRole('link', { name: 'Condomínios', exact: true }).click()
    await expect(page.getByText('13 condomínios')).toBeVisible()
  } finally {
    await backend.dispose()
  }
})
