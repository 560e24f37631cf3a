import type { Page } from '@playwright/test'

/** Lists the visible green elements of the page, except filters, which make no claim. */
export function greens(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ok = getComputedStyle(document.documentElement).getPropertyValue('--ok').trim()
    return [...document.querySelectorAll<HTMLElement>('main .tone-ok')]
      .filter((element) => element.checkVisibility() && element.closest('.list-filters') === null)
      .filter((element) => getComputedStyle(element).getPropertyValue('--tone').trim() === ok)
      .map(({ textContent, className }) => `${className}: ${textContent}`)
  })
}
