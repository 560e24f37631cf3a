import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { missingRows, watchActiveRows } from '../parts/active-rows.ts'
import { axeViolations, colourViolations } from '../parts/axe.ts'
import { inTurn } from '../parts/in-turn.ts'
import { secondsPassUntil } from '../parts/page-time.ts'
import { expect, signIn } from '../parts/panel-test.ts'
import { InspectorPage, plantBreakers, test } from './inspector-page.ts'

const gateState = { kind: 'atomic', children: [], invokes: [], tags: [], isInitial: false } as const
const gateMove = { guard: null, delayMs: null, isElse: false, isIgnored: false, actions: [] } as const

/** Recording of a panel that had a chart which this panel does not have. */
const olderRecording = {
  format: 'guarita-recording',
  version: 1,
  recordedAt: '2026-11-01T12:00:00.000Z',
  panelVersion: '0.0.1',
  firstSeq: 0,
  actors: [
    { id: 'g', parentId: null, name: 'gate', kind: 'machine', chartId: 'gate', firstSeq: 0, endSeq: null, before: 0 },
  ],
  charts: [
    {
      id: 'gate',
      states: [
        {
          ...gateState,
          ...{ id: 'gate', key: 'gate', parentId: null, kind: 'compound', children: ['gate.closed', 'gate.open'] },
        },
        { ...gateState, id: 'gate.closed', key: 'closed', parentId: 'gate', isInitial: true },
        { ...gateState, id: 'gate.open', key: 'open', parentId: 'gate' },
      ],
      moves: [
        {
          ...gateMove,
          ...{ id: 'up', from: 'gate.closed', to: ['gate.open'], trigger: { kind: 'event', event: 'gate.lift' } },
        },
      ],
    },
  ],
  states: [{ status: 'active', value: 'closed', tags: [] }],
  events: [
    { at: 0, sourceId: null, targetId: 'g', type: 'xstate.init', outcome: 'started', moves: [], payload: {}, state: 0 },
  ],
}

const wordCode = 'AGUAVIVA-01'
const openTimeoutMs = 2 * 60_000

test.describe.configure({ mode: 'parallel' })

