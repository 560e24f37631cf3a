import { expect, type Locator, type Page } from '@playwright/test'

/** Lets the time of a page, whose clock must be an installed one, go on second by second until something holds. */
export async function secondsPassUntil(page: Page, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000)
    await holds()
  }).toPass({ timeout: 60_000, intervals: [0] })
}

/** Lets the stopped time of a page go on in small steps until something is seen; what stands for a second or longer is not missed. */
export async function timePassesUntilSeen(page: Page, seen: Locator): Promise<void> {
  await expect(async () => {
    if (await seen.isVisible()) return
    await page.clock.runFor(500)
    await expect(seen).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 60_000, intervals: [0] })
}

/**
 * Stops the time of a page, whose clock must be an installed one: nothing happens by itself until the test lets it go on. It
 * leaps half a minute, because a clock can be stopped in its future only, however long this machine takes to say so.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000))
}
