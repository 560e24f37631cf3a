import type { BrowserContext, Page } from '@playwright/test'
import { greens } from '../parts/greens.ts'
import { inTurn } from '../parts/in-turn.ts'
import { keepShell, keptAnswers, sealedAnswers } from '../parts/kept-shell.ts'
import { closeIncidents, expect, makeGateEvent, qaCall, signIn, signInByForm, test } from '../parts/panel-test.ts'
import { type Front, startFront } from './front.ts'

test.use({ serviceWorkers: 'allow' })

const looks = [
  { name: 'light', stored: {} },
  { name: 'dark', stored: { darkMode: 'true' } },
  { name: 'right to left', stored: { rtl: 'true' } },
] as const

const notice = (page: Page) => page.getByText(/Isto é o que se sabia às \d\d:\d\d:\d\d/)

/** Expects the dashboard with its last known data and without a green status. */
async function expectLastKnown(page: Page): Promise<void> {
  await expect(notice(page)).toBeVisible()
  await expect(
    page.locator('.metric').filter({ hasText: /de \d\d:\d\d:\d\d, sem contato com o servidor/ }),
  ).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Eventos ao vivo' }).getByRole('listitem').first()).toBeVisible()
  expect(await greens(page)).toEqual([])
}

async function closing(front: Front, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } finally {
    await front.close()
  }
}

async function newTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  return page
}

test('without a server the dashboard shows its last known data in every appearance, and recovers by itself (LIVE-1)', async ({
  page,
  context,
  backend,
}) => {
  test.slow()
  await signIn(page, backend.url)
  await keepShell(page)
  await backend.stop('SIGKILL')
  for (const { name, stored } of inTurn(looks, 2))
    await test.step(name, async () => {
      await page.evaluate((kept) => {
        for (const key of ['darkMode', 'rtl']) localStorage.removeItem(key)
        for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
      }, stored)
      await page.reload()
      await expectLastKnown(page)
      await expect(page.locator('html')).toHaveAttribute('dir', name === 'right to left' ? 'rtl' : 'ltr')
      await expect(page.locator('html')).toHaveAttribute('data-bs-theme', name === 'dark' ? 'dark' : 'light')
    })
  const other = await newTab(context, `${backend.url}/dashboard`)
  await expectLastKnown(other)
  await backend.start()
  for (const each of [page, other]) {
    await expect(notice(each)).toHaveCount(0)
    await expect.poll(async () => (await greens(each)).length).toBeGreaterThan(2)
  }
})

