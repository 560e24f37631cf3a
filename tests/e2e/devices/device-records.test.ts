import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

test('a device is registered, corrected, deactivated and deleted, each time through the device itself (DEV-6)', async ({
  page,
  backend,
}) => {
  const device = new DevicePage(page)
  const wordCode = `PISCINA-${test.info().repeatEachIndex}`
  await page.clock.install()
  await signIn(page, backend.url)
  await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
  await page.getByRole('link', { name: 'Novo dispositivo' }).click()

  await test.step('a missing value is shown at its field, and the typed text stays', async () => {
    await page.getByLabel('Nome').fill('Leitor Piscina')
    await page.getByRole('button', { name: 'Cadastrar' }).click()
    await expect(page.getByLabel('Modelo')).toBeFocused()
    await expect(page.getByLabel('Nome')).toHaveValue('Leitor Piscina')
  })

  await test.step('a link or Back leaves the form only after a confirmation', async () => {
    const question = page.getByRole('dialog', { name: 'Descartar alterações?' })
    const leave = [() => page.getByRole('link', { name: 'Voltar aos dispositivos' }).click(), () => page.goBack()]
    for (const away of leave) {
      await away()
      await question.getByText('Continuar editando').click()
      await expect(page).toHaveURL(/\/devices\/new$/)
      await expect(page.getByLabel('Nome')).toHaveValue('Leitor Piscina')
    }
    await page.goBack()
    await question.getByText('Descartar e sair').click()
    await expect(page).toHaveURL(/\/devices$/)
    await page.getByRole('link', { name: 'Novo dispositivo' }).click()
    await page.getByLabel('Nome').fill('x')
    await page.getByLabel('Nome').fill('')
    await page.getByRole('link', { name: 'Voltar aos dispositivos' }).click()
    await page.getByRole('link', { name: 'Novo dispositivo' }).click()
    await page.getByLabel('Nome').fill('Leitor Piscina')
  })

  await test.step('a wordCode that is in use is shown at its field', async () => {
    await page.getByLabel('Modelo').fill('CA-200')
    await page.getByLabel('IP', { exact: true }).fill('127.20.0.99')
    await page.getByLabel('Porta').fill('9100')
    await page.getByLabel(/Código/).fill('aguaviva-01')
    await page.getByLabel('Condomínio', { exact: true }).selectOption({ label: 'Edifício Água Viva' })
    await page.getByRole('button', { name: 'Cadastrar' }).click()
    await expect(page.getByLabel(/Código/)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Modelo')).toHaveValue('CA-200')
  })

  await test.step('a registered device has a page and answers', async () => {
    await page.getByLabel(/Código/).fill(wordCode)
    await page.getByRole('button', { name: 'Cadastrar' }).click()
    await expect(page).toHaveURL(`${backend.url}/devices/${wordCode}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leitor Piscina')
    await device.test()
    await expect(device.outcome).toContainText('respondeu')
  })

  await test.step('the device is corrected', async () => {
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByLabel('Nome').fill('Leitor da Piscina')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leitor da Piscina')
  })

  await test.step('the device is deactivated and activated', async () => {
    await device.command('Desativar', 'Limpeza da piscina')
    await expect(device.button('Ativar')).toBeVisible()
    await device.command('Ativar', 'Limpeza terminada')
    await expect(device.button('Desativar')).toBeVisible()
    const { acted } = await simulatedDevices(backend.url).stateOf(wordCode)
    expect(acted).toMatchObject({ deactivate: 1, activate: 1 })
  })

  await test.step('the device deletes itself', async () => {
    await device.delete('Leitor trocado')
    await expect(page.getByText(/Excluído pelo próprio dispositivo/)).toBeVisible()
    expect((await simulatedDevices(backend.url).stateOf(wordCode)).acted.remove).toBe(1)
    await page.getByRole('link', { name: 'Voltar aos dispositivos' }).click()
    await page.getByRole('searchbox').fill(wordCode)
    await expect(page.getByRole('listitem').filter({ hasText: wordCode })).toHaveCount(0)
  })
})

test('a device that does not answer is deleted by the pool, and each attempt has a record (DEV-5)', {
  tag: '@all',
}, async ({ page, impatient, registerDevice }) => {
  await page.clock.install()
  const wordCode = await registerDevice(impatient.url)
  const device = new DevicePage(page)
  await signIn(page, impatient.url)
  await simulatedDevices(impatient.url).set(wordCode, 'hang')
  await device.open(impatient.url, wordCode)
  await device.delete('Leitor queimado')
  await expect(page.getByText(/Excluído pelo conjunto de conexões/)).toBeVisible()
  const call = await qaCall(impatient.url)
  const records = async () => {
    const { result } = (await call('GET', `/rest/device-audit?wordCode=${wordCode}`)) as {
      result: { kind: string; reason: string; lastError?: string | null }[]
    }
    return result.toReversed().map(({ kind, reason, lastError }) => `${kind} ${reason} ${lastError ?? 'ok'}`)
  }
  await expect
    .poll(records)
    .toEqual([
      'command Leitor queimado ok',
      'delete-step device 1/2 status 504 hung',
      'delete-step device 2/2 status 504 hung',
      'delete-step pool 1/2 ok',
      'command Leitor queimado ok',
    ])
})

test('an auditor sees a device and can neither change it nor reset its circuit', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'auditor')
  const device = new DevicePage(page)
  await device.open(backend.url, 'AGUAVIVA-03')
  for (const name of ['Testar dispositivo', 'Reiniciar', 'Retomar agora', 'Excluir'])
    await expect(device.button(name)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Editar' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Auditoria', exact: true })).toBeVisible()
})

test('a device that does not exist has a message and a link back', { tag: '@all' }, async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/devices/NADA-01')
  await expect(page.getByRole('alert').filter({ hasText: 'Nenhum dispositivo tem o código NADA-01' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Voltar aos dispositivos' })).toBeVisible()
})

test('a device that another person has changed meanwhile is compared, and no change is lost', async ({
  page,
  backend,
  registerDevice,
}) => {
  const wordCode = await registerDevice(backend.url)
  const call = await qaCall(backend.url)
  const otherSaves = async (changes: object) => {
    const record = (await call('GET', `/device-control/device/${wordCode}`)) as object
    await call('PUT', `/device-control/device/user-admin/${wordCode}`, { ...record, ...changes })
  }
  const conflict = page.getByRole('region', { name: 'Outra pessoa alterou este dispositivo' })
  const button = (name: string) => page.getByRole('button', { name })
  await signIn(page, backend.url)
  await page.goto(`${backend.url}/devices/${wordCode}`)
  await page.getByRole('link', { name: 'Editar' }).click()

  await test.step('the comparison has both changes, and nothing is saved', async () => {
    await page.getByLabel('Nome').fill('Leitor do Rui')
    await otherSaves({ name: 'Leitor da Ana', model: 'CA-900' })
    await button('Salvar').click()
    await expect(conflict.getByRole('heading')).toBeFocused()
    await expect(conflict.getByRole('row', { name: /^Nome/ })).toContainText('Leitor do Rui')
    await expect(conflict.getByRole('row', { name: /^Modelo/ })).toContainText('Você não alterou')
  })

  await test.step('continuing to edit keeps the typed text, and the next save warns again', async () => {
    await button('Continuar editando').click()
    await expect(page.getByLabel('Nome')).toHaveValue('Leitor do Rui')
    await button('Salvar').click()
    await expect(conflict).toBeVisible()
  })

  await test.step('saving the own version keeps the field that only the other changed', async () => {
    await button('Salvar as minhas alterações').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leitor do Rui')
    expect(await call('GET', `/device-control/device/${wordCode}`)).toMatchObject({
      name: 'Leitor do Rui',
      model: 'CA-900',
    })
  })

  await test.step('the accepted version of the other is in the form', async () => {
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByLabel('Nome').fill('Minha vez')
    await otherSaves({ name: 'Outra vez' })
    await button('Salvar').click()
    await button('Ficar com a versão da outra pessoa').click()
    await expect(page.getByLabel('Nome')).toHaveValue('Outra vez')
    await page.getByLabel('Modelo').fill('CA-901')
    await button('Salvar').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outra vez')
  })
})
