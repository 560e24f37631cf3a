import { stopTime, timePassesUntilSeen } from '../parts/page-time.ts'
import { closeIncidents, condominiumIdOf, expect, makeGateEvent, signInByForm, test } from '../parts/panel-test.ts'

test.afterEach(({ backend }) => closeIncidents(backend.url))

test('an operator signs in, finds a condominium, sees its live events, continues after an outage and signs out', async ({
  page,
  backend,
}) => {
  test.slow()
  await page.clock.install()
  const status = page.getByRole('status')
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  const feed = page.getByRole('region', { name: 'Eventos ao vivo' })
  await test.step('signs in', async () => {
    await page.goto(backend.url)
    await expect(page).toHaveURL(/\/login$/)
    await signInByForm(page, backend.url, 'operator')
  })

  await test.step('searches without accents and selects by keyboard (CON-2, CON-3)', async () => {
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

  await test.step('sees an event arrive over the socket', async () => {
    await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
    await expect(feed.getByRole('listitem').first()).toContainText('Porta forçada')
    await search.fill('sao joao')
    await expect(page.getByRole('option')).toContainText('Agora')
    await expect(page.getByRole('option')).toContainText('Ativo')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  await test.step('reads the page while the server is unreachable for 20 s', async () => {
    await stopTime(page)
    await backend.stop('SIGKILL')
    await expect(status.filter({ hasText: 'Conectado' })).toHaveCount(0)
    await expect(page.getByLabel('Condomínio selecionado')).toHaveValue('Residencial São João')
    for (let attempt = 1; attempt <= 6; attempt += 1)
      await timePassesUntilSeen(page, page.getByText(`Reconectando (${attempt}/10)`))
    await timePassesUntilSeen(page, feed.getByText('sem contato com o servidor'))
  })

  await test.step('sees the panel reconnect by itself with the stored events', async () => {
    await backend.start()
    await page.clock.runFor(5_000)
    await page.clock.resume()
    await expect(status.filter({ hasText: 'Conectado' })).toBeVisible()
    await expect(feed).not.toContainText('sem contato com o servidor')
    await expect(feed.getByRole('listitem').first()).toContainText('Porta forçada')
  })

  await test.step('sees the next event arrive over the new connection', async () => {
    // The list of events does not answer: only the live connection can deliver the next event.
    await page.route(/\/rest\/events/, () => {})
    await makeGateEvent(backend.url, { condominiumId, kind: 'gate-held-open' })
    await expect(feed.getByRole('listitem').first()).toContainText('Portão aberto além do tempo')
    await page.unrouteAll()
  })

  await test.step('signs out, and the server refuses the token (SES-8, A11Y-2)', async () => {
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
})
