import { startBackendProcess } from './backend-process.ts'
import { condominiumIdOf, expect, makeGateEvent, signIn, test } from './panel-test.ts'

test('an operator signs in, finds a condominium, sees its gate live, outlasts an outage and signs out', async ({
  page,
}) => {
  test.slow()
  const backend = await startBackendProcess()
  const status = page.getByRole('status')
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  const feed = page.getByRole('region', { name: 'Eventos ao vivo' })
  try {
    await test.step('signs in', async () => {
      await page.goto(backend.url)
      await expect(page).toHaveURL(/\/login$/)
      await signIn(page, backend.url, 'operator')
    })

    await test.step('searches, whatever the accents, and selects by keyboard (CON-2, CON-3)', async () => {
      await page.keyboard.press('Control+k')
      await expect(search).toBeFocused()
      await search.fill('sao joao')
      const found = page.getByRole('option')
      await expect(found).toHaveCount(1)
      await expect(found).toContainText('Residencial São João')
      await expect(found).toContainText('Último evento:')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('Residencial São João')
    })

    const condominiumId = await condominiumIdOf(page, 'Residencial São João')

    await test.step('sees a real event arrive over the socket', async () => {
      await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
      await expect(feed.getByRole('listitem').first()).toContainText('Agora')
      await search.fill('sao joao')
      await expect(page.getByRole('option')).toContainText('Agora')
      await expect(page.getByRole('option')).toContainText('Ativo')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    })

    await test.step('keeps the page readable while the server is away for 20 s', async () => {
      await backend.stop('SIGKILL')
      await expect(status.filter({ hasText: 'Conectado' })).toHaveCount(0)
      await expect(page.getByText(/Reconectando \(\d+\/10\)/)).toBeVisible()
      await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('Residencial São João')
      const awaySince = Date.now()
      await expect(page.getByText(/Reconectando \([5-9]\/10\)/)).toBeVisible({ timeout: 40_000 })
      await expect.poll(() => Date.now() - awaySince, { timeout: 30_000 }).toBeGreaterThan(20_000)
    })

    await test.step('comes back by itself, with what was stored before', async () => {
      await backend.start()
      await expect(status.filter({ hasText: 'Conectado' })).toBeVisible({ timeout: 20_000 })
      await expect(feed.getByRole('listitem').first()).toContainText(/Agora|há 1 minuto/)
      await makeGateEvent(backend.url, { condominiumId })
      await expect(feed.getByRole('listitem')).not.toHaveCount(0)
    })

    await test.step('signs out, and the token is dead (SES-8, A11Y-2)', async () => {
      const token = await page.evaluate(
        () => JSON.parse(decodeURIComponent(/session=([^;]*)/.exec(document.cookie)?.[1] ?? '{}')).token,
      )
      await page.getByRole('button', { name: 'Menu do usuário' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await expect(page).toHaveURL(/\/login$/)
      expect(await page.evaluate(() => [document.cookie.includes('session='), localStorage.getItem('user')])).toEqual([
        false,
        null,
      ])
      await expect
        .poll(async () => {
          const answer = await fetch(`${backend.url}/rest/port-tests`, {
            headers: { authorization: `Bearer ${token}` },
          })
          return answer.status
        })
        .toBe(401)
    })
  } finally {
    await backend.dispose()
  }
})
