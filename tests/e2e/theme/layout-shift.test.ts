import type { Page } from '@playwright/test'
import { inTurn } from '../parts/in-turn.ts'
import { type Look, store } from '../parts/looks.ts'
import { watchRest } from '../parts/page-rest.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test.describe.configure({ mode: 'parallel' })

const looks: Look[] = [
  { name: 'nothing stored', stored: {}, classes: ['light-theme'], scheme: 'light', dir: 'ltr' },
  {
    name: 'dark, horizontal menu',
    stored: { darkMode: 'true', horizontalLayout: 'true' },
    classes: ['dark-theme', 'horizontal'],
    scheme: 'dark',
    dir: 'ltr',
  },
  { name: 'right to left', stored: { rtl: 'true' }, classes: ['light-theme', 'rtl'], scheme: 'light', dir: 'rtl' },
  {
    name: 'pictures, collapsed menu',
    stored: { transparentMode: 'true', backgroundImage: 'bg-img2', sidebarImage: 'menu-img3', menuCollapsed: 'true' },
    classes: ['transparent-theme', 'bg-img2', 'menu-img3', 'menu-collapsed'],
    scheme: 'dark',
    dir: 'ltr',
  },
  {
    name: 'boxed, scrollable, gradients, own colour',
    stored: {
      lightTheme: 'true',
      primaryColor: '#7a1fa2',
      layoutWidth: 'boxed',
      scrollableLayout: 'true',
      menuStyle: 'gradient',
      headerStyle: 'gradient',
    },
    classes: ['light-theme', 'layout-boxed', 'scrollable-layout', 'gradient-menu', 'gradient-header'],
    scheme: 'light',
    dir: 'ltr',
  },
  {
    name: 'horizontal menu by hover, right to left, own background',
    stored: {
      transparentMode: 'true',
      transparentBackgroundColor: '#f7e8d0',
      horizontalHoverLayout: 'true',
      rtl: 'true',
    },
    classes: ['transparent-theme', 'horizontal', 'horizontal-hover', 'rtl'],
    scheme: 'light',
    dir: 'rtl',
  },
]

const pages: { path: string; settled: (page: Page) => Promise<void> }[] = [
  {
    path: '/dashboard',
    settled: async (page) => {
      await expect(page.locator('.metric-value').filter({ hasText: /^(–|Desconhecido|Conectando)$/ })).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Eventos ao vivo' }).getByRole('listitem').first()).toBeVisible()
      await expect(page.locator('.is-asking')).toHaveCount(0)
    },
  },
  {
    path: '/devices',
    settled: async (page) => {
      await expect(page.getByText(/^\d+ dispositivos/)).toBeVisible()
      await expect(page.locator('.device-row').first()).toBeVisible()
    },
  },
  {
    path: '/pages/profile',
    settled: (page) => expect(page.getByText(/^até as \d\d:\d\d/)).toBeVisible(),
  },
]

declare global {
  interface Window {
    watchedLoad?: { shifts: () => string[]; looks: Set<string> }
  }
}

/** Records from the first frame of each load the appearance of `<html>` and all layout shifts. */
async function watchLoads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (location.protocol === 'about:') return
    const shifts: string[] = []
    const keep = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        if (!('value' in entry && 'sources' in entry && Array.isArray(entry.sources))) continue
        if ('hadRecentInput' in entry && entry.hadRecentInput === true) continue
        const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const what = node instanceof Element ? `${node.localName}.${node.className}` : node?.parentElement?.className
          return `${what} ${[from, to].map((r) => `${r.x},${r.y} ${r.width}×${r.height}`).join(' → ')}`
        })
        shifts.push(`${Number(entry.value).toFixed(4)} at ${Math.round(entry.startTime)} ms: ${moved.join('; ')}`)
      }
    }
    const observer = new PerformanceObserver((list) => keep(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })

    const looks = new Set<string>()
    const note = () => {
      const { dir, dataset, classList } = document.documentElement
      looks.add(`${[...classList].toSorted().join(' ')} | ${dataset.bsTheme} | ${dir}`)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)

    window.watchedLoad = {
      shifts: () => {
        keep(observer.takeRecords())
        return shifts
      },
      looks,
    }
  })
}

/** Waits for two frames, so that the last layout has been painted. */
function watched(page: Page): Promise<{ shifts: string[]; looks: string[] }> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    if (window.watchedLoad === undefined) throw new Error('the load was not watched')
    return { shifts: window.watchedLoad.shifts(), looks: [...window.watchedLoad.looks] }
  })
}

/** Emulates a first visit on a slow connection: answers arrive one by one, each in its own frame. */
async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

async function expectCalm(page: Page, where: string, { name, classes, scheme, dir }: Look): Promise<void> {
  const { shifts, looks } = await watched(page)
  expect.soft(shifts, `layout shifts on ${where}, ${name}`).toEqual([])
  expect
    .soft(looks, `appearances of ${where}, ${name}`)
    .toEqual([`${classes.toSorted().join(' ')} | ${scheme} | ${dir}`])
}

const widths = [1366, 360]
/** Each page has one of three appearances at each width. */
const turns = [1366, 360, 'none', 'none', 'none', 'none']

/** Widths to check in this turn. */
function widthsIn(turn: number): number[] {
  const asked = inTurn(turns, turn)
  return widths.filter((width) => asked.includes(width))
}

test.describe('page loads (BOOT-2, THM-3)', () => {
  test.slow()

  test('the sign-in page loads without layout shift and without a change of appearance', async ({ page, backend }) => {
    await watchLoads(page)
    const rest = watchRest(page)
    await page.goto(`${backend.url}/backgrounds/bg-img1.svg`)
    await slowLine(page)
    for (const [number, look] of looks.entries())
      for (const width of widthsIn(number)) {
        await page.setViewportSize({ width, height: 768 })
        await store(page, look, looks)
        await page.goto(`${backend.url}/login`)
        await rest()
        await expectCalm(page, `/login at ${width} px`, look)
      }
  })

  test('signed-in pages load without layout shift and without a change of appearance', async ({ page, backend }) => {
    await signIn(page, backend.url)
    await watchLoads(page)
    const rest = watchRest(page)
    await slowLine(page)
    for (const [number, look] of looks.entries())
      for (const [turn, { path, settled }] of pages.entries())
        for (const width of widthsIn(number + turn)) {
          await page.setViewportSize({ width, height: 768 })
          await store(page, look, looks)
          await page.goto(backend.url + path)
          await rest()
          await settled(page)
          await expectCalm(page, `${path} at ${width} px`, look)
        }
  })
})
