import type { Locator, Page } from '@playwright/test'
import { expect, signIn } from '../parts/panel-test.ts'

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Page object of the device import. */
export class ImportPage {
  readonly word: Locator
  readonly rows: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.word = page.getByRole('region', { name: 'Andamento' }).getByRole('status')
    this.rows = page.getByRole('list', { name: 'Linhas da planilha' }).getByRole('listitem')
  }

  /** Opens the page as an admin and selects the condominium, on the page itself (DESK-7). */
  async open(url: string, condominium = 'Edifício Água Viva'): Promise<void> {
    await signIn(this.#page, url, 'admin', '/import')
    await this.select(condominium)
    await expect(this.#page.getByRole('heading', { level: 1 })).toHaveText('Importar dispositivos')
  }

  async select(condominium: string): Promise<void> {
    await this.#page.getByLabel('Condomínio que recebe os dispositivos').selectOption(condominium)
    await expect(this.#page.getByLabel('Condomínio selecionado')).toHaveValue(condominium)
  }

  async choose(bytes: Uint8Array, name = 'dispositivos.xlsx'): Promise<void> {
    await this.#page.getByLabel('Arquivo da planilha').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) })
  }

  row(number: number): Locator {
    return this.rows.filter({ hasText: new RegExp(`^Linha ${number}(?!\\d)`) })
  }

  button(name: string | RegExp): Locator {
    return this.#page.getByRole('button', { name })
  }

  /** Clicks a button that downloads a file; resolves with the bytes of the file. */
  async download(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const [download] = await Promise.all([this.#page.waitForEvent('download'), this.button(name).click()])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
    return new Uint8Array(Buffer.concat(chunks))
  }
}
