import type { Page } from '@playwright/test'
import { condominiumIdOf, expect, signIn, test } from '../parts/panel-test.ts'

const place = 'Edifício Água Viva'

function partsOf(page: Page) {
  const main = page.getByRole('main')
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  return {
    main,
    selected: page.getByLabel('Condomínio selecionado'),
    feed: page.getByRole('region', { name: 'Eventos ao vivo' }),
    figure: (name: RegExp) => main.getByRole('link', { name }),
    goTo: (name: string) => page.getByRole('link', { name, exact: true }).click(),
    async choose(name: string) {
      await search.click()
      await search.fill(name)
      await page.getByRole('option', { name }).click()
    },
  }
}

test('a selected condominium filters numbers, devices, audit and feed until the search removes the filter (LIVE-6)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', '/dashboard')
  const { main, selected, feed, figure, goTo, choose } = partsOf(page)
  const id = await condominiumIdOf(page, place)
  const askedOfAudit = () => page.waitForRequest(/\/rest\/device-audit(\?|$)/).then((request) => new URL(request.url()))

  await test.step('the dashboard shows the condominium and marks the data of all condominiums', async () => {
    await expect(figure(/^Condomínios com movimento/)).toBeVisible()
    await choose(place)
    await expect(selected).toHaveValue(place)
    await expect(figure(/^Movimento/)).toBeVisible()
    await expect(figure(/^Condomínios com movimento/)).toHaveCount(0)
    await expect(figure(/^Dispositivos online/)).toContainText(/de 4, consultados/)
    await expect(figure(/^A rede responde/)).toContainText('de todos os condomínios')
    await expect(feed).toContainText('do condomínio selecionado')
  })

  await test.step('devices and audit show the condominium, also after a reload', async () => {
    await goTo('Dispositivos')
    await expect(main.getByText(`4 dispositivos de ${place}`)).toBeVisible()
    await expect(main.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')).toHaveCount(4)
    const narrowed = askedOfAudit()
    await goTo('Auditoria')
    expect((await narrowed).searchParams.get('condominiumId')).toBe(id)
    const reloaded = askedOfAudit()
    await page.reload()
    expect((await reloaded).searchParams.get('condominiumId')).toBe(id)
    await expect(selected).toHaveValue(place)
    await expect(main.getByText(`De ${place}: a proteção dos dispositivos`)).toBeVisible()
  })

  await test.step("'Todos os condomínios' removes the filter everywhere", async () => {
    const whole = askedOfAudit()
    await choose('Todos os condomínios')
    expect((await whole).searchParams.get('condominiumId')).toBeNull()
    await expect(selected).toHaveValue('')
    await goTo('Dispositivos')
    await expect(main.getByText(/\d+ dispositivos de todos os condomínios/)).toBeVisible()
    await goTo('Painel')
    await expect(figure(/^Condomínios com movimento/)).toBeVisible()
    await expect(feed).toContainText('de todos os condomínios')
  })

  await test.step('if the selected condominium is deleted, the filter ends with a message', async () => {
    await choose(place)
    await page.evaluate(() => {
      const kept = localStorage.getItem('condominium') ?? ''
      localStorage.setItem('condominium', JSON.stringify({ ...JSON.parse(kept), id: 'x', name: 'Edifício Antigo' }))
    })
    await page.reload()
    await expect(page.getByText('Edifício Antigo não está mais na sua lista')).toBeVisible()
    await expect(selected).toHaveValue('')
  })
})
