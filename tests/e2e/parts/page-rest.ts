import { expect, type Page, type Request } from '@playwright/test'

/** A whole load over a slow line, beside two others. */
const timeout = 30_000

/**
 * Watches what the page asks for from now on. The function it gives waits until every answer has come and has been painted, and
 * nothing on the page says that it is still awaited.
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
        { message: 'what the page still waits for', intervals: [50], timeout },
      )
      .toEqual([])
  }
}

/** What was laid out last has been painted by then. */
function awaitedAfterTwoFrames(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const awaited = [...document.querySelectorAll('body *')].flatMap((element) => {
      const isFigure = element.matches('.figure-value')
      // The text of an element is put together from all its descendants: only elements that can be a placeholder are read.
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
