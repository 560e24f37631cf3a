import { expect, type Page, type Request } from '@playwright/test'

/** Enough for a whole load over a slow connection beside two others. */
const timeout = 30_000

/**
 * Watches the requests of the page. The returned function waits until every answer has arrived and been painted, and
 * the page shows no placeholder.
 */
export function watchRest(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear()
    pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout })
    await expect
      .poll(
        async () => {
          const shown = await awaitedAfterTwoFrames(page)
          return [...shown, ...[...pending].map((request) => request.url())]
        },
        { message: 'placeholders and requests of the page', intervals: [50], timeout },
      )
      .toEqual([])
  }
}

/** Waits for two frames, so that the last layout has been painted. */
function awaitedAfterTwoFrames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const awaited = [...document.querySelectorAll('body *')].flatMap((element) => {
      const isFigure = element.matches('.metric-value')
      // `textContent` joins the texts of all descendants: read it only for elements that can be a placeholder.
      if (!isFigure && element.childElementCount > 0) return []
      const { childElementCount, textContent } = element
      const isPlaceholder = isFigure && /^(–|Desconhecido|Conectando)$/.test(textContent)
      const isPromise = childElementCount === 0 && /^Carregando|em instantes…$|^Conectando…$/.test(textContent)
      return (isPlaceholder || isPromise) && element.checkVisibility() ? [textContent] : []
    })
    const busy = [...document.querySelectorAll('[aria-busy="true"]')].map(({ outerHTML }) => outerHTML)
    return [...awaited, ...busy]
  })
}
