import type { Locator, Page } from '@playwright/test'
import { axeViolations, colourViolations } from '../parts/axe.ts'
import { type BackendProcess, startBackendProcess } from '../parts/backend-process.ts'
import { expect, makeGateEvent, qaCall, signIn, test } from '../parts/panel-test.ts'

/** Unclaimed incidents, oldest first. */
const places = ['01', '02', '03', '04', '05', '06', '07', '08'].map((number) => `condominio-${number}`)

const group = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const unclaimed = (page: Page) => group(page, 'Ninguém cuida').getByRole('listitem')
const claimed = (page: Page) => group(page, 'Em atendimento').getByRole('listitem')
const history = (page: Page) => page.getByRole('region', { name: 'O que aconteceu' }).getByRole('listitem')
const comment = (page: Page) => page.getByLabel('Comentário')
const focused = (page: Page) => page.locator(':focus')

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Starts a backend with eight forced doors, each at its own condominium and without a procedure. */
async function startWithIncidents(): Promise<{ backend: BackendProcess; idOf: (place: string) => string }> {
  const backend = await startBackendProcess()
  const call = await qaCall(backend.url)
  await call('PUT', '/rest/procedures', { own: [{ kind: 'door-forced', steps: [] }] })
  for (const condominiumId of places) await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  const open = async () =>
    ((await call('GET', '/rest/incidents/open')) as { result: { id: string; condominiumId: string }[] }).result
  await expect.poll(async () => (await open()).length).toBe(places.length)
  const ids = new Map((await open()).map(({ id, condominiumId }) => [condominiumId, id]))
  return { backend, idOf: (place) => ids.get(place) ?? '' }
}

