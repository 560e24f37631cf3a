import { axeViolations } from '../parts/axe.ts'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

interface AuditAnswer {
  result: { kind: string; cause: string; command?: string; outcome?: string; reason?: string }[]
}

test('a command is confirmed, executed with its reason, recorded with its answer, and undone (LIVE-11)', async ({
  page,
  backend,
  registerDevice,
}) => {
  const wordCode = await registerDevice(backend.url)
  const devices = simulatedDevices(backend.url)
  const call = await qaCall(backend.url)
  const device = new DevicePage(page)
  const dialog = page.getByRole('dialog')
  const history = page.getByRole('region', { name: 'Linha do tempo' })
  await signIn(page, backend.url, 'admin', `/devices/${wordCode}`)
  await expect(device.circuit).toBeVisible()
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''

  await test.step('by keyboard: the confirmation names the effect on people, and Esc closes it', async () => {
    await device.button('Desativar').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: `Desativar ${name}?` })).toContainText(`${name} não libera ninguém`)
    await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(device.button('Desativar')).toBeFocused()
  })

  await test.step('without a written reason the command is not executed', async () => {
    await device.button('Desativar').click()
    for (const [typed, problem] of [
      ['   ', 'Escreva o motivo: ele fica na auditoria.'],
      ['...', 'Escreva o motivo em palavras.'],
      ['x'.repeat(201), 'Use no máximo 200 caracteres.'],
    ] as const) {
      await dialog.getByRole('textbox').fill(typed)
      await dialog.getByRole('button', { name: 'Desativar' }).click()
      await expect(dialog.getByText(problem)).toBeVisible()
      await expect(dialog.getByRole('textbox')).toBeFocused()
      await expect(dialog.getByRole('textbox')).toHaveValue(typed)
    }
    expect(await axeViolations(page)).toEqual([])
    expect((await devices.stateOf(wordCode)).acted.deactivate).toBe(0)
  })

  const counted = async () =>
    ((await call('GET', '/rest/api/health/detailed')) as { devices: { total: number } }).devices.total
  const total = await counted()

  await test.step('with a reason the command is executed, the focus returns, and the device no longer counts (LIVE-7)', async () => {
    await dialog.getByRole('textbox').fill('Limpeza da catraca')
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    await expect(device.outcome).toHaveText('Dispositivo desativado.')
    await expect(device.button('Ativar')).toBeFocused()
    expect(await counted()).toBe(total - 1)
  })

  await test.step('the command is undone', async () => {
    await device.button('Desfazer').click()
    await expect(device.outcome).toHaveText('Desfeito. Dispositivo ativado.')
    await expect(device.button('Desfazer')).toHaveCount(0)
    await expect(device.button('Desativar')).toBeFocused()
    expect((await devices.stateOf(wordCode)).acted).toMatchObject({ deactivate: 1, activate: 1 })
    expect(await counted()).toBe(total)
  })

  await test.step('double clicks execute the command once, and a reload during the command keeps the record of its request', async () => {
    await devices.set(wordCode, 'slow', 60_000)
    await device.button('Reiniciar').dblclick()
    await dialog.getByRole('button', { name: 'Reiniciar' }).dblclick()
    await expect.poll(async () => (await devices.stateOf(wordCode)).acted.restart).toBe(1)
    await page.reload()
    await expect(history.getByText('Reinício pedido')).toBeVisible()
    await expect(history.getByText('Limpeza da catraca')).toHaveCount(2)
    await expect(dialog).toHaveCount(0)
  })

  await test.step('all records reach the server', async () => {
    const records = async () => {
      const { result } = (await call('GET', `/rest/device-audit?wordCode=${wordCode}&kind=command`)) as AuditAnswer
      return result.toReversed().map(({ cause, command, outcome, reason }) => [cause, command, outcome, reason])
    }
    const deactivation = ['manual', 'deactivate', 'asked', 'Limpeza da catraca']
    await expect
      .poll(records)
      .toEqual([
        deactivation,
        deactivation.with(2, 'succeeded'),
        ['undo', 'activate', 'asked', undefined],
        ['undo', 'activate', 'succeeded', undefined],
        ['manual', 'restart', 'asked', undefined],
      ])
  })

  await test.step('each record shows what the server saw of the same call (EVI-2)', async () => {
    await page.goto(`${backend.url}/audit?dispositivo=${wordCode}&tipo=command`)
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows.filter({ hasText: 'Desativação aceita pelo dispositivo' })).toContainText(
      /Declarado pelo painel, recebido às .+Visto pelo servidor às [\d:]+: o dispositivo respondeu/,
    )
    await expect(rows.filter({ hasText: 'Reinício pedido' })).toContainText('Declarado pelo painel')
  })
})
