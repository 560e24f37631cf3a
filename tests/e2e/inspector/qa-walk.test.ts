import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { loadCharts } from '../../../scripts/charts/all-charts.ts'
import { readReplay } from '../../../scripts/replay/read-replay.ts'
import { replay } from '../../../scripts/replay/replay.ts'
import { secondsPassUntil } from '../parts/page-time.ts'
import { closeIncidents, condominiumIdOf, expect, makeGateEvent, signInByForm } from '../parts/panel-test.ts'
import { InspectorPage, test } from './inspector-page.ts'

const wordCode = 'AGUAVIVA-01'
const openTimeoutMs = 2 * 60_000

test.use({ viewport: { width: 1366, height: 768 } })
test.describe.configure({ mode: 'parallel' })

test('QA walks a breaker with a stop in HALF_OPEN, and turns the walk into a test (INS-5, INS-6, INS-8)', async ({
  page,
  inspected,
  folder,
}) => {
  const inspector = new InspectorPage(page)
  await page.clock.install()
  await inspector.open(inspected.url)
  await inspector.show('Falha')
  await page.getByRole('textbox', { name: 'Dispositivo' }).fill(wordCode.toLowerCase())
  await inspector.button('Consultar').click()
  await inspector.button('Ver disjuntor').click()
  await inspector.draws('breaker', /Estado ativo: CLOSED/)

  await test.step('five failures open the circuit; meanwhile a retry lives, waits and ends', async () => {
    await page.getByRole('radio', { name: 'Recusa a conexão' }).check()
    await inspector.button('Aplicar').click()
    await expect(page.getByText('Aplicado: Recusa a conexão.')).toBeVisible()
    await inspector.button('Testar dispositivo').click()
    await inspector.filter('retry')
    await inspector.tree.locator('.actor-row').filter({ hasText: 'retry' }).first().click()
    await inspector.draws('retry', /Estado ativo: waiting/)
    await inspector.stop('Parar antes de', 'attempt.failed')
    await secondsPassUntil(page, () =>
      expect(inspector.held).toContainText('o próximo é attempt.failed', { timeout: 250 }),
    )
    await inspector.draws('retry', /Estado ativo: attempting/)
    await inspector.button('Passo').click()
    await inspector.draws('retry', /Estado ativo: waiting/)
    await inspector.stop('', 'Não parar este ator')
    await inspector.choose(`breaker:${wordCode}`)
    await secondsPassUntil(page, () =>
      expect(inspector.button('Testar dispositivo')).not.toHaveAttribute('aria-disabled', 'true', { timeout: 250 }),
    )
    await inspector.button('Testar dispositivo').click()
    await inspector.draws('breaker', /Estado ativo: OPEN/)
  })

  await test.step('the trial stops in HALF_OPEN until QA releases its answer', async () => {
    await page.getByRole('radio', { name: 'Em ordem' }).check()
    await inspector.button('Aplicar').click()
    await expect(page.getByText('Aplicado: Em ordem.')).toBeVisible()
    await inspector.stop('Parar ao entrar em', 'HALF_OPEN.trying')
    await page.clock.fastForward(openTimeoutMs)
    await inspector.draws('breaker', /Estado ativo: HALF_OPEN.trying/)
    await expect(inspector.held).toHaveText('Parado: 1 evento retido, o próximo é call.succeeded.')
    await inspector.draws('breaker', /Estado ativo: HALF_OPEN.trying/)
    await inspector.button('Continuar').click()
    await inspector.draws('breaker', /Estado ativo: CLOSED/)
    await inspector.stop('', 'Não parar este ator')
  })

  await test.step('the last transition shows its difference of the context, and the text shows the transition', async () => {
    await inspector.show('Contexto')
    const changes = page.getByRole('list', { name: 'Mudanças' })
    await expect(changes).toContainText(/failureCount: 5 → 0/)
    await page.getByText('Estados em texto').click()
    await expect(page.getByText(/call\.succeeded.*→ CLOSED \(última\)/)).toBeVisible()
    await page.getByText('Estados em texto').click()
  })

  await test.step('the walk becomes a test that this build passes', async () => {
    await inspector.button('Virar teste').click()
    const dialog = page.getByRole('dialog', { name: 'Virar teste' })
    await dialog.getByLabel('O que se viu').fill('Abriu depois de cinco falhas')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Salvar teste' }).click()
    const file = join(folder, 'teste.json')
    await (await download).saveAs(file)
    await expect(page.getByText(/npm test -- replay teste-breaker-AGUAVIVA-01/)).toBeVisible()
    const document = readReplay(await readFile(file, 'utf8'), 'teste.json')
    const { machine } = (await loadCharts()).find((chart) => chart.machine.id === 'breaker') ?? {}
    if (machine === undefined) throw new Error('no chart of the breaker')
    expect(document.events.length).toBeGreaterThan(10)
    expect(replay(document, machine)).toEqual({ kind: 'same', events: document.events.length })
    expect(replay(document, machine.provide({ guards: { isLastStraw: () => true } }))).toMatchObject({
      kind: 'differs',
    })
  })
})

