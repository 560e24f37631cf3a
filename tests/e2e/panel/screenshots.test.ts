import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type BackendProcess, startBackendProcess } from '../parts/backend-process.ts'
import { inTurn } from '../parts/in-turn.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

const fontDir = join(import.meta.dirname, '../font')

interface Look {
  name: string
  viewport: { width: number; height: number }
  stored: Record<string, string>
  paths: (keyof typeof pages)[]
}

const pages = {
  landing: '/landing',
  login: '/login',
  dashboard: '/dashboard',
  devices: '/devices',
  device: '/devices/AGUAVIVA-01',
  profile: '/pages/profile',
} as const

const wide = { width: 1200, height: 640 }

const looks: Look[] = [
  {
    name: 'light',
    viewport: wide,
    stored: { lightTheme: 'true' },
    paths: ['landing', 'dashboard', 'devices', 'device', 'profile'],
  },
  {
    name: 'dark-horizontal',
    viewport: wide,
    stored: { darkMode: 'true', horizontalLayout: 'true' },
    paths: ['dashboard', 'device'],
  },
  {
    name: 'right-to-left',
    viewport: wide,
    stored: { lightTheme: 'true', rtl: 'true' },
    paths: ['dashboard', 'devices'],
  },
  {
    name: 'picture',
    // Small, because a picture of a picture weighs much.
    viewport: { width: 1024, height: 440 },
    stored: { transparentMode: 'true', backgroundImage: 'bg-img1' },
    paths: ['dashboard'],
  },
  {
    name: 'narrow',
    viewport: { width: 360, height: 768 },
    stored: { lightTheme: 'true' },
    paths: ['landing', 'login', 'dashboard', 'devices'],
  },
]

/** What differs from run to run: times, ages, latencies, and the ports that were free. */
const live = [
  '.figure-detail:has-text(" às ")',
  '.figure-detail:has-text("consulta das")',
  '.device-row-contact',
  '.event-when',
  '.device-verdict p',
  '.profile-person dd:has-text("até as")',
  '.port-tests td:nth-child(2)',
  '.port-tests td.is-number',
  ...['Endereço', 'Último contato', 'Latência', 'Teste de rede', 'Visto pelo servidor'].map(
    (fact) => `.device-facts dt:has-text("${fact}") + dd`,
  ),
].join(', ')

let backend: BackendProcess

// One of its own: what other tests leave behind would be on the pictures.
test.beforeAll(async () => {
  backend = await startBackendProcess()
})

test.afterAll(() => backend.dispose())

/** Every text in the same typeface on every machine, and the look stored before each load. */
async function dress(page: Page, stored: Look['stored']): Promise<void> {
  const urlOf = async (file: string) =>
    `url(data:font/woff2;base64,${(await readFile(join(fontDir, file))).toString('base64')})`
  const faces = [
    { weight: '1 549', url: await urlOf('DejaVuSans.woff2') },
    { weight: '550 1000', url: await urlOf('DejaVuSans-Bold.woff2') },
  ]
  await page.addInitScript(
    ({ faces, stored }) => {
      if (location.protocol === 'about:') return
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
      for (const { weight, url } of faces) document.fonts.add(new FontFace('Picture Sans', url, { weight }))
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '*, ::before, ::after { font-family: "Picture Sans" !important } .device-facts dd { white-space: nowrap }',
      )
      document.adoptedStyleSheets = [sheet]
    },
    { faces, stored },
  )
}

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.figure-value').filter({ hasText: /^(–|Desconhecido|Conectando)$/ })).toHaveCount(0)
  await expect(page.getByText(/^Carregando|em instantes…$/)).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const faces = await page.evaluate(async () =>
    [...(await document.fonts.ready)].flatMap(({ family, status }) => (family.includes('Picture') ? status : [])),
  )
  expect(faces).toEqual(['loaded', 'loaded'])
}

for (const { name, viewport, stored, paths } of inTurn(looks, 0))
  test(`the pages look as they did: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await dress(page, stored)
    const isOpen = (path: Look['paths'][number]) => path === 'landing' || path === 'login'
    let isSignedIn = false
    for (const path of paths) {
      if (!isSignedIn && !isOpen(path)) {
        await signIn(page, backend.url)
        isSignedIn = true
      }
      await page.goto(backend.url + pages[path])
      await settle(page)
      await expect
        .soft(page)
        .toHaveScreenshot(`${path}-${name}.png`, { mask: [page.locator(live)], maskColor: '#8a93a6' })
    }
  })
