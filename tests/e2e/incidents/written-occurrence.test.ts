import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test('a person writes down an occurrence with a key from the dashboard; the text survives a reload (BOOK-1)', async ({
  page,
}) => {
  const backend = await startBackendProcess()
  try {
    await signIn(page, backend.url)
    await expect(page.getByRole('navigation').getByRole('link', { name: /^Ocorrências/ })).toBeVisible()
    await page.keyboard.press('r')
    await expect(page).toHaveURL(/\/incidents\/new$/)
    const text = page.getByLabel('O que aconteceu')
    await text.fill('Música alta no 3º andar')
    let answer = () => {}
    const isShown = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/rest/capabilities', (route) => isShown.then(() => route.continue()))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Nova ocorrência' })).toBeVisible()
    answer()
    await expect(text, 'the form opens when the server answers').toHaveValue('Música alta no 3º andar')

    await page.getByRole('button', { name: 'Registrar' }).click()
    await expect(page.getByText('Escolha o tipo.')).toBeVisible()
    await expect(page.getByLabel('Condomínio', { exact: true })).toBeFocused()
    expect(await axeViolations(page)).toEqual([])

    await page.getByLabel('Condomínio', { exact: true }).selectOption({ label: 'Edifício Água Viva' })
    await page.getByLabel('Barulho').check()
    await page.getByLabel(/^Onde/).fill('Salão de festas')
    await page.getByRole('button', { name: 'Registrar' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Barulho')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Música alta no 3º andar')
    const story = page.getByRole('region', { name: 'O que aconteceu' })
    await expect(story).toContainText('Ana Albuquerque escreveu.')
    await expect(story).toContainText('Ana Albuquerque está cuidando.')

    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Ocorrências/ })
      .click()
    await expect(page.getByRole('region', { name: /^Em atendimento/ })).toContainText('Barulho')
    await page.getByRole('link', { name: 'Nova ocorrência' }).click()
    await expect(text).toHaveValue('')
  } finally {
    await backend.stop()
  }
})
