import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'

test('many devices are selected, deactivated with one reason and activated again; each has its records', async ({
  page,
  backend,
}) => {
  const call = await qaCall(backend.url)
  await signIn(page, backend.url, 'admin', '/devices?q=Montanhês')
  const rows = page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  const chosen = page.getByRole('region', { name: 'Dispositivos escolhidos' })
  const dialog = page.getByRole('dialog')

  await test.step('by keyboard: all filtered devices except one are selected', async () => {
    await page.getByRole('button', { name: 'Escolher vários' }).click()
    await chosen.getByRole('button', { name: /^Todos os filtrados/ }).press('Enter')
    await expect(chosen.getByRole('status')).toContainText(`${count} dispositivos`)
    await rows.first().getByRole('checkbox').press('Space')
    await expect(rows.first().getByRole('checkbox')).not.toBeChecked()
    await expect(chosen.getByRole('status')).toContainText(`${count - 1} dispositivo`)
  })

  await test.step('one confirmation asks for a reason, and Esc returns to the selection', async () => {
    await chosen.getByRole('button', { name: 'Desativar' }).click()
    await expect(dialog).toContainText('não libera')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(chosen.getByRole('status')).toContainText(`${count - 1} dispositivo`)
    await chosen.getByRole('button', { name: 'Desativar' }).click()
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    await expect(dialog.getByText('Escreva o motivo: ele fica na auditoria.')).toBeVisible()
    await dialog.getByRole('textbox').fill('Obra na entrada')
    await dialog.getByRole('button', { name: 'Desativar' }).press('Enter')
  })

  const end = page.getByRole('region', { name: 'Resultado em muitos dispositivos' })

  await test.step('each device has a result and two records', async () => {
    await expect(end.getByRole('status')).toHaveText(`${count - 1} com sucesso`)
    await expect(end, 'the result has the focus of the button that disappeared').toBeFocused()
    await expect(end.getByRole('listitem').filter({ hasText: 'Dispositivo desativado.' })).toHaveCount(count - 1)
    await expect
      .poll(async () => {
        const { result } = (await call('GET', '/rest/device-audit?kind=command&limit=100')) as {
          result: { reason?: string; outcome: string }[]
        }
        const own = result.filter(({ reason }) => reason === 'Obra na entrada').map(({ outcome }) => outcome)
        return own.toSorted().join()
      })
      .toBe([...Array(count - 1).fill('asked'), ...Array(count - 1).fill('succeeded')].join())
  })

  await test.step('the activation continues while another page is open', async () => {
    await end.getByRole('button', { name: 'Fechar' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Escolher vários' })).toBeFocused()
    await page.getByRole('button', { name: 'Escolher vários' }).press('Enter')
    await expect(chosen, 'the choice has the focus').toBeFocused()
    await chosen.getByRole('button', { name: /^Todos os filtrados/ }).click()
    await chosen.getByRole('button', { name: 'Ativar', exact: true }).click()
    await dialog.getByRole('textbox').fill('Fim da obra')
    await dialog.getByRole('button', { name: 'Ativar' }).click()
    await page.getByRole('link', { name: 'Painel', exact: true }).click()
    await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
    await expect(end.getByRole('status')).toHaveText(`${count} com sucesso`)
  })
})

test('a virtual list prints all its rows', { tag: '@all' }, async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/devices')
  const rows = page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')
  await expect(rows.first()).toHaveAttribute('aria-setsize', /^\d\d+$/)
  const all = Number(await rows.first().getAttribute('aria-setsize'))
  expect(await rows.count()).toBeLessThan(all)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await rows.count()).toBe(all)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => rows.count()).toBeLessThan(all)
})
