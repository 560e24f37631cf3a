import { closeIncidents, expect, makeGateEvent, signIn } from '../parts/panel-test.ts'
import { InspectorPage, test } from './inspector-page.ts'

test('QA sees an opened incident in its chart, as the server moves it (INS-1, INC-2)', {
  tag: '@all',
}, async ({ page, inspected }) => {
  const inspector = new InspectorPage(page)
  await signIn(page, inspected.url)
  await makeGateEvent(inspected.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
  await page.getByRole('alert').getByRole('link', { name: 'Ver ocorrência' }).click()
  await page.getByRole('button', { name: 'Estou cuidando' }).click()
  await expect(page.locator('.incident-facts').getByText('Você está cuidando')).toBeVisible()

  await page.getByRole('link', { name: 'Inspetor' }).click()
  await inspector.choose('servidor:incident')
  await inspector.draws('incident', /claimed/)
  await expect(inspector.state('incident.life.open.claimed')).toHaveAttribute('data-active', /.*/)
  await inspector.show('Enviar')
  await expect(page.getByText('O servidor move este gráfico')).toBeVisible()
  await expect(page.getByText('Só o servidor tem os eventos deste quadro')).toBeVisible()
  await expect(inspector.button('Virar teste')).toHaveCount(0)

  await closeIncidents(inspected.url)
  await inspector.draws('incident', /closed/)
  await expect(inspector.state('incident.life.closed')).toHaveAttribute('data-active', /.*/)
  await inspector.show('Contexto')
  await expect(page.getByText('Era um teste.')).toBeVisible()
})

test('QA sees the procedure of an opened incident in its chart, as the server moves it (INS-1, PROC-2)', {
  tag: '@all',
}, async ({ page, inspected }) => {
  const inspector = new InspectorPage(page)
  await signIn(page, inspected.url)
  await makeGateEvent(inspected.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
  await page.getByRole('alert').getByRole('link', { name: 'Ver ocorrência' }).click()
  const procedure = page.getByRole('region', { name: 'Procedimento' })
  await expect(procedure.getByRole('checkbox').first()).toBeVisible()

  await test.step('a required step is open', async () => {
    await page.getByRole('link', { name: 'Inspetor' }).click()
    await inspector.choose('servidor:procedure')
    await inspector.draws('procedure', /pending/)
    await expect(inspector.state('procedure.running.pending')).toHaveAttribute('data-active', /.*/)
    await inspector.show('Enviar')
    await expect(page.getByText('O servidor move este gráfico')).toBeVisible()
  })

  await test.step('the end of the procedure is shown, in the drawing and in text', async () => {
    await page.goBack()
    await closeIncidents(inspected.url)
    await expect(procedure.getByText('Era um teste.').first()).toBeVisible()
    await page.getByRole('link', { name: 'Inspetor' }).click()
    await inspector.choose('servidor:procedure')
    await expect(inspector.state('procedure.over')).toHaveAttribute('data-active', /.*/)
    await page.getByText('Estados em texto').click()
    await expect(page.getByText('over (ativo)')).toBeVisible()
  })
})