for (const mode of inTurn(['hanging', 'unavailable'] as const, 0))
  test(`with a server that is ${mode} the panel starts immediately from stored data, which ends with the session`, async ({
    page,
    context,
    backend,
  }) => {
    const front = await startFront(backend.url)
    await closing(front, async () => {
      await signIn(page, front.url)
      await keepShell(page)
      const other = await newTab(context, `${front.url}/dashboard`)
      await expect(other.getByRole('link', { name: /Dispositivos online/ })).toContainText('consultados às')
      await front.setMode(mode)
      await page.reload()
      await expectLastKnown(page)

      // Signing out works without a server: in both tabs, and the next user sees no data.
      await page.getByRole('button', { name: 'Menu do usuário' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await expect(page.getByLabel('E-mail')).toBeVisible()
      await expect(other.getByLabel('E-mail')).toBeVisible()
      await expect.poll(() => keptAnswers(page)).toBe(0)
      await page.goto(`${front.url}/dashboard`)
      await expect(page.getByLabel('E-mail')).toBeVisible()

      await front.setMode('open')
      await signInByForm(page, front.url, 'operator')
      await front.setMode(mode)
      const first = await newTab(context, `${front.url}/dashboard`)
      await expect(first.getByText('Sem contato com o servidor').first()).toBeVisible()
      await expect(first.getByText('Ana Andrade')).toHaveCount(0)
    })
  })

test('without a server the page of a device that was shown has its name and the telephone to call (LIVE-1)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url)
  await keepShell(page)
  const before = await keptAnswers(page)
  await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
  await page.getByRole('list', { name: 'Dispositivos' }).getByRole('link').first().click()
  await expect(page.locator('.device-verdict')).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  const name = (await heading.textContent()) ?? ''
  const phone = page.getByRole('main').locator('a[href^="tel:"]').first()
  await expect(phone).toBeVisible()
  await expect.poll(() => keptAnswers(page)).toBeGreaterThan(before)
  await backend.stop('SIGKILL')
  try {
    await page.reload()
    await expect(heading).toHaveText(name)
    await expect(phone).toBeVisible()
    await expect(page.locator('.device-verdict').getByText('Desconhecido', { exact: true })).toBeVisible()
    await expect(page.locator('.contact-notice')).toContainText(/Isto é o que se sabia às \d\d:\d\d:\d\d/)
    expect(await greens(page)).toEqual([])
  } finally {
    await backend.start()
  }
})

test('without a server, a restarted page still shows an incident that began seconds ago, with steps and telephones (LIVE-1)', async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url)
  await keepShell(page)
  const kept = async () => (await sealedAnswers(page))['server /incidents/open?'] ?? ''
  await expect.poll(kept).not.toBe('')
  const before = await kept()
  await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
  const trouble = page.getByRole('region', { name: 'Precisa de atenção' }).getByText('Porta forçada').first()
  await expect(trouble).toBeVisible()
  await expect.poll(kept).not.toBe(before)
  await backend.stop('SIGKILL')
  try {
    await page.reload()
    await expect(trouble).toBeVisible()
    await page.getByRole('link', { name: /^Ocorrências \d+ abertas?/ }).click()
    await page
      .getByRole('region', { name: /^Ninguém cuida/ })
      .getByRole('link', { name: /^Porta forçada/ })
      .click()
    await expect(page.getByText('Não foi possível carregar esta ocorrência.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
    await expect(page.getByRole('list', { name: 'O que fazer' }).getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="tel:"]').first()).toBeVisible()
  } finally {
    await backend.start()
    await closeIncidents(backend.url)
  }
})

test('if a session has ended on the server, the stored data is deleted when the server answers (SES-5)', {
  tag: '@all',
}, async ({ page, context, backend }) => {
  const front = await startFront(backend.url)
  await closing(front, async () => {
    await signIn(page, front.url, 'operator')
    await keepShell(page)
    await page.goto('about:blank')
    const call = await qaCall(backend.url)
    await call('POST', '/rest/users/user-operador/disable')
    try {
      const alive = await newTab(context, `${front.url}/dashboard`)
      await expect(alive.getByLabel('E-mail')).toBeVisible()
      await expect.poll(() => keptAnswers(alive)).toBe(0)
    } finally {
      await call('POST', '/rest/users/user-operador/enable')
    }
  })
})

test('another version on the server replaces the stored files with one reload (VER-1)', async ({ page, backend }) => {
  const front = await startFront(backend.url)
  await closing(front, async () => {
    await signIn(page, front.url)
    await keepShell(page)
    const before = await page.evaluate(() => caches.keys())
    front.update('99.0.0')
    const asked = front.pagesAsked()
    await page.reload()
    await expect(page.getByLabel('E-mail')).toBeVisible()
    // One for the reload of the test, one for the reload of VER-1.
    expect(front.pagesAsked() - asked).toBe(2)
    const shells = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('shell')))
    await expect.poll(shells).toEqual(['guarita-shell-99.0.0'])
    expect(before).not.toContain('guarita-shell-99.0.0')
    expect(await keptAnswers(page)).toBe(0)
  })
})

for (const config of [{ sharedComputer: true }, { offlineStart: false }])
  test(`with ${Object.keys(config)} the panel stores no data of the user`, async ({ page, backend }) => {
    await page.clock.install()
    await page.route('**/config.json', (route) => route.fulfill({ json: config }))
    await signIn(page, backend.url)
    const devices = page.getByRole('link', { name: /Dispositivos online/ })
    await expect(devices).toContainText('consultados às')
    // The page stores an answer when it is idle, so before it shows the next answer.
    const first = (await devices.textContent()) ?? ''
    await page.clock.runFor(5_000)
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect(devices).not.toHaveText(first)
    expect(await keptAnswers(page)).toBe(0)
  })

test('a browser that refuses storage, workers and cryptography still shows the panel (CFG-2)', async ({
  page,
  backend,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })
    Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })
    Object.defineProperty(window, 'caches', { value: undefined })
    // A request without an answer, as in a browser profile that hangs.
    IDBFactory.prototype.open = () => ({ addEventListener: () => {} }) as unknown as IDBOpenDBRequest
    IDBFactory.prototype.deleteDatabase = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await signInByForm(page, backend.url)
  await expect(page.getByRole('link', { name: /Dispositivos online/ })).toContainText('consultados às')
  await page.getByRole('button', { name: 'Menu do usuário' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('the panel can be installed, and its worker is always fetched again', async ({ page, backend }) => {
  await page.goto(`${backend.url}/login`)
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await fetch(new URL(address ?? '', backend.url))
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const { icons, display, lang } = await answer.json()
  expect({ display, lang }).toEqual({ display: 'standalone', lang: 'pt-BR' })
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (address) => {
      const image = Object.assign(new Image(), { src: address })
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size).toBe(sizes)
  }
  const worker = await fetch(`${backend.url}/shell-worker.js`)
  expect(worker.headers.get('cache-control')).toBe('no-cache')
})