test('QA walks the version check, the socket and the session with faults of the page (INS-6, INS-7, INS-8)', async ({
  page,
  inspected,
  folder,
}) => {
  const inspector = new InspectorPage(page)
  await page.clock.install()
  await inspector.open(inspected.url, '?actor=version')
  await inspector.draws('version', /check\.current/)

  await test.step('a server with another version makes the version check offer the new version', async () => {
    await inspector.show('Falha')
    await inspector.breaks('Servidor', 'Serve outra versão')
    await inspector.show('Enviar')
    await inspector.button('chunk.failed').click()
    await inspector.button('Enviar evento').click()
    await inspector.draws('version', /check\.offered/)
    await inspector.show('Falha')
    await inspector.breaks('Servidor', 'Em ordem')
  })

  await test.step('a socket with a refused namespace falls back to the root, and a socket without answers retries', async () => {
    await inspector.choose('socket')
    await inspector.draws('socket', /linked\.connected/)
    await inspector.breaks('Socket', 'Namespace recusado')
    await inspector.draws('socket', /fallbackWait/)
    await page.clock.fastForward(4_000)
    await inspector.draws('socket', /linked\.connected/)
    await inspector.breaks('Socket', 'WebSocket abre e nada passa')
    await secondsPassUntil(page, () => inspector.draws('socket', /linked\.reconnecting/))
    await page.clock.fastForward(20_000)
    await inspector.draws('socket', /waiting/)
    await inspector.breaks('Socket', 'Em ordem')
    await secondsPassUntil(page, () => inspector.draws('socket', /linked\.connected/))
  })

  await test.step('a large chart has a minimap, folds, and becomes an SVG file', async () => {
    const minimap = page.locator('.chart-minimap')
    await expect(minimap).toBeVisible()
    await inspector.choose('theme')
    await inspector.draws('theme', /worn/)
    const width = () => page.locator('.chart-picture').getAttribute('viewBox')
    const open = await width()
    await inspector.button('Dobrar').click()
    await expect.poll(width).not.toBe(open)
    await expect(inspector.state('theme.worn.mode')).toHaveAttribute('data-active')
    await expect(inspector.state('theme.worn.mode.systemLight')).toHaveCount(0)
    const download = page.waitForEvent('download')
    await inspector.button('Salvar como SVG').click()
    const file = join(folder, 'theme.svg')
    await (await download).saveAs(file)
    const picture = await readFile(file, 'utf8')
    expect(picture).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(picture).toContain('fill="rgb')
    await inspector.button('Dobrar').click()
    await expect.poll(width).toBe(open)
  })

  await test.step('a session measures its time when the page is shown, and the end of the session waits until QA releases it', async () => {
    await inspector.choose('session')
    await inspector.draws('session', /Estado ativo: stored\.(fresh|nearEnd)/)
    await inspector.show('Enviar')
    await inspector.button('page.shown').click()
    await inspector.button('Enviar evento').click()
    await expect(page.getByText('Enviado: aceito.')).toBeVisible()
    await inspector.stop('Parar antes de', 'session.signOut')
    await page.getByRole('button', { name: 'Menu do usuário' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await expect(inspector.held).toHaveText('Parado: 1 evento retido, o próximo é session.signOut.')
    await inspector.draws('session', /Estado ativo: stored/)
    await inspector.button('Passo').click()
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  })
})

test('QA walks the end of a session with the clock of the page, a discarded answer, and a fired timer (INS-6, INS-7)', async ({
  page,
  inspected,
}) => {
  const inspector = new InspectorPage(page)
  await signInByForm(page, inspected.url)
  await page.getByRole('link', { name: 'Inspetor' }).click()
  await inspector.choose('session')
  await inspector.draws('session', /stored\.fresh/)

  await test.step('a clock that is 31 minutes fast brings the session near its end', async () => {
    await inspector.stop('Parar ao entrar em', 'stored.nearEnd')
    await inspector.show('Falha')
    await inspector.breaks('Relógio', '31 min adiantado')
    await inspector.draws('session', /stored\.nearEnd/)
  })

  await test.step('the discarded answer of the renewal becomes a failure, and its chart names are found in the list', async () => {
    await inspector.stop('Parar ao entrar em', 'stored.renewing')
    await inspector.heading.click()
    await inspector.draws('session', /stored\.renewing/)
    await inspector.replaces('renew concluído', 'renew falhou')
    await inspector.draws('session', /stored\.resting/)
    await page.getByRole('searchbox', { name: 'Filtrar eventos' }).fill('renew concluído')
    await expect(inspector.events.getByRole('option')).toContainText(['descartado'])
  })

  await test.step('a fired timer opens the warning, and a clock that is two hours fast ends the session', async () => {
    await inspector.stop('', 'Não parar este ator')
    await inspector.send('após untilWarning')
    await inspector.draws('session', /stored\.warning\.asking/)
    await page.getByRole('button', { name: 'Continuar conectado' }).click()
    await inspector.draws('session', /stored\.fresh/)
    await inspector.show('Falha')
    await page.getByRole('combobox', { name: 'Relógio' }).selectOption({ label: '2 h adiantado' })
    await inspector.button('Aplicar à página').click()
    await expect(page.getByRole('heading', { name: 'Sessão expirada' })).toBeVisible()
  })
})

test('the chart follows the region that moved last, also if the frame becomes smaller (INS-8)', async ({
  page,
  inspected,
}) => {
  const inspector = new InspectorPage(page)
  await inspector.open(inspected.url, '?actor=version')
  await inspector.draws('version', /check\.current/)
  await inspector.send('page.hidden')
  await inspector.draws('version', /page\.hidden/)
  await inspector.send('chunk.failed')
  await inspector.draws('version', /check\.current/)
  await inspector.stop('Parar ao entrar em', 'check.rechecking')
  await inspector.send('após checkEvery')
  await inspector.draws('version', /check\.due/)
  await inspector.send('page.shown')
  await inspector.draws('version', /check\.rechecking/)
  const state = inspector.state('version.check.rechecking')
  await expect(state).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 1366, height: 620 })
  const isInFrame = () =>
    state.evaluate((element) => {
      const [inner, outer] = [element, element.closest('.chart-frame')].map((each) => each?.getBoundingClientRect())
      const minimap = document.querySelector('.chart-minimap')?.getBoundingClientRect()
      if (inner === undefined || outer === undefined) return false
      const isCovered =
        minimap !== undefined &&
        minimap.left < inner.right &&
        minimap.right > inner.left &&
        minimap.top < inner.bottom &&
        minimap.bottom > inner.top
      return inner.top >= outer.top && inner.bottom <= outer.bottom && !isCovered
    })
  await expect.poll(isInFrame).toBe(true)
})