test('QA follows a device through its failure, resets it by hand and exports the recording (INS-1, INS-2)', async ({
  page,
  inspected,
  folder,
}) => {
  const inspector = new InspectorPage(page)
  const engines: string[] = []
  page.on('request', (request) => {
    if (/layout-engine|elk-worker/.test(request.url())) engines.push(request.url())
  })
  await page.clock.install()
  await signIn(page, inspected.url)
  await page.getByRole('link', { name: 'Inspetor' }).click()

  await test.step('QA chooses a device and finds its breaker', async () => {
    await inspector.show('Falha')
    await page.getByRole('textbox', { name: 'Dispositivo' }).fill(wordCode)
    await inspector.button('Consultar').click()
    await inspector.button('Ver disjuntor').click()
    await inspector.draws('breaker', /Estado ativo: CLOSED/)
    await expect(page).toHaveURL(`${inspected.url}/inspector?actor=${encodeURIComponent(`breaker:${wordCode}`)}`)
  })

  await test.step('the breaker receives a call to the healthy device', async () => {
    await inspector.button('Testar dispositivo').click()
    const moved = page.locator('.chart-picture [data-moved]')
    await expect(moved.filter({ hasText: 'call.succeeded' }).first()).toBeVisible()
    await inspector.draws('breaker', /Estado ativo: CLOSED/)
    await expect(inspector.button('Testar dispositivo')).not.toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('four attempts fail on the hanging device, and the fifth failure opens the circuit', async () => {
    await page.getByRole('radio', { name: 'Não responde' }).check()
    await inspector.button('Aplicar').click()
    await expect(page.getByText('Aplicado: Não responde.')).toBeVisible()
    for (const failures of [4, 5]) {
      await inspector.button('Testar dispositivo').click()
      await inspector.show('Contexto')
      await secondsPassUntil(page, () =>
        expect(page.getByRole('list', { name: 'contexto' })).toContainText(`failureCount: ${failures}`, {
          timeout: 250,
        }),
      )
      await inspector.show('Falha')
    }
    await inspector.draws('breaker', /Estado ativo: OPEN/)
    await expect(page.locator('.chart-picture [data-moved]').filter({ hasText: 'call.failed' }).first()).toBeVisible()
  })

  await test.step('after two minutes the panel makes one call by itself, and its success closes the circuit (LIVE-3)', async () => {
    await page.getByRole('radio', { name: 'Em ordem' }).check()
    await inspector.button('Aplicar').click()
    await expect(page.getByText('Aplicado: Em ordem.')).toBeVisible()
    const answer = Promise.withResolvers<void>()
    await page.route(`**/device-control/device/user-admin/${wordCode}`, async (route) => {
      const response = await route.fetch()
      await answer.promise
      await route.fulfill({ response })
    })
    await page.clock.fastForward(openTimeoutMs)
    await inspector.draws('breaker', /Estado ativo: HALF_OPEN.trying/)
    answer.resolve()
    await inspector.draws('breaker', /Estado ativo: CLOSED/)
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('after more failures QA resets the breaker with an event', async () => {
    await page.getByRole('radio', { name: 'Recusa a conexão' }).check()
    await inspector.button('Aplicar').click()
    await expect(page.getByText('Aplicado: Recusa a conexão.')).toBeVisible()
    await inspector.button('Testar dispositivo').click()
    await secondsPassUntil(page, () =>
      expect(inspector.button('Testar dispositivo')).not.toHaveAttribute('aria-disabled', 'true', { timeout: 250 }),
    )
    await inspector.button('Testar dispositivo').click()
    await inspector.draws('breaker', /Estado ativo: OPEN/)

    await inspector.show('Enviar')
    await inspector.button('breaker.reset').click()
    const payload = page.getByRole('textbox', { name: 'Conteúdo de breaker.reset' })
    await expect(payload).toHaveValue(/"at": \d{13}/)
    await payload.fill('{"at": "agora", "motivo": "teste"}')
    await inspector.button('Enviar evento').click()
    await expect(page.getByRole('alert').filter({ hasText: 'deve ser um número' })).toContainText('Tire "motivo"')
    await inspector.draws('breaker', /Estado ativo: OPEN/)

    await payload.fill(`{"at": ${Date.now()}, "reason": "teste do inspetor"}`)
    await inspector.button('Enviar evento').click()
    await expect(page.getByText('Enviado: aceito.')).toBeVisible()
    await inspector.draws('breaker', /Estado ativo: CLOSED/)
  })

  const file = join(folder, 'gravacao.json')
  await test.step('the export contains no token', async () => {
    const download = page.waitForEvent('download')
    await inspector.button('Exportar gravação').click()
    await (await download).saveAs(file)
    const text = await readFile(file, 'utf8')
    const token = (await page.context().cookies()).find(({ name }) => /token/i.test(name))?.value ?? ''
    expect(token.length).toBeGreaterThan(10)
    expect(text).not.toContain(token)
    expect(text).toContain('teste do inspetor')
  })

  await test.step('the opened export can be stepped through event by event', async () => {
    await page.getByLabel('Arquivo da gravação').setInputFiles(file)
    await expect(page.getByText('Gravação gravacao.json: nada nela está vivo.')).toBeVisible()
    await expect(inspector.moment).toHaveAttribute('data-moment', 'past')
    await inspector.draws('breaker', /Estado ativo: CLOSED/)
    await inspector.show('Enviar')
    await expect(page.getByText('Uma gravação só se olha.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Só deste ator' }).check()
    await inspector.events.getByRole('option').filter({ hasText: 'breaker.reset' }).click()
    await inspector.button('Evento anterior').click()
    await inspector.draws('breaker', /Estado ativo: OPEN/)
    await inspector.button('Próximo evento').click()
    await inspector.draws('breaker', /Estado ativo: CLOSED/)
    await inspector.button('Fechar gravação').click()
    await expect(inspector.moment).toHaveAttribute('data-moment', 'live')
  })
  expect(engines, 'the layout engine was loaded for charts that the build laid out').toEqual([])
})

test('a user without permission finds no inspector page, and none of its code is loaded (INS-1)', {
  tag: '@all',
}, async ({ page, backend, inspected }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const expectNone = async (url: string) => {
    await page.goto(`${url}/inspector`)
    await expect(page.getByText('404 Not Found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Inspetor' })).toHaveCount(0)
    expect(loaded.filter((path) => /\/assets\/(?:inspector|elk|layout|_virtual_chart)/.test(path))).toEqual([])
  }
  await signIn(page, inspected.url, 'operator')
  await expectNone(inspected.url)
  await signIn(page, backend.url)
  await expectNone(backend.url)
})

for (const width of inTurn([1440, 360], 0))
  test.describe(`${width} px (SHELL-7)`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: 'light' })

    test('every part of the inspector passes axe, in light and dark on a wide screen, and does not scroll horizontally', async ({
      page,
      inspected,
    }) => {
      const inspector = new InspectorPage(page)
      let passed = 0
      const passes = async (name: string, part: Page | Locator) => {
        expect(await axeViolations(part), name).toEqual([])
        const isDarkToo = inTurn([true, false, false, false, false, true], passed).includes(true)
        passed += 1
        if (width < 1440 || !isDarkToo) return
        await wear('dark')
        expect(await colourViolations(part), `${name}, dark`).toEqual([])
        await wear('light')
      }
      await inspector.open(inspected.url, '?actor=serverSource')
      await inspector.draws('source', /Estados? ativos?: /)
      await passes('context', page)
      for (const tab of ['Evento', 'Enviar', 'Falha'] as const) {
        await inspector.show(tab)
        await passes(tab, page.getByRole('tabpanel'))
      }
      await inspector.button('Pausar').click()
      await expect(inspector.moment).toHaveAttribute('data-moment', 'past')
      await passes('the past', page)
      await inspector.button('Inspetor da Stately…').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await passes('what leaves the browser', page.getByRole('dialog'))
      await page.keyboard.press('Escape')
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(sideways).toBe(0)

      /** The panel follows the system until the user chooses a theme (THM-1). */
      async function wear(colorScheme: 'light' | 'dark'): Promise<void> {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-bs-theme', colorScheme)
      }
    })
  })

