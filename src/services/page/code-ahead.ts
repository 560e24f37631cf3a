/**
 * Has the browser fetch, before anybody asks, the code that a person signed in needs: at once where a session is kept, else with the
 * first character that is typed or filled in. A focus says nothing, since the page itself sets it. What does not come is fetched when
 * it is asked for.
 * @param files as `scripts/vite/code-ahead.ts` names them: addresses with a blank between; those of another page than the dashboard apart
 */
export function fetchCodeAhead(isKept: boolean, { ahead = '', page = '' }: DOMStringMap): void {
  const fetchAll = () => {
    for (const file of (/\/(?:dashboard|login)$/.test(location.href) ? ahead : ahead + page).split(' '))
      if (file.endsWith('css'))
        // Chromium gives what a preload has missed to the stylesheet, too.
        fetch(file).catch(() => {})
      else document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: file }))
  }
  if (isKept) fetchAll()
  else addEventListener('input', fetchAll, { once: true })
}
