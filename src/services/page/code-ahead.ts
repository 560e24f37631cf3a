/**
 * Has the browser fetch, before anybody asks, the code that a person signed in needs: at once where a session is kept, else
 * with the first character that is typed or filled in. A focus says nothing, since the page itself sets it. What does not come is
 * fetched when it is asked for.
 * @param files as `scripts/vite/code-ahead.ts` names them: addresses with a blank between
 */
export function fetchCodeAhead(isKept: boolean, { ahead = '' }: DOMStringMap): void {
  const fetchAll = () => {
    // Chromium gives what a preload has missed to the stylesheet and to the import, too; what a prefetch has missed is asked for again.
    for (const href of ahead.split(' '))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
  }
  if (isKept) fetchAll()
  else addEventListener('input', fetchAll, { once: true })
}
