import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DevicePage, simulatedDevices } from '../devices/device-page.ts'
import { inTurn } from '../parts/in-turn.ts'
import { watchRest } from '../parts/page-rest.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'
import { type ServerAtNight, startNight } from '../parts/server-at-night.ts'

const fontDir = join(import.meta.dirname, '../font')

interface Look {
  name: string
  viewport: { width: number; height: number }
  stored: Record<string, string>
  paths: Path[]
}

type Path = keyof typeof pages

const pages = {
  landing: '/landing',
  login: '/login',
  dashboard: '/dashboard',
  devices: '/devices',
  device: '/devices/AGUAVIVA-01',
  profile: '/pages/profile',
} as const

/** Pages before the sign-in. */
const openPaths: ReadonlySet<Path> = new Set(['landing', 'login'])

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
    // Small, because a screenshot of a photograph is a large file.
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

/** Time of the page and of the server in every picture. */
const pictureTime = Date.parse('2026-03-12T10:30:00-03:00')

let server: ServerAtNight

// A server of its own: the pictures must not contain events and sessions of other tests.
test.beforeAll(async () => {
  server = await startNight(pictureTime, { now: () => pictureTime, monitorEveryMs: 0 }, 'nothing')
})

test.afterAll(() => server.dispose())

/** Sets the same typeface on every machine, and stores the appearance before each load. */
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
      sheet.replaceSync('*, ::before, ::after { font-family: "Picture Sans" !important }')
      document.adoptedStyleSheets = [sheet]
    },
    { faces, stored },
  )
}

/** Shows the same port in each run: a simulated device listens on any free port. */
async function fixPorts(page: Page): Promise<void> {
  await page.route('**/device-control/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/"port":\d+/g, '"port":9100') })
  })
}

/** Waits until the page has no running request and no placeholder, and fonts and images are loaded. */
async function isComplete(page: Page, path: Path, rest: () => Promise<void>): Promise<void> {
  if (!openPaths.has(path)) await expect(page.getByRole('status').filter({ hasText: 'Conectado' })).toBeAttached()
  await rest()
  const faces = await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode()))
    return [...(await document.fonts.ready)].flatMap(({ family, status }) => (family.includes('Picture') ? status : []))
  })
  expect(faces).toEqual(['loaded', 'loaded'])
}

for (const { name, viewport, stored, paths } of inTurn(looks, 0))
  test(`the pages match their pictures: ${name}`, async ({ page }) => {
    const rest = watchRest(page)
    await page.clock.setFixedTime(pictureTime)
    await page.setViewportSize(viewport)
    await dress(page, stored)
    await fixPorts(page)
    let isSignedIn = false
    for (const path of paths) {
      if (isSignedIn || openPaths.has(path)) await page.goto(server.url + pages[path])
      else await signIn(page, server.url, 'admin', pages[path])
      isSignedIn ||= !openPaths.has(path)
      await isComplete(page, path, rest)
      await expect.soft(page).toHaveScreenshot(`${path}-${name}.png`)
    }
  })

test('the page of a failing device matches the pictures of the failure document (AUD-7)', async ({ page }) => {
  const own = await startNight(pictureTime, { now: () => pictureTime, monitorEveryMs: 0 }, 'nothing')
  const wordCode = 'AGUAVIVA-02'
  const device = new DevicePage(page)
  const devices = simulatedDevices(own.url)
  const picture = (name: string) => expect(page.locator('.device-verdict')).toHaveScreenshot(`failure-${name}.png`)
  await page.clock.setFixedTime(pictureTime)
  await page.setViewportSize({ width: 900, height: 900 })
  await dress(page, { lightTheme: 'true' })
  // Port tests end at any time. Without port tests, the page has no sentence about the network.
  await page.route('**/rest/port-tests*', (route) => route.fulfill({ json: [] }))
  await devices.set(wordCode, 'refuse')
  await signIn(page, own.url, 'admin', `/devices/${wordCode}`)

  await test.step('after the first call, without contact', async () => {
    await device.button('Testar dispositivo').click()
    await expect(device.outcome).toBeVisible({ timeout: 60_000 })
    await device.hasCircuit('CLOSED', 4)
    await picture('without-contact')
  })

  await test.step('in the second call, paused', async () => {
    await device.button('Testar dispositivo').click()
    await device.hasCircuit('OPEN', 5)
    await picture('paused')
  })

  await test.step('isolated by a person', async () => {
    await device.command('Isolar', 'troca do leitor', 'Isolar dispositivo')
    await picture('isolated')
  })

  await test.step('in the test after the isolation, which the device does not answer yet', async () => {
    await devices.set(wordCode, 'hang')
    await device.command('Encerrar isolamento', 'leitor trocado')
    await device.hasCircuit('HALF_OPEN', 5)
    await expect(page.getByText('o teste em andamento diz se ele voltou')).toBeVisible()
    await picture('testing')
  })

  await test.step('online, and unknown without a network', async () => {
    await device.open(own.url, 'AGUAVIVA-01')
    await expect(page.locator('.device-verdict')).toContainText('está online')
    await picture('online')
    await page.context().setOffline(true)
    await expect(page.locator('.device-verdict')).toContainText('Não sabemos como está')
    await picture('unknown')
    await page.context().setOffline(false)
  })
  await page.close()
  await own.dispose()
})
