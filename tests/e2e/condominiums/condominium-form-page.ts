import { expect, type Locator, type Page } from '@playwright/test'

/** Page object of the list and the form of condominiums (CON-4). */
export class CondominiumFormPage {
  readonly page: Page
  readonly cepStatus: Locator
  /** Message about the last change of a condominium. */
  readonly news: Locator
  readonly conflict: Locator

  constructor(page: Page) {
    this.page = page
    this.cepStatus = page.locator('.cep-status')
    this.news = page.locator('.condominium-news')
    this.conflict = page.getByRole('region', { name: 'Outra pessoa alterou este condomínio' })
  }

  async openList(url: string): Promise<void> {
    await this.page.goto(`${url}/condominiums`)
    await this.listed()
  }

  async listed(): Promise<void> {
    await expect(this.rows.first()).toBeVisible()
  }

  /** Opens the form of a condominium from the list. */
  async edit(name: string): Promise<void> {
    await this.listed()
    await this.editLink(name).click()
    await expect(this.field('Nome')).toHaveValue(name)
  }

  get rows(): Locator {
    return this.page.getByRole('main').getByRole('listitem')
  }

  editLink(name: string): Locator {
    return this.page.getByRole('main').getByRole('link', { name: `Editar ${name}`, exact: true })
  }

  field(label: string): Locator {
    return this.page.getByRole('main').getByLabel(label, { exact: true })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}
