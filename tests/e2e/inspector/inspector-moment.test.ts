import { readFile } from 'node:fs/promises'
import { missingRows, watchActiveRows } from '../parts/active-rows.ts'
import { axeViolations } from '../parts/axe.ts'
import { inTurn } from '../parts/in-turn.ts'
import { expect, signIn, signInByForm } from '../parts/panel-test.ts'
import { InspectorPage, test } from './inspector-page.ts'

const wordCode = 'AGUAVIVA-01'

test.describe.configure({ mode: 'parallel' })

for (const size of inTurn(
  [
    { width: 1366, height: 768 },
    { width: 1920, height: 1080 },
  ],
  0,
))
  test(`chart and events are side by side in a window of ${size.width} × ${size.height}, also with a toast (INS-1)`, async ({
    page,
    inspected,
  }) => {
    const inspector = new InspectorPage(page)
    await page.setViewportSize(size)
    await inspector.open(inspected.url, '?actor=session')
    await inspector.draws('session', /Estado ativo: stored/)
    const parts = [page.getByRole('region', { name: 'Ator session' }), page.getByRole('region', { name: 'Eventos' })]
    const expectVisible = async () => {
      for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
      const [chart, events] = [await parts[0]?.boundingBox(), await parts[1]?.boundingBox()]
      expect((chart?.x ?? 0) + (chart?.width ?? 0)).toBeLessThanOrEqual(events?.x ?? 0)
      return { chart: chart?.width ?? 0, events: events?.width ?? 0 }
    }
    const before = await expectVisible()
    const separator = page.getByRole('separator', { name: 'Largura da lista de eventos' })
    await separator.focus()
    await page.keyboard.press('ArrowLeft')
    const wider = await expectVisible()
    expect(wider.events).toBeCloseTo(before.events + 16)
    expect(wider.chart).toBeCloseTo(before.chart - 16)
    await page.keyboard.press('ArrowRight')

    await page.evaluate(() => {
      const place = document.querySelector('.toast-place')
      place?.append(Object.assign(document.createElement('div'), { style: 'height: 120px', id: 'toast' }))
    })
    await expect(page.locator('#toast')).toBeInViewport({ ratio: 1 })
    await expectVisible()
  })

