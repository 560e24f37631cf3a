import type { Page } from '@playwright/test'
import axe, { type RunOnly } from 'axe-core'

/** WCAG 2.2 AA (SHELL-7). */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colourRules = ['color-contrast', 'link-in-text-block']

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** What axe holds against the page as it stands, a line each (SHELL-7). */
export function axeViolations(page: Page): Promise<string[]> {
  return violations(page, { type: 'tag', values: everyRule })
}

/** The part of it that colours alone decide: for a look that differs from one already checked by its colours. */
export function colourViolations(page: Page): Promise<string[]> {
  return violations(page, { type: 'rule', values: colourRules })
}

/** Axe's own builder opens a page for each report and words what passed, too: four times as long. */
async function violations(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe would see the page without its frames')
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, { runOnly, resultTypes: ['violations'], preload: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, runOnly)
}
