import type { Locator, Page } from '@playwright/test'
import { axeViolations, colourViolations } from '../parts/axe.ts'
import { inTurn } from '../parts/in-turn.ts'
import { type Look, store, wear } from '../parts/looks.ts'
import { watchRest } from '../parts/page-rest.ts'
import { closeIncidents, expect, qaCall, signIn, test } from '../parts/panel-test.ts'
import { walkedPaths } from '../parts/walked-pages.ts'

test.describe.configure({ mode: 'parallel' })

const openPages = ['/login', '/landing', '/no-such-page', '/convite', '/verificar', '/plantao']
/** Has the id of an open incident while the test runs. */
const incidentPage = '/incidents/'
const signedInPages = [...walkedPaths(), incidentPage]
const pagesEach = 12

const light: Look = {
  name: 'light',
  stored: { lightTheme: 'true' },
  classes: ['light-theme'],
  scheme: 'light',
  dir: 'ltr',
}
const dark: Look = {
  name: 'dark',
  stored: { darkMode: 'true' },
  classes: ['dark-theme'],
  scheme: 'dark',
  dir: 'ltr',
}
const picture: Look = {
  name: 'transparent over a picture',
  stored: { transparentMode: 'true', backgroundImage: 'bg-img1', sidebarImage: 'menu-img2' },
  classes: ['transparent-theme', 'bg-img1', 'menu-img2'],
  scheme: 'dark',
  dir: 'ltr',
}
const lightColour: Look = {
  name: 'transparent over a light colour',
  stored: { transparentMode: 'true', transparentBackgroundColor: '#fef3c7', transparentPrimaryColor: '#16a34a' },
  classes: ['transparent-theme'],
  scheme: 'light',
  dir: 'ltr',
}
const yellow: Look = {
  name: 'coloured menu and header, yellow',
  stored: { lightTheme: 'true', primaryColor: '#ffd400', menuStyle: 'gradient', headerStyle: 'color' },
  classes: ['light-theme', 'gradient-menu', 'color-header'],
  scheme: 'light',
  dir: 'ltr',
}
const rightToLeft: Look = {
  name: 'right to left, horizontal',
  stored: { lightTheme: 'true', rtl: 'true', horizontalLayout: 'true' },
  classes: ['light-theme', 'rtl', 'horizontal'],
  scheme: 'light',
  dir: 'rtl',
}
const looks = [light, dark, picture, lightColour, yellow, rightToLeft]

/** Appearances that differ only in colours: axe checks the first with all rules, the others with the colour rules. */
interface Shape {
  first: Look
  others: readonly Look[]
}

const widths = [1440, 360] as const
const height = 800
type Width = (typeof widths)[number]

/**
 * Returns the appearances to check for the page or overlay with this number. At 1440 px, every page is checked in light, dark and right to
 * left, and every second page also in another colour. At 360 px, a page is checked either left to right or right to left.
 */
function shapesFor(number: number, width: Width): readonly Shape[] {
  const isWide = width === 1440
  const colours = isWide
    ? [dark, ...inTurn([picture, lightColour, yellow, null, null, null], number).filter((look) => look !== null)]
    : []
  const shapes = [
    { first: light, others: colours },
    { first: rightToLeft, others: [] },
  ]
  return inTurn(shapes, isWide ? 0 : number)
}

/**
 * Whether axe checks the page at this width: every page at 1440 px, every third at 360 px. Horizontal scrolling is
 * checked for all.
 */
function isJudged(number: number, width: Width): boolean {
  return width === 1440 || inTurn([true, false, false], number).includes(true)
}

interface Overlay {
  what: string
  shown: Locator
  open: () => Promise<void>
  /** Number of times that Escape must be pressed, if more than once. */
  escapes?: number
}