test('the recording begins with the boot and the sign-in, and survives a reload (INS-1)', async ({
  page,
  inspected,
}) => {
  const inspector = new InspectorPage(page)
  await signInByForm(page, inspected.url)
  await page.getByRole('link', { name: 'Inspetor' }).click()
  const shows = async (text: string) => {
    await page.getByRole('searchbox', { name: 'Filtrar eventos' }).fill(text)
    await expect(inspector.events.getByRole('option').filter({ hasText: text }).first()).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Filtrar eventos' }).fill('começa')
  await inspector.events.focus()
  await page.keyboard.press('Home')
  await expect(inspector.events.getByRole('option', { selected: true })).toContainText('panel')
  await shows('version')
  await shows('session.signIn')
  await page.reload()
  await expect(inspector.tree.getByRole('treeitem').first()).toBeVisible()
  await shows('session.signIn')
  await inspector.events.getByRole('option').filter({ hasText: 'session.signIn' }).first().click()
  await expect(inspector.moment).toContainText('session.signIn')
})

test('scrolling the events pauses the display with a note near the chart, and an action makes the display live again (INS-1)', async ({
  page,
  inspected,
}) => {
  const inspector = new InspectorPage(page)
  await inspector.open(inspected.url, '?actor=theme')
  await inspector.draws('theme', /worn\.mode\.systemLight/)
  const paused = page.getByRole('status').filter({ hasText: 'Pausado' })
  await inspector.events.hover()
  await page.mouse.wheel(0, -300)
  await expect(paused).toBeInViewport({ ratio: 1 })
  await paused.getByRole('button', { name: 'Voltar ao vivo' }).click()
  await expect(paused).toHaveCount(0)
  await expect(inspector.moment).toHaveAttribute('data-moment', 'live')

  await inspector.button('Pausar').click()
  await inspector.show('Enviar')
  await inspector.button('DarkTheme').click()
  await inspector.button('Enviar evento').click()
  await expect(inspector.moment).toHaveAttribute('data-moment', 'live')
  await inspector.draws('theme', /worn\.mode\.dark/)
})

test('a link restores its moment and filter; if its actor is absent, the page shows an explanation and keeps the address (INS-1)', async ({
  page,
  inspected,
}) => {
  const inspector = new InspectorPage(page)
  await inspector.open(inspected.url, '?actor=session')
  await inspector.draws('session', /Estado ativo: stored/)
  await page.getByRole('searchbox', { name: 'Filtrar eventos' }).fill('session')
  await inspector.events.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(inspector.moment).toHaveAttribute('data-moment', 'past')
  const shown = /\): .*/.exec((await inspector.moment.textContent()) ?? '')?.[0] ?? 'no event'
  await inspector.button('Anexar a um relato…').click()
  await page.getByLabel('Nota (opcional)').fill('A sessão some')
  expect(await axeViolations(page.getByRole('dialog'))).toEqual([])
  const address = new URL(await page.getByLabel('Link para este momento').inputValue())
  const download = page.waitForEvent('download')
  await inspector.button('Baixar arquivo').click()
  expect((await download).suggestedFilename()).toMatch(/^inspetor-.*\.json\.gz$/)
  const file = await (await download).path()

  await test.step('the link opens in the same tab', async () => {
    await inspector.button('Voltar ao vivo').click()
    await page.goto(address.href)
    await expect(page.getByText('A sessão some')).toBeVisible()
    await expect(inspector.moment).toContainText(shown)
    await expect(inspector.moment).toHaveAttribute('data-moment', 'past')
    await expect(page.getByRole('searchbox', { name: 'Filtrar eventos' })).toHaveValue('session')
    expect(page.url()).toBe(address.href)
  })

  await test.step('the link opens in a tab without the recording', async () => {
    const elsewhere = new URL(address)
    elsewhere.searchParams.set('recording', '2026-01-01T00:00:00.000Z')
    await page.goto(elsewhere.href)
    await expect(page.getByText(/O momento do link.* não está nesta gravação/)).toBeVisible()
    await expect(inspector.moment).toHaveAttribute('data-moment', 'live')
    expect(page.url()).toBe(elsewhere.href)
  })

  await test.step('the file opens', async () => {
    await page.getByLabel('Arquivo da gravação').setInputFiles({
      name: 'relato.json.gz',
      mimeType: 'application/gzip',
      buffer: await readFile(file),
    })
    await expect(page.getByText('Gravação relato.json.gz')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'A sessão some' })).toContainText('Versão')
    await inspector.draws('session', /Estado/)
  })

  await page.goto(`${inspected.url}/inspector?actor=breaker:NUNCA-01`)
  await expect(page.getByRole('status').filter({ hasText: 'breaker:NUNCA-01' })).toContainText('não vive agora')
  expect(page.url()).toBe(`${inspected.url}/inspector?actor=breaker:NUNCA-01`)
})

test('the selected actor and the selected event stay in the document, and axe finds nothing, if a person scrolls far away or filters out all events (INS-1)', async ({
  page,
  inspected,
}) => {
  const inspector = new InspectorPage(page)
  await watchActiveRows(page)
  await inspector.open(inspected.url, '?actor=panel')
  await page.evaluate(() => {
    for (let times = 0; times < 100; times += 1)
      for (const type of ['offline', 'online']) dispatchEvent(new Event(type))
  })
  await inspector.button('Pausar').click()
  for (const list of [inspector.tree, inspector.events]) {
    for (const top of [0, 1e6, 3e3]) {
      await list.evaluate((frame, to) => frame.scrollTo(0, to), top)
      await expect(list.locator('[aria-selected="true"]')).toHaveCount(1)
    }
    await expect(list).toHaveAttribute('aria-activedescendant', /./)
  }
  expect(await axeViolations(page)).toEqual([])
  expect(await missingRows(page)).toEqual([])
  await page.getByRole('searchbox', { name: 'Filtrar eventos' }).fill('no such event')
  await expect(page.getByText('Nenhum evento com este filtro.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})

test('the page of a device leads to its circuit in the inspector, if the inspector is offered (INS-1)', async ({
  page,
  inspected,
  backend,
}) => {
  const inspector = new InspectorPage(page)
  const link = page.getByRole('link', { name: 'Ver a proteção deste dispositivo no inspetor' })
  await inspector.open(inspected.url)
  await page.goto(`${inspected.url}/devices/${wordCode}`)
  await page.getByText('Detalhes técnicos').click()
  await link.click()
  await inspector.draws('breaker', /Estado ativo: CLOSED/)
  await expect(page).toHaveURL(/actor=breaker(?::|%3A)AGUAVIVA-01$/)
  await signIn(page, backend.url, 'admin', `/devices/${wordCode}`)
  await page.getByText('Detalhes técnicos').click()
  await expect(page.getByText(/failureCount \d/)).toBeVisible()
  await expect(link).toHaveCount(0)
})
