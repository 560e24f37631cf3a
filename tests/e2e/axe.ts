import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const colourRules = ['color-contrast', 'link-in-text-block']

/** What axe holds against the page as it stands, a line each (SHELL-7). */
export function axeViolations(page: Page): Promise<string[]> {
  return violationsFoundBy(new AxeBuilder({ page }).withTags(wcag22AA))
}

/** The part of it that colours alone decide: for a look that differs from one already checked by its colours. */
export function colourViolations(page: Page): Promise<string[]> {
  return violationsFoundBy(new AxeBuilder({ page }).withRules(colourRules))
}

async function violationsFoundBy(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
