/** Bootstrap's `lg` (spec §9): from this width on the menu is always visible. */
const wide = '(min-width: 992px)'

/** Calls back when the window becomes wide enough for a fixed menu. Returns a stop function. */
export function watchWideWindow(onWide: () => void): () => void {
  const query = matchMedia(wide)
  const report = () => {
    if (query.matches) onWide()
  }
  query.addEventListener('change', report)
  return () => query.removeEventListener('change', report)
}

/** Calls back with whether the scroll position exceeds `px`, now and at each change (spec §9). */
export function watchScrolledBeyond(px: number, onChange: (isBeyond: boolean) => void): () => void {
  let last: boolean | undefined
  const report = () => {
    const isBeyond = scrollY > px
    if (isBeyond === last) return
    last = isBeyond
    onChange(isBeyond)
  }
  report()
  addEventListener('scroll', report, { passive: true })
  return () => removeEventListener('scroll', report)
}

/** Calls back with whether the page is in full screen, now and at each change. Returns a stop function. */
export function watchFullscreen(onChange: (isFull: boolean) => void): () => void {
  if (!document.fullscreenEnabled) return () => {}
  const report = () => onChange(document.fullscreenElement !== null)
  report()
  document.addEventListener('fullscreenchange', report)
  return () => document.removeEventListener('fullscreenchange', report)
}

/** Rejects if the browser refuses: it requires a user gesture. */
export function enterFullscreen(): Promise<void> {
  return document.documentElement.requestFullscreen()
}

/** Rejects if the page is not in full screen. */
export function leaveFullscreen(): Promise<void> {
  return document.exitFullscreen()
}

/** Scrolls to the top, smoothly unless the person prefers reduced motion, and focuses the start of the page. */
export function scrollToTop(): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Has the browser ask for confirmation before the page closes. Returns a stop function. */
export function holdPage(): () => void {
  const hold = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', hold)
  return () => removeEventListener('beforeunload', hold)
}