async function isInView(row: Locator, height: number): Promise<boolean> {
  const box = await row.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

test('an incident is found, claimed, commented and closed with few keys, and the focus is never lost (DESK-1, DESK-2, DESK-3)', async ({
  page,
}) => {
  const { backend, idOf } = await startWithIncidents()
  const [first = '', second = '', third = ''] = places
  const at = (place: string) => new RegExp(`/incidents/${idOf(place)}$`)
  try {
    await page.setViewportSize({ width: 1366, height: 768 })
    await signIn(page, backend.url)
    await expect(page.getByRole('navigation').getByRole('link', { name: /^Ocorrências 8 abertas/ })).toBeVisible()

    await test.step('two keys from anywhere to the oldest unclaimed incident', async () => {
      await press(page, ['g', 'n'])
      await expect(page).toHaveURL(at(first))
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await expect(unclaimed(page)).toHaveCount(places.length)
      const rows = await unclaimed(page).all()
      const visible = await Promise.all(rows.map((row) => isInView(row, 768)))
      expect(visible.filter(Boolean).length, 'rows on the first screen').toBeGreaterThanOrEqual(8)
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('one key claims; the row keeps the focus in its new group', async () => {
      await press(page, ['j'])
      await expect(page).toHaveURL(at(second))
      await press(page, ['k'])
      await expect(focused(page)).toHaveAttribute('data-incident', idOf(first))
      await expect(page.getByRole('button', { name: 'Silenciar…' })).toBeVisible()
      await press(page, ['c'])
      await expect(claimed(page)).toContainText(['Você está cuidando'])
      await expect(unclaimed(page)).toHaveCount(places.length - 1)
      await expect(focused(page)).toHaveAttribute('data-incident', idOf(first))
    })

    await test.step('two keys and the text send a comment, which F5 and leaving the page keep until then', async () => {
      await press(page, ['m'])
      await expect(comment(page)).toBeFocused()
      await page.keyboard.type('Liguei: sem cuidado')
      await expect(page, 'keys do nothing while a person types').toHaveURL(at(first))
      await press(page, ['Escape'])
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.reload()
      await expect(comment(page)).toHaveValue('Liguei: sem cuidado')
      await page.getByRole('link', { name: 'Painel', exact: true }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
      await page.goBack()
      await expect(comment(page)).toHaveValue('Liguei: sem cuidado')
      await press(page, ['m', 'Control+Enter'])
      await expect(history(page).last()).toContainText('Liguei: sem cuidado')
      await expect(comment(page)).toHaveValue('')
      await expect(comment(page)).toBeFocused()
      await press(page, ['Control+Enter'])
      await expect(page.getByText('Escreva o comentário.')).toBeVisible()
      await press(page, ['Escape'])
    })

    await test.step('no key works with a modifier or under a dialog', async () => {
      await press(page, ['Control+j', 'Alt+n', 's'])
      await expect(page.getByRole('dialog', { name: 'Silenciar esta ocorrência?' })).toContainText(
        'todos continuam a vê-la',
      )
      await page.getByRole('radio').first().focus()
      await press(page, ['j', 'n', '?'])
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await press(page, ['Escape'])
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(at(first))
    })

    await test.step('three keys close an incident', async () => {
      await press(page, ['e', '3', 'Enter'])
      await expect(page.getByText('O que foi', { exact: true })).toBeVisible()
      await expect(history(page).last()).toContainText('Manutenção')
      await expect(claimed(page)).toHaveCount(0)
      await expect(page.locator('body')).not.toBeFocused()
    })

    await test.step('next, previous and next unclaimed', async () => {
      await press(page, ['n'])
      await expect(page).toHaveURL(at(second))
      await press(page, ['j'])
      await expect(page).toHaveURL(at(third))
      await expect(focused(page)).toHaveAttribute('data-incident', idOf(third))
      await press(page, ['k'])
      await expect(page).toHaveURL(at(second))
      await expect(focused(page)).toHaveAttribute('data-incident', idOf(second))
      await page
        .getByRole('button', { name: /^Próxima\b/ })
        .first()
        .click()
      await expect(page).toHaveURL(at(third))
    })

    await test.step('the help lists the keys of the page, and no others', async () => {
      await press(page, ['?'])
      const help = page.getByRole('dialog', { name: 'Teclas do painel' })
      await expect(help).toContainText('cuidar desta ocorrência')
      await expect(help).toContainText('próxima que ninguém cuida')
      await press(page, ['Escape'])
      await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dispositivos')
      await press(page, ['?'])
      await expect(help).toContainText('ir às ocorrências')
      await expect(help).not.toContainText('ocorrência anterior')
      await expect(help).not.toContainText('testar')
      await press(page, ['Escape'])
    })

    await test.step('a person finds an incident with two clicks, claims it with one, comments with two and a text, and closes it with three', async () => {
      await page.getByRole('link', { name: 'Painel', exact: true }).click()
      await expect(page).toHaveURL(/\/dashboard$/)

      await page
        .getByRole('navigation')
        .getByRole('link', { name: /^Ocorrências/ })
        .click()
      await unclaimed(page).last().getByRole('link').first().click()
      await expect(page).toHaveURL(at(places.at(-1) ?? ''))

      await page.getByRole('button', { name: 'Estou cuidando' }).click()
      await expect(claimed(page)).toContainText(['Você está cuidando'])

      await comment(page).click()
      await page.keyboard.type('Fui ao local')
      await page.getByRole('button', { name: 'Comentar' }).click()
      await expect(history(page).last()).toContainText('Fui ao local')

      await page.getByRole('button', { name: 'Encerrar…' }).click()
      await page.getByRole('button', { name: 'Energia' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Encerrar', exact: true }).click()
      await expect(claimed(page)).toHaveCount(0)
    })

    await test.step('several incidents are claimed together, each with its own result', async () => {
      await page.goto(`${backend.url}/incidents`)
      await page.route(`**/rest/incidents/${idOf(third)}/deeds`, (route) => route.abort())
      for (const place of [second, third])
        await page
          .locator('li', { has: page.locator(`[data-incident="${idOf(place)}"]`) })
          .getByRole('checkbox')
          .check()
      await page.getByRole('button', { name: 'Estou cuidando das 2' }).click()
      await expect(claimed(page)).toHaveCount(1)
      await expect(claimed(page)).toContainText('Você está cuidando')
      const refused = page.locator('li', { has: page.locator(`[data-incident="${idOf(third)}"]`) })
      await expect(refused.locator('.text-bad')).not.toHaveText('')
      await expect(page.locator('body')).not.toBeFocused()
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('the address has the filter', async () => {
      await page.getByLabel('Filtrar por tipo').selectOption('Sem contato')
      await expect(page).toHaveURL(/\/incidents\?tipo=contato$/)
      await expect(page.getByText('Nenhuma ocorrência passa pelo filtro.')).toBeVisible()
      await page.getByLabel('Filtrar por tipo').selectOption('')
      await page.getByLabel('Filtrar por condomínio').selectOption({ index: 1 })
      await expect(page.locator('[data-incident]')).toHaveCount(1)
    })

    await test.step('the colours have enough contrast in the dark theme, too', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('html')).toHaveAttribute('data-bs-theme', 'dark')
      await page
        .getByRole('link', { name: /^Porta forçada/ })
        .first()
        .click()
      await expect(comment(page)).toBeVisible()
      expect(await colourViolations(page)).toEqual([])
    })

    await test.step('signing out removes the unsent comments', async () => {
      const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('comments')))
      await comment(page).fill('Não enviado.')
      await expect.poll(kept).toHaveLength(1)
      await page.getByRole('button', { name: /^Menu d/ }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await expect(page).toHaveURL(/\/login/)
      await expect.poll(kept).toEqual([])
    })
  } finally {
    await backend.dispose()
  }
})

test('on a narrow screen the list and the incident are two pages (DESK-1)', async ({ page }) => {
  const { backend } = await startWithIncidents()
  try {
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, backend.url, 'admin', '/incidents')
    await expect(unclaimed(page)).toHaveCount(places.length)
    expect(await isInView(unclaimed(page).first(), 740), 'the first incident is on the first screen').toBe(true)
    expect(await axeViolations(page)).toEqual([])
    await unclaimed(page).first().getByRole('link').click()
    await expect(unclaimed(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('link', { name: /^\(\d\d\)/ }).first()).toHaveAttribute('href', /^tel:/)
    expect(await axeViolations(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, 'the page does not scroll sideways').toBeLessThanOrEqual(0)
    await page.goBack()
    await expect(unclaimed(page)).toHaveCount(places.length)
  } finally {
    await backend.dispose()
  }
})

test('a wide screen shows 300 condominiums as tiles that lead to their incidents, readable in the dark theme (DESK-1, DESK-9)', async ({
  page,
}) => {
  const { backend, idOf } = await startWithIncidents()
  try {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.addInitScript(() => localStorage.setItem('darkMode', 'true'))
    await page.route('**/rest/condominium/by-user?*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { result: { id: string; name: string }[] }
      const [like] = answer.result
      const more = Array.from({ length: 300 - answer.result.length }, (_, at) => ({
        ...like,
        id: `mais-${at}`,
        name: `Residencial ${at}`,
      }))
      await route.fulfill({ response, json: { ...answer, result: [...answer.result, ...more] } })
    })
    await signIn(page, backend.url, 'admin', '/incidents')
    const tiles = page.getByRole('region', { name: 'Condomínios' }).getByRole('link')
    await expect(tiles).toHaveCount(300)
    expect(await isInView(tiles.last(), 1080), 'the last tile is on the first screen').toBe(true)
    expect(await colourViolations(page)).toEqual([])
    const [first = ''] = places
    const troubled = tiles.and(page.locator(`[href*="${idOf(first)}"]`))
    await expect(troubled).toHaveAccessibleName(/: 1, ninguém cuida$/)
    await troubled.click()
    await expect(page).toHaveURL(new RegExp(`/incidents/${idOf(first)}\\?condominio=${first}$`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
  } finally {
    await backend.dispose()
  }
})
