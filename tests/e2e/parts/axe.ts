import type { Locator, Page } from '@playwright/test'
import axe, { type RunOnly } from 'axe-core'

/** Rules of WCAG 2.2 AA (SHELL-7). */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colourRules = ['color-contrast', 'link-in-text-block']

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Runs axe on the page or on a part; resolves with one line per violation (SHELL-7). */
export function axeViolations(place: Page | Locator): Promise<string[]> {
  return violations(place, { type: 'tag', values: everyRule })
}

/** Runs only the colour rules, for an appearance that differs from a checked one only in its colours. */
export function colourViolations(place: Page | Locator): Promise<string[]> {
  return violations(place, { type: 'rule', values: colourRules })
}

/**
 * Runs axe directly: its own builder opens a page per report and describes passed rules, which takes four times as
 * long.
 */
async function violations(place: Page | Locator, runOnly: RunOnly): Promise<string[]> {
  const [page, part] = 'page' in place ? [place.page(), place] : [place, place.locator('html')]
  if (page.frames().length > 1) throw new Error('axe would see the page without its frames')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return part.evaluate(async (element, runOnly) => {
    const { violations } = await window.axe.run(element, { runOnly, resultTypes: ['violations'], preload: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, runOnly)
}
