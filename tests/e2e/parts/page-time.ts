import { expect, type Locator, type Page } from '@playwright/test'

/** Advances an installed page clock second by second until `holds` resolves. */
export async function secondsPassUntil(page: Page, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000)
    await holds()
  }).toPass({ timeout: 60_000, intervals: [0] })
}

/**
 * Advances a stopped page clock in steps of 500 ms until the element is visible; shows every element that stays for a
 * second.
 */
export async function timePassesUntilSeen(page: Page, seen: Locator): Promise<void> {
  await expect(async () => {
    if (await seen.isVisible()) return
    await page.clock.runFor(500)
    await expect(seen).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 60_000, intervals: [0] })
}

/**
 * Stops an installed page clock, so that only the test advances it. The clock jumps half a minute ahead, because
 * Playwright can stop a clock only in its future, and the command may take long.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 30_000))
}
