import type { Page, Route } from '@playwright/test'
import { expect, signIn, test } from '../parts/panel-test.ts'

declare global {
  interface Window {
    /** Callbacks of the timers that wait for a pause of typing. */
    pausesOfTyping?: (() => void)[]
  }
}

/**
 * Answers the first request with one page only; `then` handles the following requests. Returns the requested cursors.
 */
async function cutAfterOnePage(page: Page, then: (route: Route) => Promise<void>): Promise<(string | null)[]> {
  const cursors: (string | null)[] = []
  await page.route(/\/device-control\/device(\?|$)/, async (route) => {
    const request = route.request()
    if (!request.headers().accept?.includes('application/x-ndjson')) return route.continue()
    const { searchParams } = new URL(request.url())
    cursors.push(searchParams.get('cursor'))
    if (searchParams.get('cursor') !== null) return then(route)
    const answer = await route.fetch({
      url: `${request.url()}?limit=10`,
      headers: { ...request.headers(), 'if-none-match': '' },
    })
    const [first] = (await answer.text()).split('\n')
    await route.fulfill({ contentType: 'application/x-ndjson', body: `${first}\n` })
  })
  return cursors
}

const rowsOf = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Dispositivos' }).getByRole('listitem')
const whole = /^\d{2,} dispositivos de todos os condomínios$/

test('a list that breaks off is shown as incomplete, and continues from the last page (DEV-6, RET-1)', {
  tag: '@all',
}, async ({ page, backend }) => {
  let failures = 2
  const cursors = await cutAfterOnePage(page, async (route) => {
    failures -= 1
    await (failures >= 0 ? route.abort('connectionreset') : route.continue())
  })
  await signIn(page, backend.url, 'admin', '/devices')
  await expect(page.getByText(/^10 dispositivos por enquanto…$/)).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(page.getByText(whole)).toBeVisible()
  await expect(page.getByText(/^10 dispositivos/)).toHaveCount(0)
  const [first, ...others] = cursors
  expect(first).toBeNull()
  expect(others).toHaveLength(3)
  expect(new Set(others).size).toBe(1)
})

test('leaving the page cancels the rest of the list, and returning continues it (DEV-6)', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  let isHeld = true
  const cursors = await cutAfterOnePage(page, async (route) => {
    if (!isHeld) await route.continue()
  })
  await signIn(page, backend.url, 'admin', '/devices')
  await expect(page.getByText(/^10 dispositivos por enquanto…$/)).toBeVisible()
  await expect.poll(() => cursors.length).toBe(2)
  const givenUp = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/device-control/device?cursor='),
  )
  await page.getByRole('link', { name: 'Condomínios', exact: true }).click()
  await givenUp
  isHeld = false
  await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
  await expect(page.getByText(whole)).toBeVisible()
  expect(cursors[2]).toBe(cursors[1])
})

/**
 * The old page stays on screen until the next page is drawn, and still has to write the typed text into its address.
 */
test('typing and then following a link immediately does not lead back (PAGE-6)', async ({ page, backend }) => {
  await page.addInitScript(() => {
    const setTimer = window.setTimeout
    window.pausesOfTyping = []
    window.setTimeout = ((run: () => void, ms?: number) => {
      // A timer of React may have this delay by chance: every timer runs once.
      let hasRun = false
      const runOnce = () => {
        if (hasRun) return
        hasRun = true
        run()
      }
      if (ms === 250) window.pausesOfTyping?.push(runOnce)
      return setTimer(runOnce, ms)
    }) as typeof setTimeout
  })
  await signIn(page, backend.url, 'admin', '/devices')
  await expect(page.getByText(whole)).toBeVisible()
  await page.getByRole('searchbox').fill('leitor')
  await page.getByRole('link', { name: 'Importação' }).evaluate((link: HTMLElement) => {
    const pauses = window.pausesOfTyping?.splice(0) ?? []
    link.click()
    for (const end of pauses) end()
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Importar dispositivos' })).toBeVisible()
  await expect(page).toHaveURL(/\/import$/)
})
