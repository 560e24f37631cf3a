import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { condominiumIdOf, expect, signIn, test } from '../parts/panel-test.ts'

const place = 'Edifício Água Viva'
const all = 'Todos os condomínios'

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
      // The choice of one condominium opens its page (DESK-8).
      if (name === all) return
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.goBack()
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
    await choose(all)
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

test('the search opens the page of a condominium and selects it, and a page of another condominium shows that (DESK-8)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url, 'admin', '/devices')
  const { main, selected } = partsOf(page)
  const header = page.getByRole('banner')
  const note = main.getByRole('note')

  await test.step('Enter opens the page and selects', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('agua viva')
    await expect(page.getByRole('option').first()).toContainText(place)
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { level: 1, name: place })).toBeFocused()
    await expect(page).toHaveURL(/\/condominiums\/condominio-01$/)
    await expect(selected).toHaveValue(place)
    await expect(note).toHaveCount(0)
  })

  await test.step('a page of another condominium shows this and offers to select it', async () => {
    await page.evaluate(() => history.pushState(null, '', '/devices/MONTANHES-03'))
    await expect(note).toContainText(`Esta página é de Residencial Montanhês. O condomínio selecionado é ${place}.`)
    expect(await axeViolations(page)).toEqual([])
    for (const path of ['/events', '/devices', '/audit']) {
      await page.evaluate((to) => history.pushState(null, '', to), `${path}?condominio=condominio-11`)
      await expect(page).toHaveURL(new RegExp(path))
      await expect(note).toContainText('Esta página é de Residencial Montanhês.')
    }
    await page.evaluate(() => history.pushState(null, '', '/condominiums/condominio-11'))
    await note.getByRole('button', { name: 'Selecionar Residencial Montanhês' }).click()
    await expect(selected).toHaveValue('Residencial Montanhês')
    await expect(note).toHaveCount(0)
    await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('the name in the header is a link, and its button ends the selection', async () => {
    await page.evaluate(() => history.pushState(null, '', '/devices'))
    await header.getByRole('link', { name: 'Abrir Residencial Montanhês' }).click()
    await expect(page).toHaveURL(/\/condominiums\/condominio-11$/)
    await header.getByRole('button', { name: 'Desfazer a seleção' }).click()
    await expect(selected).toHaveValue('')
    await expect(selected).toBeFocused()
    await expect(page).toHaveURL(/\/condominiums\/condominio-11$/)
  })
})

test('a page that needs a condominium offers the choice itself (DESK-7)', async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/health')
  const { selected } = partsOf(page)
  await page.getByLabel('De qual condomínio?').selectOption(place)
  await expect(selected).toHaveValue(place)
  await expect(page.getByRole('link', { name: 'AGUAVIVA-01' })).toBeVisible()
  await page.goto(`${backend.url}/devices/MONTANHES-03`)
  await page.getByRole('button', { name: 'Selecionar o condomínio e consultar' }).click()
  await expect(selected).toHaveValue('Residencial Montanhês')
  await expect(page.getByText(/^online, (há|agora)/)).toBeVisible()
})

test('among more than 200 condominiums the choice on a page is typed (DESK-7)', async ({ page, backend }) => {
  await page.route('**/condominium/by-user*', async (route) => {
    const many = Array.from({ length: 300 }, (_, index) => {
      const number = String(index).padStart(3, '0')
      return { id: `m${number}`, name: `Condomínio ${number}`, wordCode: `M${number}-01`, customersId: 'horizonte' }
    })
    await route.fulfill({ json: { result: many } })
  })
  await signIn(page, backend.url, 'admin', '/import')
  const { selected } = partsOf(page)
  const field = page.getByLabel('Condomínio que recebe os dispositivos')
  await field.fill('217')
  await expect(page.locator('datalist option')).toHaveCount(1)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(selected).toHaveValue('Condomínio 217')
  await expect(field).toHaveValue('Condomínio 217')
  await field.fill('Condomínio 045 · M045-01')
  await expect(selected).toHaveValue('Condomínio 045')
})
