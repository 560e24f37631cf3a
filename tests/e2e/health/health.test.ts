import type { Page } from '@playwright/test'
import { simulatedDevices } from '../devices/device-page.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

function fact(page: Page, card: string, name: string) {
  const region = page.locator('.health-card').filter({ has: page.getByRole('heading', { name: card, exact: true }) })
  return region
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
}

test('the health page shows server, panel and devices, updates and cleans up (HEA-4)', async ({ page, backend }) => {
  await signIn(page, backend.url)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('agua viva')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Saúde' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saúde' })).toBeVisible()
  await test.step('the page shows the health of server and panel', async () => {
    await expect(fact(page, 'Serviço', 'Estado')).toHaveText('Funcionando')
    await expect(fact(page, 'Servidor', 'Dispositivos online')).toContainText('40')
    await expect(fact(page, 'Servidor', 'Banco de dados')).toContainText('respondendo')
    await expect(fact(page, 'Chamadas deste painel', 'Última limpeza')).toHaveText('nenhuma ainda')
    await expect(page.locator('.health-cards > .health-card'), 'all cards are in one grid').toHaveCount(4)
  })

  const devices = page.getByRole('region', { name: 'Dispositivos vistos pelo servidor' })
  const first = devices.getByRole('row').filter({ hasText: 'AGUAVIVA-01' })
  await test.step('an update shows a device that stops answering', async () => {
    await expect(first).toContainText('Online')
    await expect(first).toContainText('Normal')
    await simulatedDevices(backend.url).set('AGUAVIVA-01', 'refuse')
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect(first).toContainText('Sem contato')
    await expect(fact(page, 'Servidor', 'Sem contato')).toHaveText('1')
  })

  await test.step('the clean-up has the time of its last run', async () => {
    await page.getByRole('button', { name: 'Limpar' }).click()
    await expect(fact(page, 'Chamadas deste painel', 'Última limpeza')).not.toHaveText('nenhuma ainda')
  })

  await test.step('a failed update or clean-up is reported until the next try succeeds', async () => {
    await page.route('**/rest/api/health**', (route) => route.abort())
    await page.getByRole('button', { name: 'Atualizar' }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'O serviço não pôde ser consultado.' })
    await expect(failure).toContainText('Os números abaixo são da última consulta que deu certo.')
    await page.getByRole('button', { name: 'Limpar' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'A limpeza não foi feita no servidor.' })).toBeVisible()
    await page.unroute('**/rest/api/health**')
    await page.getByRole('button', { name: 'Tentar novamente' }).first().click()
    await expect(failure).toBeHidden()
  })

  await test.step('an update shows a device that answers again', async () => {
    await simulatedDevices(backend.url).set('AGUAVIVA-01', 'up')
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect(first).toContainText('Online')
  })
})
