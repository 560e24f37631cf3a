import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, makeGateEvent, qaCall, signIn, test } from '../parts/panel-test.ts'

const place = 'Edifício Água Viva'
const figure = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Dispositivos online/ })

async function choose(page: Page, name: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  await search.click()
  await search.fill(name)
  await page.getByRole('option', { name }).click()
}

test('deactivated devices stay visible: counted at once, and with person and reason for another person (STATE-3)', async ({
  page,
  browser,
}) => {
  const backend = await startBackendProcess()
  const context = await browser.newContext()
  const other = await context.newPage()
  try {
    await signIn(page, backend.url, 'admin', '/devices?q=Edifício Água Viva')
    await page.getByRole('button', { name: 'Escolher vários' }).click()
    const chosen = page.getByRole('region', { name: 'Dispositivos escolhidos' })
    const dialog = page.getByRole('dialog')
    for (const code of ['AGUAVIVA-01', 'AGUAVIVA-02', 'AGUAVIVA-03'])
      await page.getByRole('listitem').filter({ hasText: code }).getByRole('checkbox').check()
    await chosen.getByRole('button', { name: 'Desativar' }).click()
    await dialog.getByRole('textbox').fill('Obra na entrada')
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    await expect(page.getByRole('region', { name: 'Resultado em muitos dispositivos' })).toContainText('3 com sucesso')

    await test.step('the dashboard counts them apart, of all condominiums and of the selected one', async () => {
      await page.getByRole('link', { name: 'Painel', exact: true }).click()
      await expect(figure(page)).toContainText(', 3 desativados')
      await choose(page, place)
      await page.getByRole('link', { name: 'Painel', exact: true }).click()
      await expect(figure(page)).toContainText('de 1, 3 desativados')
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('another person reads on the pages who deactivated a device, and why', async () => {
      await signIn(other, backend.url, 'operator', '/devices/AGUAVIVA-01')
      await expect(other.locator('.device-verdict')).toContainText(/Desativado por .+ em .+: Obra na entrada\./)
      await other.goto(`${backend.url}/condominiums/condominio-01`)
      await expect(other.getByText('1 de 1 online, 3 desativados')).toBeVisible()
      await other.goto(`${backend.url}/handover`)
      const list = other.getByRole('region', { name: 'Desativados' })
      await expect(list.getByRole('listitem')).toHaveCount(3)
      await expect(list.getByRole('listitem').first()).toContainText(/Desativado por .+: Obra na entrada\./)
      expect(await axeViolations(other)).toEqual([])
    })
  } finally {
    await context.close()
    await backend.dispose()
  }
})

test('a selected condominium hides no alarm: a red link counts the others and leads to them (STATE-6)', async ({
  page,
}) => {
  const backend = await startBackendProcess()
  try {
    const call = await qaCall(backend.url)
    await signIn(page, backend.url)
    await choose(page, place)
    await page.getByRole('link', { name: 'Painel', exact: true }).click()
    const situation = page.locator('.situation')
    const hidden = page.getByRole('link', { name: '1 ocorrência em outros condomínios' })
    await expect(situation).toContainText('Tudo responde.')
    await expect(hidden).toHaveCount(0)
    await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'door-forced' })
    await expect(situation.getByRole('link', { name: '1 ocorrência em outros condomínios' })).toBeVisible()
    expect(await axeViolations(situation)).toEqual([])
    await page.setViewportSize({ width: 360, height: 768 })
    await expect(hidden).toBeVisible()
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.getByRole('link', { name: 'Eventos', exact: true }).click()
    await hidden.press('Enter')
    await expect(page).toHaveURL(/\/incidents$/)
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('')
    await expect(page.getByRole('main').getByRole('link', { name: /^Porta forçada · / })).toBeVisible()
    await expect(hidden).toHaveCount(0)
    expect(await call('GET', '/rest/incidents/open')).toMatchObject({ result: [{ kind: 'door-forced' }] })
  } finally {
    await backend.dispose()
  }
})

test('isolating a device on this computer takes its incident out of headline, toasts and title (STATE-3)', async ({
  page,
}) => {
  const backend = await startBackendProcess()
  try {
    const call = await qaCall(backend.url)
    await signIn(page, backend.url)
    const wordCode = 'AGUAVIVA-03'
    await call('PUT', `/rest/simulator/device/${wordCode}`, { fault: 'refuse' })
    await call('GET', `/rest/api/health/device/${wordCode}`)
    await expect(page.locator('.situation')).toHaveClass(/tone-bad/)
    await expect(page).toHaveTitle(/^\(1\) /)
    await page.locator('.situation').getByRole('link', { name: place }).click()
    await expect(page).toHaveURL(/\/condominiums\/condominio-01$/)
    await page.getByRole('list', { name: 'Dispositivos' }).getByRole('link', { name: 'Catraca Torre A' }).click()
    await page.getByRole('button', { name: 'Isolar' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('use Silenciar na página dela')
    await dialog.getByRole('textbox').fill('manutenção')
    await dialog.getByRole('button', { name: 'Isolar dispositivo' }).click()
    await expect(page).not.toHaveTitle(/^\(/)
    await page.getByRole('link', { name: 'Painel', exact: true }).click()
    await expect(page.locator('.situation')).toContainText('1 dispositivo isolado neste computador')
    await expect(page.locator('.situation')).not.toHaveClass(/tone-bad/)
    await expect(page.locator('.is-alert')).toHaveCount(0)
  } finally {
    await backend.dispose()
  }
})
