import { missingRows, watchActiveRows } from '../parts/active-rows.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test('the search also finds devices, has recently opened entries first, and works by keyboard alone (PAGE-6, CON-3)', async ({
  page,
  backend,
}) => {
  const deviceCalls: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // The probe of the service asks for one device.
    const isProbe = searchParams.get('limit') === '1'
    if (pathname === '/device-control/device' && !searchParams.has('status') && !isProbe)
      deviceCalls.push(request.url())
  })
  await watchActiveRows(page)
  await signIn(page, backend.url)
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  const options = page.getByRole('option')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await test.step('a device is found by its name, and the option opens its page', async () => {
    expect(deviceCalls).toEqual([])
    await press('Control+k')
    await search.fill('catraca clube')
    const found = page.getByRole('group', { name: 'Dispositivos' }).getByRole('option')
    await expect(found).toHaveCount(1)
    await expect(found).toHaveText('Catraca ClubeOnline · Residencial Ipê Amarelo · IPEAMARELO-03')
    await expect(page.getByText('Nenhum condomínio encontrado')).toBeVisible()
    await expect(search).toHaveAttribute('aria-activedescendant', /./)
    await press('Enter')
    await expect(page).toHaveURL(/\/devices\/IPEAMARELO-03$/)
    await expect(page.getByRole('heading', { name: 'Catraca Clube' })).toBeFocused()
    await expect(options).toHaveCount(0)
  })

  await test.step('a device is found by its wordCode, beside the condominiums', async () => {
    await search.fill('MANACAS-0')
    await expect(options).toHaveCount(4)
    await search.fill('manac')
    await expect(options.first()).toContainText('Condomínio Parque dos Manacás')
    await expect(page.getByRole('group', { name: 'Dispositivos' }).getByRole('option')).toHaveCount(4)
    await press('Enter')
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('Condomínio Parque dos Manacás')
  })

  expect(await missingRows(page), 'rows that the search named while the document did not have them').toEqual([])
  await test.step('a recently opened entry is two keys away, also after a reload', async () => {
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
    await press('Control+k')
    await expect(page.getByRole('group', { name: 'Dispositivos' }).getByRole('option')).toHaveText(/Catraca Clube/)
    await expect(options.nth(0)).toContainText('Todos os condomínios')
    await expect(options.nth(1)).toContainText('Condomínio Parque dos Manacás')
    await press('ArrowDown', 'Enter')
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('')
    await press('Control+k', 'ArrowDown', 'Enter')
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('Condomínio Parque dos Manacás')
  })

  await test.step('the option that Enter would choose is visible, also at the start of another group', async () => {
    await search.fill('a')
    await expect(
      page.getByRole('group', { name: 'Dispositivos', exact: true }).getByRole('option').first(),
    ).toBeVisible()
    const highlighted = page.getByRole('option', { selected: true })
    const into = async (key: string, group: string) => {
      const option = page.getByRole('group', { name: group, exact: true }).getByRole('option', { selected: true })
      for (let presses = 0; presses < 20 && (await option.count()) === 0; presses += 1) {
        await press(key)
        await expect(highlighted).toBeInViewport({ ratio: 0.9 })
      }
      await expect(option).toBeInViewport({ ratio: 0.9 })
    }
    await into('ArrowDown', 'Outros condomínios')
    await into('ArrowUp', 'Condomínios')
  })

  await test.step('an empty result has a message', async () => {
    await search.fill('nada disso')
    await expect(page.getByText('Nem dispositivo com este nome ou código.')).toBeVisible()
    await expect(page.getByText('“nada disso”')).toBeVisible()
    await expect(search).not.toHaveAttribute('aria-activedescendant')
  })
  expect(await missingRows(page), 'rows that the search named while the document did not have them').toEqual([])
})