test('QA reaches an actor, its past and the live view by keyboard alone (SHELL-7)', async ({ page, inspected }) => {
  const inspector = new InspectorPage(page)
  await watchActiveRows(page)
  await inspector.open(inspected.url, '?actor=panel')
  await test.step('the lists name their active row, also after more events than the list can hold', async () => {
    await page.evaluate(() => {
      for (let times = 0; times < 50; times += 1)
        for (const type of ['offline', 'online']) dispatchEvent(new Event(type))
    })
    const active = inspector.events.getByRole('option', { selected: true })
    await expect(active).toContainText('network.online')
    await expect(inspector.events).toHaveAttribute('aria-activedescendant', /./)
    await expect(inspector.tree).toHaveAttribute('aria-activedescendant', /./)
    expect(await missingRows(page)).toEqual([])
  })
  await inspector.tree.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect(inspector.tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await expect(page).not.toHaveURL(/actor=panel$/)
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/actor=panel$/)

  await inspector.events.focus()
  await page.keyboard.press('ArrowUp')
  await expect(inspector.moment).toHaveAttribute('data-moment', 'past')
  await page.keyboard.press('Home')
  await expect(inspector.button('Evento anterior')).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await expect(inspector.button('Evento anterior')).toBeEnabled()
  await inspector.button('Voltar ao vivo').focus()
  await page.keyboard.press('Enter')
  await expect(inspector.moment).toHaveAttribute('data-moment', 'live')

  const separator = page.getByRole('separator', { name: 'Largura da lista de atores' })
  await separator.focus()
  await page.keyboard.press('ArrowRight')
  await expect(separator).toHaveAttribute('aria-valuenow', '272')
  // The view follows the active states until it is switched off.
  const along = inspector.button('Acompanhar os estados ativos')
  const lights = async (state: string) => {
    await inspector.button('Alternar tema').focus()
    await page.keyboard.press('Enter')
    await expect(inspector.state(state)).toHaveAttribute('data-active')
  }
  await inspector.choose('theme')
  await inspector.draws('theme', /worn\.mode\.systemLight/)
  await page.locator('.chart-frame').evaluate((frame) => frame.scrollTo(0, 0))
  await expect(inspector.state('theme.worn.mode.dark')).not.toBeInViewport()
  await lights('theme.worn.mode.dark')
  await expect(inspector.state('theme.worn.mode.dark')).toBeInViewport({ ratio: 1 })
  await along.focus()
  await page.keyboard.press('Enter')
  await expect(along).toHaveAttribute('aria-pressed', 'false')
  await lights('theme.worn.mode.light')
  await page.locator('.chart-frame').evaluate((frame) => frame.scrollTo(0, 0))
  await lights('theme.worn.mode.dark')
  await expect(inspector.state('theme.worn.mode.dark')).not.toBeInViewport()
  expect(await missingRows(page)).toEqual([])
  await page.reload()
  await expect(separator).toHaveAttribute('aria-valuenow', '272')
  await expect(along).toHaveAttribute('aria-pressed', 'false')
  await along.click()
  await separator.press('ArrowLeft')

  // From the active state of the session to the target of a short arrow, and to a state by its name.
  await inspector.choose('session')
  await inspector.draws('session', /Estado ativo: stored/)
  await expect(page.getByLabel('Ampliação')).toHaveText('100%')
  await expect(inspector.active).toBeInViewport({ ratio: 1 })
  await page.locator('[data-goal="session.stored.measuring"]').first().click()
  await expect(inspector.state('session.stored.measuring')).toBeInViewport({ ratio: 1 })
  await page.getByText('Estados em texto').focus()
  await page.keyboard.press('Enter')
  await inspector.button('removed').focus()
  await page.keyboard.press('Enter')
  await expect(inspector.state('session.removed')).toBeInViewport({ ratio: 1 })
  await expect(inspector.active).not.toBeInViewport()
})

