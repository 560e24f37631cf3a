import type { Locator, Page } from '@playwright/test'
import axe, { type RunOnly } from 'axe-core'

/** WCAG 2.2 AA (SHELL-7). */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colourRules = ['color-contrast', 'link-in-text-block']

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** What axe holds against the page as it stands, or against a part of it, a line each (SHELL-7). */
export function axeViolations(place: Page | Locator): Promise<string[]> {
  return violations(place, { type: 'tag', values: everyRule })
}

/** The part of it that colours alone decide: for a look that differs from one already checked by its colours. */
export function colourViolations(place: Page | Locator): Promise<string[]> {
  return violations(place, { type: 'rule', values: colourRules })
}

/** Axe's own builder opens a page for each report and words what passed, too: four times as long. */
async function violations(place: Page | Locator, runOnly: RunOnly): Promise<string[]> {
  const [page, part] = 'page' in place ? [place.page(), place] : [place, place.locator('html')]
  if (page.frames().length > 1) throw new Error('axe would see the page without its frames')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return part.evaluate(async (element, runOnly) => {
    const { violations } = await window.axe.run(element, { runOnly, resultTypes: ['violations'], preload: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, runOnly)
}
