import { expect, signIn, test } from '../parts/panel-test.ts'

const minuteMs = 60_000

test('another stored version clears all stored data and reloads the page (VER-1)', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend.url)
  await context.addCookies([{ name: 'old', value: '1', domain: 'localhost', path: '/dashboard' }])
  await page.evaluate(() => {
    localStorage.setItem('frontend_version', '0.0.1')
    sessionStorage.setItem('left', 'over')
  })
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  const { version } = await (await fetch(`${backend.url}/version.json`)).json()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('frontend_version'))).toBe(version)
  expect(
    await page.evaluate(() => [
      localStorage.getItem('user'),
      sessionStorage.getItem('left'),
      document.cookie.includes('session='),
    ]),
  ).toEqual([null, null, false])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('old')
})

test('a new version is offered to a working user, not forced (VER-2)', { tag: '@all' }, async ({ page, backend }) => {
  await page.clock.install()
  await signIn(page, backend.url)
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: '99.0.0' } }))
  await page.clock.fastForward(29 * minuteMs)
  await page.clock.fastForward(2 * minuteMs)
  await expect(page.getByText('Nova versão disponível')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: 'Atualizar agora' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('an older version.json from a cache is offered once, not again after each click (VER-2)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url)
  await page.evaluate(() => localStorage.setItem('frontend_version', '0.0.1'))
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: '0.0.1' } }))
  await page.reload()
  const offer = page.getByText('Nova versão disponível')
  await expect(offer).toBeVisible()
  const checked = page.waitForResponse('**/version.json')
  await page.getByRole('button', { name: 'Atualizar agora' }).click()
  await page.waitForEvent('load')
  await checked
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('two nodes of different versions clear the stored data once, not at each load (VER-1)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url)
  await page.evaluate(() => localStorage.setItem('frontend_version', '0.0.1'))
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, backend.url)
  const stored = () => page.evaluate(() => localStorage.getItem('frontend_version'))
  for (const version of ['0.0.1', null, '0.0.1']) {
    if (version === null) await page.unroute('**/version.json')
    else await page.route('**/version.json', (route) => route.fulfill({ json: { version } }))
    await page.reload()
    if (version === null) await expect.poll(stored).not.toBe('0.0.1')
    else await expect.poll(stored).toBe(version)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
  }
})

test('an open panel offers the version that its server announces on the socket (VER-2)', async ({ page, backend }) => {
  let isUpdated = false
  await page.route('**/version.json', (route) =>
    isUpdated ? route.fulfill({ json: { version: '99.0.0' } }) : route.fallback(),
  )
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const isVersion = message.toString().startsWith('42["server:version",')
      isUpdated ||= isVersion
      socket.send(isVersion ? '42["server:version","99.0.0"]' : message)
    })
  })
  await signIn(page, backend.url)
  await expect(page.getByText('Nova versão disponível')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a version check that fails or hangs does not block the page (BOOT-3)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await page.route('**/version.json', (route) => route.fulfill({ status: 500, body: 'no' }))
  await signIn(page, backend.url)
  await page.unroute('**/version.json')
  await page.route('**/version.json', () => {})
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a failed load of code shows the error page, which reloads only on request (VER-2)', async ({ page, backend }) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto(`${backend.url}/login`)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await page.route('**/assets/*.js*', (route) => route.abort())
  await page.getByLabel('E-mail').fill('admin@guarita.demo')
  await page.getByLabel('Senha', { exact: true }).fill('guarita-demo')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  expect(loads).toBe(1)
  await page.unroute('**/assets/*.js*')
  const reload = page.getByRole('button', { name: 'Recarregar a página' })
  await page.route('**/version.json', (route) => route.abort())
  await reload.click()
  await expect(
    page.getByText('a página não voltaria'),
    'the page does not reload into the error page of the browser',
  ).toBeVisible()
  expect(loads).toBe(1)
  await page.unroute('**/version.json')
  await reload.click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
