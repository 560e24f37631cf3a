/** Leaves out links with a type: they load nothing, because the server has inlined their stylesheets. */
const links = 'link[rel=stylesheet]:not([type])'

/** Fetches failed stylesheets again, because Vite fetches each only once. Rejects if one fails again. */
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

/** Chromium gives a failed stylesheet a `sheet`, too, but its rules are not readable. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules ?? null) === null
  } catch {
    return true
  }
}