/** Overlays of a page, in an order in which each can be opened. */
function overlays(page: Page, width: Width, look: Look): Overlay[] {
  const search = page.getByRole('combobox', { name: 'Buscar Condomínio' })
  const byButton = (what: string, button: string, shown: Locator): Overlay => ({
    what,
    shown,
    open: () => page.getByRole('button', { name: button }).click(),
  })
  const menus =
    width < 992
      ? [byButton('menu drawer', 'Abrir menu', page.getByRole('dialog', { name: 'Menu' }))]
      : look.classes.includes('horizontal')
        ? [
            {
              what: 'submenu',
              shown: page.getByRole('menuitem', { name: 'Saúde' }),
              open: () => page.getByRole('menuitem', { name: 'Acompanhamento' }).click(),
            },
          ]
        : []
  const searchFor = async (text: string) => {
    await page.keyboard.press('Control+k')
    await search.fill(text)
  }
  const openSwitcher = async () => {
    if (width >= 768) return page.getByRole('button', { name: 'Personalizar' }).click()
    await page.getByRole('button', { name: 'Menu do usuário' }).click()
    await page.getByRole('menuitem', { name: 'Personalizar' }).click()
  }
  return [
    { what: 'search', shown: page.getByRole('option').first(), open: () => searchFor('') },
    {
      what: 'search without a match',
      shown: page.getByText('“nada disso”'),
      open: async () => {
        await searchFor('nada disso')
        await expect(page.getByText('Nenhum condomínio encontrado')).toBeVisible()
      },
    },
    byButton('bell', 'Notificações', page.getByRole('dialog', { name: 'Notificações' }).getByRole('listitem').first()),
    byButton('user menu', 'Menu do usuário', page.getByRole('menu')),
    ...menus,
    { what: 'style switcher', shown: page.getByRole('dialog', { name: 'Personalizar' }), open: openSwitcher },
    {
      what: 'question before Reset All',
      shown: page.getByRole('dialog', { name: 'Redefinir a aparência?' }),
      open: async () => {
        await openSwitcher()
        await page.getByRole('button', { name: 'Redefinir tudo' }).click()
      },
      escapes: 2,
    },
  ]
}

/** The overlay without the page beneath, which is checked by itself. */
function around(shown: Locator): Locator {
  return shown.locator('xpath=ancestor-or-self::*[self::search or self::dialog or @role="dialog" or @role="menu"][1]')
}

async function horizontalScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

async function expectGood(page: Page, path: string, look: Look, width: Width, violations: string[]): Promise<void> {
  const where = `${path} at ${width} px, ${look.name}`
  expect.soft(violations, `axe: ${where}`).toEqual([])
  expect.soft(await horizontalScroll(page), `horizontal scrolling: ${where}`).toBe(0)
}

/**
 * Creates incidents in each group of the worklist, so that the pages show a crisis. Resolves to the address of an incident without an
 * owner.
 */
async function makeCrisis(url: string): Promise<string> {
  const call = await qaCall(url)
  const act = (id: string, body: object) => call('POST', `/rest/incidents/${id}/deeds`, body)
  for (const [condominiumId, kind] of [
    ['condominio-01', 'door-forced'],
    ['condominio-02', 'gate-held-open'],
    ['condominio-03', 'door-forced'],
    ['condominio-04', 'door-forced'],
  ])
    await call('POST', '/rest/simulator/event', { condominiumId, kind })
  const open = async () =>
    ((await call('GET', '/rest/incidents/open')) as { result: { id: string; condominiumId: string }[] }).result
  const idOf = async (condominiumId: string) =>
    (await open()).find((incident) => incident.condominiumId === condominiumId)?.id ?? ''
  await expect.poll(() => idOf('condominio-04')).not.toBe('')
  await act(await idOf('condominio-02'), { deed: 'claim' })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await act(await idOf('condominio-03'), { deed: 'silence', reason: 'Manutenção da porta', until })
  await act(await idOf('condominio-04'), { deed: 'close', word: 'Alarme falso.', unmetReason: 'Alarme falso.' })
  return `${incidentPage}${await idOf('condominio-01')}`
}

