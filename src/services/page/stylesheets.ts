/** One with a type loads nothing: it says that the page brought that stylesheet with it. */
const links = 'link[rel=stylesheet]:not([type])'

/**
 * Asks again for the stylesheets that did not come: Vite asks for each only once, and the page of one that failed would come
 * without its looks. Rejects where one still fails.
 */
export async function fetchStylesheetsAgain(): Promise<void> {
  await Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>(links)].filter(isMissing).map((link) => {
      const again = document.createElement('link')
      again.rel = 'stylesheet'
      again.href = link.href
      link.replaceWith(again)
      return new Promise((resolve, reject) => {
        again.addEventListener('load', resolve)
        again.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${again.href}`)))
      })
    }),
  )
}

/** Chromium gives one that failed a sheet too, whose rules nobody may read. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules ?? null) === null
  } catch {
    return true
  }
}
