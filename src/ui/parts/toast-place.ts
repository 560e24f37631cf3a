/** Elements that can show the toasts, the innermost last: their element in the page, then each open modal dialog. */
const places: Element[] = []

let host: HTMLElement | undefined

/** Element of the toasts. It moves into an open modal dialog, which makes the rest of the page inert (DESK-4). */
export function toastHost(): HTMLElement {
  if (host === undefined) {
    host = document.createElement('div')
    host.className = 'toasts'
    moveToasts()
  }
  return host
}

/** Shows the toasts at the beginning of an element; returns a function that moves them back. */
export function holdToasts(place: Element | null): (() => void) | undefined {
  if (place === null) return undefined
  places.push(place)
  moveToasts()
  return () => {
    places.splice(places.indexOf(place), 1)
    moveToasts()
  }
}

function moveToasts(): void {
  const place = places.at(-1) ?? document.body
  if (host !== undefined && host.parentElement !== place) place.prepend(host)
}
