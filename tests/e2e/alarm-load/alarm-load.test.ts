import { readFile } from 'node:fs/promises'
import { closeIncidents, expect, makeGateEvent, signIn, test, withoutIncidents } from '../parts/panel-test.ts'

test('the alarm load lists the calls per shift, links their incidents and can be exported (INC-9)', async ({
  page,
  backend,
}) => {
  // No other test creates events in this condominium.
  await makeGateEvent(backend.url, { condominiumId: 'condominio-09', kind: 'door-forced' })
  await signIn(page, backend.url, 'admin', '/alarm-load?dias=1')
  const place = 'Condomínio Vila Atlântica'
  const shifts = page.getByRole('region', { name: 'Turnos', exact: true })
  const calls = shifts.getByRole('row').filter({ hasText: place })

  await test.step('the shift with the call has a verdict and the person who took the call', async () => {
    await expect(shifts).toContainText(/[1-9]\d* chamadas?/)
    await expect(calls).not.toHaveCount(0)
    await expect(
      page.getByText(/^(Dentro do que uma pessoa atende bem|Carga alta|Carga demais|Houve uma avalanche)/),
    ).toBeVisible()
    await expect(shifts.getByRole('row', { name: /^Ninguém/ })).not.toHaveCount(0)
    await expect(shifts.getByRole('link', { name: /^\d+, desde / }).first()).toHaveAttribute('href', /\/incidents\/./)
  })

  await test.step('shifts and devices are exported as files', async () => {
    const exported = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
      return readFile(await download.path(), 'utf8')
    }
    const text = await exported('Exportar turnos (CSV)')
    expect(text.split('\r\n')[0]).toContain('Chamadas por hora')
    expect(text).toContain(place)
    expect(await exported('Exportar dispositivos (CSV)')).toContain('Quedas')
  })

  await test.step('the call of a longer period leads to its incident', async () => {
    await page.getByRole('navigation', { name: 'Período' }).getByRole('link', { name: 'Últimos 7 dias' }).click()
    await expect(page).toHaveURL(/dias=7$/)
    await calls.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/incidents\/[^/]+$/)
  })
  await closeIncidents(backend.url)
})

test('the alarm load prints on A4 with every column (INC-9)', { tag: '@all' }, async ({ page, backend }) => {
  await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
  await signIn(page, backend.url, 'admin', '/alarm-load?dias=1')
  const table = page.getByRole('table')
  await expect(table.getByRole('row').filter({ hasText: 'Edifício Água Viva' })).not.toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  // 210 mm without margins, in CSS pixels.
  await page.setViewportSize({ width: 703, height: 1000 })
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  await expect
    .poll(() => table.evaluate((element) => element.getBoundingClientRect().right <= document.body.clientWidth))
    .toBe(true)
  await closeIncidents(backend.url)
})

test('on a server without incidents there is no alarm load page or link (INC-9)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await withoutIncidents(page)
  await signIn(page, backend.url, 'admin', '/alarm-load')
  await expect(page.getByText('Esta página não existe ou mudou de endereço.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Auditoria' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Carga de ocorrências' })).toHaveCount(0)
})
