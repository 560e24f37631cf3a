import type { Page } from '@playwright/test'

/** Has the page believe that somebody can see it, or nobody. */
export async function show(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isSeen ? 'visible' : 'hidden',
  )
}
