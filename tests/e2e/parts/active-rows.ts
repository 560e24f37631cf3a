import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Values of `aria-activedescendant` without an element in the document, noted after each change of the page. */
    missingRows: string[]
  }
}

/**
 * Checks `aria-activedescendant` after every change of the page, from its next load on. Read the problems with
 * `missingRows`.
 */
export function watchActiveRows(page: Page) {
  return page.addInitScript(() => {
    window.missingRows = []
    const attribute = 'aria-activedescendant'
    const observer = new MutationObserver(() => {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        const row = element.getAttribute(attribute) ?? ''
        if (document.getElementById(row) === null) window.missingRows.push(`${element.ariaLabel}: ${row}`)
      }
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: [attribute] })
  })
}

export const missingRows = (page: Page) => page.evaluate(() => window.missingRows)
