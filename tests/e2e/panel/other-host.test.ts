import { startBackendProcess } from '../parts/backend-process.ts'
import { condominiumIdOf, expect, makeGateEvent, signInByForm, test } from '../parts/panel-test.ts'
import { startStaticHost } from '../parts/static-host.ts'

test('the panel on a plain host works with a backend on another host and its own socket namespace', async ({
  page,
}) => {
  test.slow()
  const free = await startStaticHost([])
  const origin = free.url
  await free.close()
  const backend = await startBackendProcess({
    GUARITA_CORS_ORIGINS: origin,
    GUARITA_SOCKET_NAMESPACES: '/portaria',
  })
  const host = await startStaticHost([backend.url], Number(new URL(origin).port))
  try {
    host.configure({ apiUrl: `${backend.url}/rest`, socketUrl: backend.url, socketNamespace: '/portaria' })
    await signInByForm(page, host.url, 'operator')
    const condominiumId = await condominiumIdOf(page, 'Residencial São João', backend.url)
    await makeGateEvent(backend.url, { condominiumId })
    const feed = page.getByRole('region', { name: 'Eventos ao vivo' })
    await expect(feed.getByRole('listitem').first()).toContainText('Residencial São João')
  } finally {
    await host.close()
    await backend.dispose()
  }
})

test('an unknown namespace falls back to the root after 4 s (SOC-3)', { tag: '@all' }, async ({ page, backend }) => {
  await page.route('**/config.json', (route) => route.fulfill({ json: { socketNamespace: '/nowhere' } }))
  const startedAt = Date.now()
  await page.goto(`${backend.url}/login`)
  await page.getByLabel('E-mail').fill('admin@guarita.demo')
  await page.getByLabel('Senha', { exact: true }).fill('guarita-demo')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Conectando…').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
  expect(Date.now() - startedAt).toBeGreaterThan(4_000)
})
