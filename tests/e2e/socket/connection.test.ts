import { axeViolations } from '../parts/axe.ts'
import { stopTime, timePassesUntilSeen } from '../parts/page-time.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test('a connection given up after ten attempts says so once, and a person brings it back (SOC-4, SOC-5)', {
  tag: '@all',
}, async ({ page, backend }) => {
  test.slow()
  const status = page.getByRole('status')
  await page.clock.install()
  await signIn(page, backend.url)
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const region = document.querySelector('.connection [role=status]')
    if (region === null) throw new Error('no status')
    new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  await stopTime(page)
  await backend.stop()
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await timePassesUntilSeen(page, page.getByText(`Reconectando (${attempt}/10)`))
  }
  await timePassesUntilSeen(page, status.filter({ hasText: 'Sem conexão' }))
  await page.clock.resume()
  expect(await axeViolations(page)).toEqual([])

  await backend.start()
  await page.getByRole('button', { name: 'Reconectar' }).click()
  await expect(status.filter({ hasText: 'Conectado' })).toBeVisible()
  const heard = await page.evaluate(() => ('heard' in window ? window.heard : null))
  expect(heard).toEqual([
    'Conexão perdida. Reconectando…',
    'Sem conexão',
    'Conexão perdida. Reconectando…',
    'Conectado',
  ])
})

test('attempts that are used up are a rest: the panel comes back without a hand (LIVE-2)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  test.slow()
  await page.clock.install()
  await signIn(page, backend.url)
  await stopTime(page)
  await backend.stop('SIGKILL')
  await timePassesUntilSeen(page, page.getByText('Reconectando (10/10)'))
  await timePassesUntilSeen(page, page.getByRole('status').filter({ hasText: 'Sem conexão' }))
  await backend.start()
  await timePassesUntilSeen(page, page.getByRole('status').filter({ hasText: 'Conectado' }))
})

test('a network that comes back ends the waiting at once (SOC-4)', { tag: '@all' }, async ({
  page,
  context,
  backend,
}) => {
  await page.clock.install()
  await signIn(page, backend.url)
  await stopTime(page)
  await backend.stop()
  await expect(page.getByText('Reconectando (1/10)')).toBeVisible()
  await backend.start()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeVisible()
})
