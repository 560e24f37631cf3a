/**
 * Prefetches the code for signed-in people: immediately if a session is stored, otherwise when the person types or
 * fills in the first character. Focus is no signal, because the page sets it itself. Code that fails is fetched again
 * on demand.
 * @param files addresses from `scripts/vite/code-ahead.ts`, separated by blanks
 */
export function fetchCodeAhead(isKept: boolean, { ahead = '' }: DOMStringMap): void {
  const fetchAll = () => {
    // Chromium: a failed preload also fails the stylesheet or import that uses it; a failed prefetch is fetched again.
    for (const href of ahead.split(' '))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
  }
  if (isKept) fetchAll()
  else addEventListener('input', fetchAll, { once: true })
}
