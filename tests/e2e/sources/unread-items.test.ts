import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { closeIncidents, expect, makeGateEvent, signIn, test } from '../parts/panel-test.ts'

type Item = Record<string, unknown>

/** Changes the list of an answer as a server of another version would: `damage` gets the real items. */
async function damageList(page: Page, url: RegExp, damage: (items: Item[]) => Item[]): Promise<void> {
  await page.route(url, async (route) => {
    const headers = { ...route.request().headers(), accept: 'application/json', 'if-none-match': '' }
    const response = await route.fetch({ headers })
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, result: damage(answer.result) } })
  })
}

const devicesUrl = /\/device-control\/device(\?|$)/
const notice = (page: Page) => page.getByText('O painel não conseguiu ler tudo o que o servidor enviou.').locator('..')
const rows = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')

test.describe('items that the panel cannot read (HTTP-7)', () => {
  test.afterEach(({ backend }) => closeIncidents(backend.url))

  test('an unreadable device has its row with an unknown status, and a device without a code is counted', async ({
    page,
    backend,
    registerDevice,
  }) => {
    const wordCode = await registerDevice(backend.url)
    await damageList(page, devicesUrl, (items) => [
      ...items.map((item) => (item.wordCode === wordCode ? { ...item, port: 'oitenta' } : item)),
      { name: 'Sem código' },
    ])
    await signIn(page, backend.url, 'admin', `/devices?busca=${wordCode}`)
    await page.getByRole('searchbox').last().fill(wordCode)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(/desconhecido/i)
    await expect(notice(page)).toContainText('Fora das listas, das contagens e dos arquivos: 1 dispositivo.')
    await expect(notice(page)).toContainText('Na lista como desconhecido: 1 dispositivo.')
    expect(await axeViolations(notice(page))).toEqual([])
    await page.unroute(devicesUrl)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
  })

  test('an unreadable incident has its row, can be opened, and is counted', async ({ page, backend }) => {
    // The event would belong to an open incident of another test, which may have an owner.
    await closeIncidents(backend.url)
    await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
    await damageList(page, /\/rest\/incidents\/open$/, (items) =>
      items.map((item) => (item.life === 'new' ? { ...item, life: 'escalated' } : item)),
    )
    await signIn(page, backend.url, 'admin', '/incidents')
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Ocorrência que este painel não entende' })
    await expect(row.first()).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: /^Ocorrências \d+ aberta/ })).toBeVisible()
    await expect(notice(page)).toContainText(/Na lista como desconhecido: \d+ ocorrências?\./)
    await row.first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/incidents\/.+/)
    await expect(page.getByRole('button', { name: /^Estou cuidando/ })).toBeVisible()
  })

  test('after a live message about an incident that it cannot read, the panel loads the incidents again', async ({
    page,
    backend,
  }) => {
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) =>
        socket.send(
          `${message}`.includes('incidents:changed') ? `${message}`.replaceAll('"life":', '"vida":') : message,
        ),
      )
    })
    await signIn(page, backend.url, 'admin', '/incidents')
    await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'door-forced' })
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Porta forçada' })
    await expect(row.first()).toBeVisible({ timeout: 60_000 })
  })
})
