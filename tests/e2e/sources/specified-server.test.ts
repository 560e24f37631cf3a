import type { Route } from '@playwright/test'
import { expect, signIn, test } from '../parts/panel-test.ts'

const unknown = (route: Route) => route.fulfill({ status: 404, json: { error: true, message: 'Não encontrado.' } })

test('no page fails on a server that has only the routes of the specification (PAGE-3, PAGE-5, ACT-1, SES-12)', async ({
  page,
  backend,
}) => {
  await page.route(/\/rest\/(capabilities|events\?|api\/health\/device\/[^/]+\/timeline)/, unknown)
  await page.route('**/rest/auth/second-factor', unknown)
  await page.route('**/rest/port-tests', (route) =>
    route.fulfill({
      json: [
        { ip: '192.0.2.1', success: true },
        { ip: '192.0.2.2', success: false },
      ],
    }),
  )
  await signIn(page, backend.url, 'admin', '/devices/AGUAVIVA-01')
  await expect(page.getByText(/Este servidor não guarda a linha do tempo/)).toBeVisible()
  await expect(page.getByText('Não foi possível carregar')).toHaveCount(0)
  await page.getByRole('link', { name: 'Eventos', exact: true }).click()
  await expect(page.getByText('Este servidor não tem a busca de eventos.')).toBeVisible()
  await expect(page.getByText('Este condomínio não existe')).toHaveCount(0)
  await page.goto(`${backend.url}/health`)
  const tests = page.getByRole('region', { name: 'Testes de rede' })
  await expect(tests.getByRole('rowheader', { name: '192.0.2.2' })).toBeVisible()
  await expect(tests.getByText('desconhecido', { exact: true })).toHaveCount(0)
  await page.goto(`${backend.url}/pages/profile`)
  await expect(page.getByRole('heading', { name: 'Sessões em outros lugares' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verificação em duas etapas' })).toHaveCount(0)
})
