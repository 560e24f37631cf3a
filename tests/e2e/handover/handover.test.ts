import { demoPassword } from '../../prepared-database.ts'
import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, makeGateEvent, signIn, test, withoutIncidents } from '../parts/panel-test.ts'

test('the next person takes over the shift on the same screen by a sign-in, which ends no session (INC-7)', {
  tag: '@all',
}, async ({ page, browser }) => {
  const backend = await startBackendProcess()
  const context = await browser.newContext()
  const other = await context.newPage()
  try {
    await signIn(page, backend.url)
    await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
    await page.getByRole('button', { name: /^Estou cuidando/ }).press('Enter')
    await expect(page.getByRole('link', { name: /^Porta forçada: / }), 'the focus stays in the row').toBeFocused()
    await page.getByRole('link', { name: 'Passagem de turno' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Passagem de turno' })).toBeVisible()
    const open = page.getByRole('region', { name: 'Em aberto' })
    await expect(open.getByRole('listitem')).toContainText(/Desde \d\d\/\d\d, \d\d:\d\d/)
    await expect(open.getByRole('listitem'), 'names, never "você" (DESK-6)').toContainText(
      'Ana Albuquerque está cuidando',
    )
    await expect(open).not.toContainText(/há \d/)
    expect(await axeViolations(page)).toEqual([])

    await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'gate-held-open' })
    const claim = page.getByRole('button', { name: /^Estou cuidando/ })
    await expect(claim, 'a new incident is on the sheet').toHaveCount(1)

    const accept = page.getByRole('button', { name: 'Receber o turno' })
    await accept.click()
    await expect(page.getByLabel('E-mail de quem recebe')).toBeFocused()
    const note = page.getByLabel('Recado de quem sai')
    await note.fill('Portão da garagem rangendo.')
    await page.reload()
    await expect(note, 'the note stays over a reload').toHaveValue('Portão da garagem rangendo.')
    await page.getByRole('link', { name: 'Painel', exact: true }).click()
    await page.getByRole('link', { name: 'Passagem de turno' }).click()
    await expect(note, 'the note stays after leaving the page').toHaveValue('Portão da garagem rangendo.')
    await page.getByLabel('E-mail de quem recebe').fill('operador@guarita.demo')
    await page.getByLabel('Senha de quem recebe').fill('errada')
    await accept.click()
    await expect(page.getByText('E-mail ou senha inválidos')).toBeVisible()
    await page.getByLabel('Senha de quem recebe').fill(demoPassword)
    await accept.press('Enter')
    await expect(page.getByText(/passou o turno a .* 1 ocorrência passou a quem recebeu\./)).toBeVisible()
    await expect(page.getByText('Portão da garagem rangendo.')).toBeVisible()
    await expect(claim, 'the sheet shows the state of the handover').toHaveCount(0)
    await expect(page.getByLabel('Senha de quem recebe')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Passagem de turno' })).toBeFocused()

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Impresso em')).toBeVisible()
    await expect(
      page.getByText('Ana Albuquerque passou o turno a Otávio Gonçalves'),
      'also on paper (DESK-6)',
    ).toBeVisible()
    await expect(page.getByText('Passou de Ana Albuquerque para Otávio Gonçalves')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    // The first session continues and shows the new owner.
    await page.reload()
    await expect(note, 'a delivered note is gone').toHaveValue('')
    await page.getByRole('link', { name: 'Painel', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Precisa de atenção' })).toContainText('está cuidando')
    await expect(page.locator('.situation'), 'an unclaimed incident is the headline (DESK-1)').toContainText(
      'A pior: Portão aberto além do tempo',
    )
    await signIn(other, backend.url, 'operator', '/handover')
    await expect(other.getByText('Portão da garagem rangendo.')).toBeVisible()
    await expect(other.getByRole('region', { name: 'Em aberto' })).toContainText('Otávio Gonçalves está cuidando')
  } finally {
    await context.close()
    await backend.dispose()
  }
})

test('on a server without incidents there is no handover page', { tag: '@all' }, async ({ page, backend }) => {
  await withoutIncidents(page)
  await signIn(page, backend.url, 'admin', '/handover')
  await expect(page.getByText('Esta página não existe ou mudou de endereço.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Passagem de turno' })).toHaveCount(0)
})
