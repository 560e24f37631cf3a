import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { CondominiumFormPage } from './condominium-form-page.ts'

test('a condominium is registered by its CEP, changed and deleted, and every view follows immediately (CON-4)', async ({
  page,
  backend,
}) => {
  const form = new CondominiumFormPage(page)
  await signIn(page, backend.url, 'admin', '/condominiums')
  await page.getByRole('link', { name: 'Novo condomínio' }).click()

  await test.step('a missing or wrong value is shown at its field, and the typed text stays', async () => {
    await form.field('CNPJ').pressSequentially('11222333000182')
    await expect(form.field('CNPJ')).toHaveValue('11.222.333/0001-82')
    await form.field('CEP').pressSequentially('1234')
    await form.button('Cadastrar').click()
    await expect(form.field('Nome')).toBeFocused()
    await expect(form.field('Nome')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Este CNPJ não existe. Confira as letras e os números.')).toBeVisible()
    await expect(page.getByText('Informe os 8 números do CEP.')).toBeVisible()
    await expect(form.field('CNPJ')).toHaveValue('11.222.333/0001-82')
  })

  await test.step('an unknown CEP has a message and leaves the fields editable', async () => {
    await form.field('CEP').fill('99999-999')
    await expect(form.cepStatus).toContainText('CEP não encontrado')
    await form.field('Complemento').fill('Bloco B')
  })

  await test.step('a CEP fills in the address, except number and complement', async () => {
    await form.field('Número').fill('1500')
    await form.field('CEP').fill('')
    await form.field('CEP').pressSequentially('01310100')
    await expect(form.field('CEP')).toHaveValue('01310-100')
    await expect(form.cepStatus).toContainText('Endereço preenchido')
    await expect(form.field('Rua')).toHaveValue('Avenida Paulista')
    await expect(form.field('Cidade')).toHaveValue('São Paulo')
    await expect(form.field('Estado')).toHaveValue('SP')
    await expect(form.field('Número')).toHaveValue('1500')
    await expect(form.field('Complemento')).toHaveValue('Bloco B')
  })

  await test.step('a code that is in use is shown at its field', async () => {
    await form.field('Nome').fill('Mirante do Ipê')
    await form.field('Código').fill('aguaviva-01')
    await form.field('CNPJ').fill('12.abc.345/01de-35')
    await expect(form.field('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
    await form.button('Cadastrar').click()
    await expect(form.field('Código')).toBeFocused()
    await expect(page.getByText(/Já existe um condomínio com este código/)).toBeVisible()
  })

  await test.step('without a network the typed text stays, and a message names the next step', async () => {
    await form.field('Código').fill('MIRANTE-01')
    await page.context().setOffline(true)
    await form.button('Cadastrar').click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Nada foi enviado: este computador estava sem rede.' }),
    ).toBeVisible()
    await page.context().setOffline(false)
    await expect(form.field('Nome')).toHaveValue('Mirante do Ipê')
  })

  await test.step('a registered condominium is in the list and in the search of the header', async () => {
    await form.button('Cadastrar').click()
    await expect(page).toHaveURL(/\/condominiums$/)
    await expect(form.news).toHaveText('Mirante do Ipê foi cadastrado.')
    await expect(page.getByText('13 condomínios')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar Condomínio' }).fill('mirante')
    await page.getByRole('option', { name: /Mirante do Ipê/ }).click()
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('Mirante do Ipê')
    await page.getByRole('link', { name: 'Voltar aos condomínios' }).click()
  })

  await test.step('a selected condominium that is renamed has its new name in the header, also after a reload', async () => {
    await form.editLink('Mirante do Ipê').click()
    await expect(form.field('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
    await form.field('Nome').fill('Mirante dos Ipês')
    await form.field('Complemento').fill('')
    await form.button('Salvar').click()
    await expect(form.news).toHaveText('As alterações de Mirante dos Ipês foram salvas.')
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('Mirante dos Ipês')
    await page.reload()
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('Mirante dos Ipês')
    await form.editLink('Mirante dos Ipês').click()
    await expect(form.field('Nome')).toHaveValue('Mirante dos Ipês')
    await expect(form.field('Complemento')).toHaveValue('')
  })

  await test.step('a deleted condominium is gone from the list and the header', async () => {
    await page.getByRole('link', { name: 'Voltar aos condomínios' }).click()
    await form.button('Excluir Mirante dos Ipês').click()
    await expect(page.getByRole('dialog', { name: 'Excluir Mirante dos Ipês?' })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await form.button('Excluir condomínio').click()
    await expect(form.news).toHaveText('Mirante dos Ipês foi excluído.')
    await expect(form.news).toBeFocused()
    await expect(page.getByText('12 condomínios')).toBeVisible()
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('')
  })
})

test('if two people edit a condominium, the second is warned, compares and decides (CON-4)', { tag: '@all' }, async ({
  page,
  browser,
}) => {
  const backend = await startBackendProcess()
  const form = new CondominiumFormPage(page)
  const otherContext = await browser.newContext()
  try {
    const other = new CondominiumFormPage(await otherContext.newPage())
    await signIn(page, backend.url, 'admin', '/condominiums')
    await signIn(other.page, backend.url, 'admin', '/condominiums')
    await form.edit('Edifício Água Viva')

    const otherSaves = async (name: string, district: string) => {
      await other.openList(backend.url)
      await other.rows
        .filter({ hasText: /Água Viva|Outra/ })
        .getByRole('link', { name: /^Editar/ })
        .click()
      await other.field('Nome').fill(name)
      await other.field('Bairro').fill(district)
      await other.button('Salvar').click()
      await expect(other.news).toBeVisible()
    }

    await test.step('the comparison has the fields that both changed and the fields that only the other changed', async () => {
      await otherSaves('Outra Água Viva', 'Jardins')
      await form.field('Nome').fill('Água Viva Nova')
      await form.field('Complemento').fill('Torre 2')
      await form.button('Salvar').click()
      await expect(form.conflict.getByRole('heading')).toBeFocused()
      expect(await axeViolations(page)).toEqual([])
      await expect(form.conflict.getByRole('row', { name: /^Nome/ })).toContainText('Água Viva Nova')
      await expect(form.conflict.getByRole('row', { name: /^Nome/ })).toContainText('Outra Água Viva')
      await expect(form.conflict.getByRole('row', { name: /^Bairro/ })).toContainText('Você não alterou')
    })

    await test.step('continuing to edit keeps the typed text, and the next save warns again', async () => {
      await form.button('Continuar editando').click()
      await expect(form.field('Complemento')).toHaveValue('Torre 2')
      await form.button('Salvar').click()
      await expect(form.conflict).toBeVisible()
    })

    await test.step('saving the own version keeps the fields that only the other changed', async () => {
      await form.button('Salvar as minhas alterações').click()
      await expect(form.news).toHaveText('As alterações de Água Viva Nova foram salvas.')
      await form.editLink('Água Viva Nova').click()
      await expect(form.field('Bairro')).toHaveValue('Jardins')
      await expect(form.field('Complemento')).toHaveValue('Torre 2')
    })

    await test.step('the accepted version of the other is in the form', async () => {
      await otherSaves('Outra vez', 'Centro')
      await form.field('Nome').fill('Minha vez')
      await form.button('Salvar').click()
      await form.button('Ficar com a versão da outra pessoa').click()
      await expect(form.field('Nome')).toHaveValue('Outra vez')
      await form.button('Salvar').click()
      await expect(form.news).toHaveText('As alterações de Outra vez foram salvas.')
    })

    await test.step('saving a deleted condominium shows a message and keeps the typed text', async () => {
      const call = await qaCall(backend.url)
      await call('POST', '/rest/condominium', { name: 'Passageiro', wordCode: 'PASSA-01' })
      await page.reload()
      await form.editLink('Passageiro').click()
      await form.field('Nome').fill('Passageiro II')
      await other.openList(backend.url)
      await other.button('Excluir Passageiro').click()
      await other.button('Excluir condomínio').click()
      await expect(other.news).toHaveText('Passageiro foi excluído.')
      await form.button('Salvar').click()
      await expect(page.getByRole('alert').filter({ hasText: 'não existe mais' })).toBeVisible()
      await expect(form.field('Nome')).toHaveValue('Passageiro II')
    })
  } finally {
    await otherContext.close()
    await backend.dispose()
  }
})

test('leaving unsaved changes asks for a confirmation, and Back loses no text (CON-4)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  const form = new CondominiumFormPage(page)
  const question = page.getByRole('dialog', { name: 'Descartar alterações?' })
  await signIn(page, backend.url, 'admin', '/condominiums')
  await form.edit('Residencial São João')
  await form.field('Complemento').fill('Fundos')

  await test.step('a link asks for a confirmation, and staying keeps the typed text', async () => {
    await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
    await expect(question).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await expect(page).toHaveURL(/\/edit$/)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(form.field('Complemento')).toHaveValue('Fundos')
  })

  await test.step('the browser asks before the tab closes', async () => {
    const asked = page.waitForEvent('dialog')
    const reload = page.reload({ timeout: 5_000 }).catch(() => undefined)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await reload
    await expect(form.field('Complemento')).toHaveValue('Fundos')
  })

  await test.step('Back cannot be stopped: the draft is kept, and another form mentions it', async () => {
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Condomínios')
    await expect(page.getByText(/O que você digitou em Residencial São João está guardado/)).toBeVisible()
    await form.button('Fechar aviso').click()
    await page.getByRole('link', { name: 'Novo condomínio' }).click()
    await expect(page.getByText(/Há alterações não salvas em Residencial São João/)).toBeVisible()
    await page.getByRole('link', { name: 'Voltar a elas' }).click()
    await expect(form.field('Complemento')).toHaveValue('Fundos')
  })

  await test.step('discarding the changes follows the link', async () => {
    await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
    await page.getByRole('button', { name: 'Descartar e sair' }).click()
    await expect(page).toHaveURL(/\/devices$/)
    await form.openList(backend.url)
    await form.edit('Residencial São João')
    await expect(form.field('Complemento')).toHaveValue('')
  })

  await test.step('a form with its original values asks for no confirmation', async () => {
    await form.field('Complemento').fill('x')
    await form.field('Complemento').fill('')
    await page.getByRole('link', { name: 'Voltar aos condomínios' }).click()
    await expect(page).toHaveURL(/\/condominiums$/)
  })
})

test('a pasted number keeps all its digits, with any punctuation (CON-4)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  const form = new CondominiumFormPage(page)
  await signIn(page, backend.url)
  await page.goto(`${backend.url}/condominiums/new`)
  const paste = async (label: string, text: string) => {
    await form.field('Nome').fill(text)
    await form.field('Nome').press('ControlOrMeta+a')
    await form.field('Nome').press('ControlOrMeta+x')
    await form.field(label).fill('')
    await form.field(label).press('ControlOrMeta+v')
  }
  for (const cep of ['01.310-100', ' 01310100', ' 01310-100 ']) {
    await paste('CEP', cep)
    await expect(form.field('CEP')).toHaveValue('01310-100')
    await expect(form.cepStatus).toContainText('Endereço preenchido')
  }
  await paste('CNPJ', ' 12.abc.345/01de-35')
  await expect(form.field('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
  await paste('Telefone', '+55 (11) 93333-4444')
  await expect(form.field('Telefone')).toHaveValue('(11) 93333-4444')
  await form.field('Telefone').pressSequentially('5')
  await expect(form.field('Telefone')).toHaveValue('(11) 93333-44445')
})