test('the chosen actor, the result of a sent event and the number of an event are visible at 768 px (INS-1, INS-5)', async ({
  page,
  inspected,
}) => {
  const inspector = new InspectorPage(page)
  await inspector.open(inspected.url)
  await inspector.choose('session')
  await inspector.filter('')
  await expect(inspector.row('session')).toBeInViewport({ ratio: 0.9 })
  await inspector.show('Enviar')
  await inspector.button('page.shown').click()
  await inspector.button('Enviar evento').click()
  await expect(page.getByText('Enviado: aceito.')).toBeInViewport({ ratio: 0.9 })
  await inspector.show('Evento')
  await expect(page.getByRole('term').filter({ hasText: 'Número' })).toBeVisible()
  await inspector.show('Falha')
  const tabs = await page.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  expect(new Set(tabs).size).toBe(1)
  const device = page.getByRole('textbox', { name: 'Dispositivo' })
  await device.fill(wordCode)
  expect(await device.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0)
})

test('with an alert, the sound notice and a stopped actor the chart has 320 px, and the open filters leave five events (INS-1, INS-5)', async ({
  page,
  inspected,
}) => {
  const inspector = new InspectorPage(page)
  await signInByForm(page, inspected.url)
  const condominiumId = await condominiumIdOf(page, 'Edifício Água Viva')
  await page.goto(`${inspected.url}/inspector?actor=socket`)
  await inspector.draws('socket', /Estado ativo/)
  await makeGateEvent(inspected.url, { condominiumId, kind: 'door-forced' })
  await expect(page.locator('.Toastify__toast')).toHaveCount(2)
  await inspector.stop('', 'Parar agora')
  await expect(inspector.held).toContainText('Parado')
  await inspector.events.press('ArrowUp')
  await expect(inspector.moment).toHaveAttribute('data-moment', 'past')
  const height = (part: Locator) => part.evaluate((element) => element.clientHeight)
  expect(await height(page.locator('.chart-frame'))).toBeGreaterThanOrEqual(320)
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
  await page.getByText('Mais filtros').click()
  await expect(page.getByRole('searchbox', { name: 'Dispositivo dos eventos' })).toBeVisible()
  await expect
    .poll(() => inspector.events.getByRole('option').filter({ visible: true }).count())
    .toBeGreaterThanOrEqual(5)
  const [shown] = /\d+/.exec((await inspector.moment.textContent()) ?? '') ?? []
  await inspector.button('Virar teste').click()
  await expect(page.getByRole('textbox', { name: 'Até o evento' })).toHaveValue(shown ?? '')
  await inspector.button('Cancelar').click()
  await closeIncidents(inspected.url)
})