test.describe('accessibility at each width (SHELL-7)', () => {
  test.slow()

  test.afterEach(({ backend }) => closeIncidents(backend.url))

  test('pages before the sign-in pass axe and do not scroll horizontally in any appearance', async ({
    page,
    backend,
  }) => {
    const rest = watchRest(page)
    await page.goto(`${backend.url}/backgrounds/bg-img1.svg`)
    for (const [number, path] of openPages.entries()) {
      let loaded: Look | undefined
      for (const width of widths) {
        await page.setViewportSize({ width, height })
        for (const { first, others } of shapesFor(number, width))
          for (const look of [first, ...others]) {
            // A loaded page keeps its appearance when the width changes.
            if (look !== loaded) {
              await store(page, look, looks)
              await page.goto(backend.url + path)
              loaded = look
            }
            await rest()
            await expectGood(page, path, look, width, isJudged(number, width) ? await axeViolations(page) : [])
          }
      }
    }
  })

  for (let from = 0; from < signedInPages.length; from += pagesEach) {
    const paths = signedInPages.slice(from, from + pagesEach)
    test(`pages of the panel pass axe and do not scroll horizontally in any appearance: ${paths.join(', ')}`, async ({
      page,
      backend,
    }) => {
      const rest = watchRest(page)
      const incident = await makeCrisis(backend.url)
      await signIn(page, backend.url)
      for (const [number, path] of paths.entries()) {
        // Navigates inside the panel: a load costs as much as two appearances and gives the same page.
        const address = path === incidentPage ? incident : path
        await page.evaluate((address) => history.pushState(null, '', address), address)
        for (const width of widths) {
          await page.setViewportSize({ width, height })
          for (const { first, others } of shapesFor(number, width))
            for (const look of [first, ...others]) {
              await wear(page, look, looks)
              await rest()
              // The first two pages of a test are checked with menu and header.
              const judged = number < 2 ? page : page.getByRole('main')
              const violations = look === first ? axeViolations : colourViolations
              await expectGood(page, path, look, width, isJudged(number, width) ? await violations(judged) : [])
            }
        }
      }
    })
  }

  test('overlays pass axe in any appearance', async ({ page, backend }) => {
    const rest = watchRest(page)
    await signIn(page, backend.url)
    for (const width of widths) {
      await page.setViewportSize({ width, height })
      for (const turned of [light, rightToLeft]) {
        await wear(page, turned, looks)
        for (const [number, { what, shown, open, escapes = 1 }] of overlays(page, width, turned).entries()) {
          const shape = shapesFor(number, width).find(({ first }) => first === turned)
          if (shape === undefined) continue
          await rest()
          await open()
          for (const look of [turned, ...shape.others]) {
            await wear(page, look, looks)
            await expect(shown, what).toBeVisible()
            const violations = look === turned ? axeViolations : colourViolations
            expect.soft(await violations(around(shown)), `axe: ${what} at ${width} px, ${look.name}`).toEqual([])
          }
          await wear(page, turned, looks)
          for (let left = escapes; left > 0; left--) await page.keyboard.press('Escape')
          await expect(shown, what).toBeHidden()
        }
      }
    }
  })
})

test('every page passes axe in forced colours, light and dark', { tag: '@all' }, async ({ page, backend }) => {
  test.slow()
  const rest = watchRest(page)
  await signIn(page, backend.url)
  for (const path of walkedPaths()) {
    await page.evaluate((path) => history.pushState(null, '', path), path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      await rest()
      expect.soft(await axeViolations(page), `${path}, forced colours, ${colorScheme}`).toEqual([])
    }
  }
})

test('text at twice its size fits a small screen, left to right and right to left', async ({ page, backend }) => {
  await page.setViewportSize({ width: 720, height: 900 })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    })
  })
  await signIn(page, backend.url)
  for (const look of [light, rightToLeft]) {
    await wear(page, look, looks)
    expect.soft(await horizontalScroll(page), look.name).toBe(0)
    await page.getByRole('button', { name: 'Menu do usuário' }).click()
    await page.getByRole('menuitem', { name: 'Personalizar' }).click()
    await expect(page.getByRole('button', { name: 'Redefinir tudo' }), look.name).toBeInViewport()
    expect.soft(await horizontalScroll(page), `${look.name}, with the style switcher`).toBe(0)
    await page.keyboard.press('Escape')
  }
})