test('the inspector holds 2,000 live actors and 10,000 events and renders only a few of them (INS-1)', {
  tag: '@all',
}, async ({ page, inspected }) => {
  const inspector = new InspectorPage(page)
  await page.addInitScript(plantBreakers, 2_000)
  await inspector.open(inspected.url)
  await page.evaluate(() => {
    for (let times = 0; times < 5_000; times += 1)
      for (const type of ['offline', 'online']) dispatchEvent(new Event(type))
  })
  await expect(page.getByText(/10\.000 eventos gravados/)).toBeVisible()
  await expect(page.getByText(/^2\.?0\d\d atores$/)).toBeVisible()
  expect(await inspector.tree.getByRole('treeitem').count()).toBeLessThan(60)
  expect(await inspector.events.getByRole('option').count()).toBeLessThan(60)

  await inspector.choose('breaker:CROWD-1234')
  await inspector.draws('breaker', /Estado ativo: OPEN/)
  await page.getByRole('searchbox', { name: 'Filtrar eventos' }).fill('network.online')
  await inspector.events.getByRole('option').last().click()
  await expect(inspector.moment).toContainText('network.online')
  await inspector.show('Evento')
  await expect(page.getByRole('list', { name: 'evento' })).toContainText('type: "network.online"')
})

test('the inspector of Stately receives data only after a confirmation, and no secret (INS-1)', {
  tag: '@all',
}, async ({ page, context, inspected }) => {
  const inspector = new InspectorPage(page)
  await context.route('https://stately.ai/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>Stately</title><script>
        const received = []
        addEventListener('message', ({ data }) => received.push(data))
        opener.postMessage({ type: '@statelyai.connected' }, '*')
      </script>`,
    }),
  )
  await inspector.open(inspected.url)
  await inspector.button('Inspetor da Stately…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Não abrir' }).click()
  expect(context.pages().length).toBe(1)

  await inspector.button('Inspetor da Stately…').click()
  const opened = context.waitForEvent('page')
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir e enviar' }).click()
  const hosted = await opened
  await expect(page.getByText('A Stately recebe o que acontece aqui.')).toBeVisible()
  const received = async () => JSON.stringify(await hosted.evaluate('received'))
  await expect.poll(received).toContain('@xstate.actor')
  await expect.poll(received).toContain('handover')
  const token = (await context.cookies()).find(({ name }) => /token/i.test(name))?.value ?? ''
  expect(token.length).toBeGreaterThan(10)
  expect(await received()).not.toContain(token)

  await hosted.close()
  await expect(inspector.button('Inspetor da Stately…')).toBeVisible()

  await inspector.button('Inspetor da Stately…').click()
  const openedAgain = context.waitForEvent('page')
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir e enviar' }).click()
  const hostedAgain = await openedAgain
  await expect(page.getByText('A Stately recebe o que acontece aqui.')).toBeVisible()
  await page.getByRole('button', { name: 'Menu do usuário' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect.poll(async () => JSON.stringify(await hostedAgain.evaluate('received.at(-1)'))).toContain('disconnected')
})

test('an invalid file is refused with a message; a chart of another version is drawn here, or shown as text (INS-1)', {
  tag: '@all',
}, async ({ page, inspected, folder }) => {
  const inspector = new InspectorPage(page)
  const open = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    await page.getByLabel('Arquivo da gravação').setInputFiles(join(folder, name))
  }
  await inspector.open(inspected.url, '?actor=session')
  await open('foto.json', 'PK no JSON')
  await expect(page.getByRole('alert').filter({ hasText: 'não é uma gravação do inspetor' })).toBeVisible()
  await expect(inspector.moment).toHaveAttribute('data-moment', 'live')
  await inspector.draws('session', /Estado ativo: stored/)

  await page.route('**/elk-worker*', (route) => route.abort())
  await open('antiga.json', JSON.stringify(olderRecording))
  await expect(page.getByRole('alert').filter({ hasText: 'não pôde ser desenhado' })).toBeVisible()
  await page.getByText('Estados em texto').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'closed (ativo)' }).first()).toBeVisible()
  await page.unroute('**/elk-worker*')
  await inspector.button('Tentar novamente').click()
  await inspector.draws('gate', /Estado ativo: closed/)
})
