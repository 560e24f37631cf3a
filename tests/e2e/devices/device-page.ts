import { expect, type Locator, type Page } from '@playwright/test'
import { qaCall } from '../parts/panel-test.ts'

export type Fault = 'up' | 'refuse' | 'hang' | 'slow' | 'garbage' | 'late' | 'mute' | 'decline'

/** Longer than any pause between the attempts of a call (spec §9). */
const longestPauseMs = 5_000

/** Calls and actions of a simulated device, as reported by the embedded backend. */
export interface SimulatedDevice {
  received: { op: string; key?: string | null; at: string }[]
  acted: Record<'restart' | 'activate' | 'deactivate' | 'remove' | 'open', number>
}

/** Simulated devices of a backend, through its test routes. */
export function simulatedDevices(url: string) {
  return {
    async set(wordCode: string, fault: Fault, slowMs?: number): Promise<void> {
      const call = await qaCall(url)
      await call('PUT', `/rest/simulator/device/${wordCode}`, { fault, ...(slowMs !== undefined && { slowMs }) })
    },
    /** Repairs the device and waits until the server knows it. */
    async mend(wordCode: string): Promise<void> {
      await this.set(wordCode, 'up')
      const call = await qaCall(url)
      await expect.poll(() => call('GET', `/rest/api/health/device/${wordCode}`)).toMatchObject({ status: 'online' })
    },
    async stateOf(wordCode: string): Promise<SimulatedDevice> {
      const call = await qaCall(url)
      return (await call('GET', `/rest/simulator/device/${wordCode}`)) as SimulatedDevice
    },
  }
}

/** Page object of a device page, based on what a person sees (A11Y-3). */
export class DevicePage {
  readonly page: Page
  readonly circuit: Locator
  /** Sentence with the outcome of the last operation. */
  readonly outcome: Locator
  /** Text with the time of the next attempt. */
  readonly #pause: Locator

  constructor(page: Page) {
    this.page = page
    this.circuit = page.getByRole('region', { name: 'Proteção do dispositivo' })
    this.outcome = page.getByRole('status').locator('.device-outcome').first()
    this.#pause = page.getByText(/^Tentativa \d de \d em \d+ s$/)
  }

  async open(url: string, wordCode: string): Promise<void> {
    await this.page.goto(`${url}/devices/${wordCode}`)
    await expect(this.circuit).toBeVisible()
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Makes one call through breaker and retry, and waits for its outcome. */
  async test(): Promise<void> {
    await this.button('Testar dispositivo').click()
    await this.ends()
  }

  /**
   * Waits for the outcome of the operation; the click that starts an operation removes the previous outcome. Skips the
   * waits between attempts, which needs an installed page clock.
   */
  async ends(): Promise<void> {
    await expect(async () => {
      if (await this.#pause.isVisible()) await this.page.clock.fastForward(longestPauseMs)
      await expect(this.outcome).toBeVisible({ timeout: 250 })
    }).toPass({ timeout: 60_000, intervals: [0] })
  }

  async hasCircuit(state: 'CLOSED' | 'OPEN' | 'HALF_OPEN', failureCount: number): Promise<void> {
    await expect(this.circuit).toHaveAttribute('data-state', state)
    await expect(this.circuit).toHaveAttribute('data-failure-count', `${failureCount}`)
  }

  async isolated(): Promise<void> {
    await expect(this.circuit).toHaveAttribute('data-state', 'FORCED_OPEN')
  }

  /** Confirms a command with an effect at a gate (LIVE-11). */
  async command(name: string, reason: string, confirmed = name): Promise<void> {
    await this.button(name).click()
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name: confirmed, exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  async delete(reason: string): Promise<void> {
    await this.command('Excluir', reason, 'Excluir dispositivo')
  }

  async reset(reason: string): Promise<void> {
    await this.command('Retomar agora', reason)
  }
}
