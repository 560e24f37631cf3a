import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { test as base, signIn } from '../parts/panel-test.ts'

/** Test with a folder for exported files. */
export const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'guarita-recording-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

/** Page object of the inspector. */
export class InspectorPage {
  readonly page: Page
  readonly tree: Locator
  readonly events: Locator
  /** Active leaf states of the chart. */
  readonly active: Locator
  readonly moment: Locator

  constructor(page: Page) {
    this.page = page
    this.tree = page.getByRole('tree', { name: 'Árvore de atores' })
    this.events = page.getByRole('listbox', { name: 'Sequência de eventos' })
    this.active = page.locator('.chart-state.is-leaf[data-active]')
    this.moment = page.locator('[data-moment]')
  }

  /** Opens the inspector as an admin. */
  async open(url: string, search = ''): Promise<void> {
    await signIn(this.page, url, 'admin', `/inspector${search}`)
    await expect(this.heading).toBeVisible()
    await expect(this.tree.getByRole('treeitem').first()).toBeVisible()
  }

  /** Waits for the drawing of a chart with these active states. */
  async draws(chart: string, active: string | RegExp): Promise<void> {
    await expect(
      this.page.getByRole('img', { name: new RegExp(`^Quadro de estados de ${chart}\\.`) }),
    ).toHaveAccessibleName(active)
  }

  state(id: string): Locator {
    return this.page.locator(`.chart-state[data-state="${id}"]`)
  }

  async filter(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Filtrar atores' }).fill(text)
  }

  row(name: string): Locator {
    return this.tree.locator('.actor-row').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  async choose(name: string): Promise<void> {
    await this.filter(name)
    await this.row(name).click()
  }

  async show(tab: 'Contexto' | 'Evento' | 'Enviar' | 'Falha'): Promise<void> {
    await this.page.getByRole('tab', { name: tab }).click()
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1, name: 'Inspetor' })
  }

  /** The status line about an actor whose events are held: their number and the next event. */
  get held(): Locator {
    return this.page.locator('.brake').getByRole('status')
  }

  /**
   * Holds the events of the selected actor from the moment `choice`, an option of the list. `group`: heading of the option in the list, or
   * ''.
   */
  async stop(group: string, choice: string): Promise<void> {
    const select = this.page.getByRole('combobox', { name: 'Parar este ator' })
    const option = group === '' ? select.locator('option') : select.locator(`optgroup[label="${group}"] option`)
    await select.selectOption(await option.filter({ hasText: new RegExp(`^${choice}$`) }).getAttribute('value'))
  }

  /** Sends an event without a payload of its own. `name`: its text in the list of accepted events. */
  async send(name: string): Promise<void> {
    await this.show('Enviar')
    await this.page.locator('.accepted-events').getByRole('button', { name }).click()
    await this.button('Enviar evento').click()
    await expect(this.page.getByText(/^Enviado:/)).toBeVisible()
  }

  /** Drops the first held event, whose text is `name`, and delivers the event `instead`. */
  async replaces(name: string, instead: string): Promise<void> {
    await expect(this.held).toContainText(`o próximo é ${name}`)
    await this.button('Descartar').click()
    await expect(this.held).toHaveText('Parado: nenhum evento retido.')
    await this.send(instead)
    await this.button('Passo').click()
  }

  /** Sets a fault of the page. The tab of the faults must be open. */
  async breaks(part: 'Servidor' | 'Socket' | 'Push' | 'Relógio', fault: string): Promise<void> {
    await this.page.getByRole('combobox', { name: part }).selectOption({ label: fault })
    await this.button('Aplicar à página').click()
    await expect(
      this.page.getByText(fault === 'Em ordem' ? /^Aplicado:/ : new RegExp(`^Aplicado:.*${fault}`)),
    ).toBeVisible()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}

/** Runs in a page: stores open circuits as an earlier load of this tab does; each gets a breaker (CB-9). */
export function plantBreakers(count: number): void {
  for (let device = 0; device < count; device += 1)
    sessionStorage.setItem(
      `breaker:CROWD-${device}`,
      JSON.stringify({
        wordCode: `CROWD-${device}`,
        condominiumId: 'condominio-01',
        state: 'OPEN',
        failureCount: 5,
        lastFailureTime: Date.now(),
        trialStartedAt: null,
        refused: 0,
        lastError: 'timeout',
      }),
    )
}
