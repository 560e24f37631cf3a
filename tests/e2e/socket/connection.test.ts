import { axeViolations } from '../parts/axe.ts'
import { stopTime, timePassesUntilSeen } from '../parts/page-time.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test('after ten failed attempts the panel announces the lost connection once, and a person can reconnect, also at 360 px (SOC-4, SOC-5, DESK-9)', {
  tag: '@all',
}, async ({ page, backend }) => {
  test.slow()
  const status = page.getByRole('status')
  await page.clock.install()
  await signIn(page, backend.url)
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(window, { announced })
    const region = document.querySelector('.connection [role=status]')
    if (region === null) throw new Error('no status')
    new MutationObserver(() => announced.push(region.textContent ?? '')).observe(region, {
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

  // The header stays one line, and nothing in it is cut (DESK-9).
  await page.setViewportSize({ width: 360, height: 740 })
  const header = page.getByRole('banner')
  expect((await header.boundingBox())?.height).toBeLessThan(72)
  const boxes = await header.locator('.search-field, button').evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility())
      .map((part) => part.getBoundingClientRect())
      .sort((one, other) => one.left - other.left),
  )
  for (const [at, { right }] of boxes.entries())
    expect(right, `the end of part ${at}`).toBeLessThanOrEqual(boxes[at + 1]?.left ?? 360)
  expect(await axeViolations(page)).toEqual([])

  await backend.start()
  await page.getByRole('button', { name: 'Reconectar' }).click()
  await expect(status.filter({ hasText: 'Conectado' })).toBeVisible()
  const announced = await page.evaluate(() => ('announced' in window ? window.announced : null))
  expect(announced).toEqual([
    'Conexão perdida. Reconectando…',
    'Sem conexão',
    'Conexão perdida. Reconectando…',
    'Conectado',
  ])
})

test('after ten failed attempts the panel pauses and then reconnects by itself (LIVE-2)', { tag: '@all' }, async ({
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

test('the panel reconnects immediately when the network is restored (SOC-4)', { tag: '@all' }, async ({
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

test('a browser that reports no network, as with loopback alone, does not hide a server that answers (STATE-8)', async ({
  page,
  backend,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await signIn(page, backend.url)
  await expect(page.locator('.connection [role=status]')).toHaveText('Conectado')
  await expect(page.locator('.situation')).toContainText('Última verificação')
  await expect(page.getByText('sem rede')).toHaveCount(0)
})
