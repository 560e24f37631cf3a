/** Bootstrap's `lg` (spec §9): from here on the menu stands beside the page or on top of it. */
const wide = '(min-width: 992px)'

/** Calls back when the window becomes wide enough for a menu of its own. Returns the way to stop. */
export function watchWideWindow(onWide: () => void): () => void {
  const query = matchMedia(wide)
  const report = () => {
    if (query.matches) onWide()
  }
  query.addEventListener('change', report)
  return () => query.removeEventListener('change', report)
}

/** Calls back with whether the page is scrolled down by more than this, now and when that changes (spec §9). */
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

/** Calls back with whether the page fills the screen, now and at each change; never where a browser can't do that. */
export function watchFullscreen(onChange: (isFull: boolean) => void): () => void {
  if (!document.fullscreenEnabled) return () => {}
  const report = () => onChange(document.fullscreenElement !== null)
  report()
  document.addEventListener('fullscreenchange', report)
  return () => document.removeEventListener('fullscreenchange', report)
}

/** Rejects where the browser refuses: it wants a gesture for it. */
export function enterFullscreen(): Promise<void> {
  return document.documentElement.requestFullscreen()
}

/** Rejects when the page does not fill the screen any more. */
export function leaveFullscreen(): Promise<void> {
  return document.exitFullscreen()
}

/** Scrolls to the top, smoothly unless the person has asked for less motion, and puts the focus at the page's start. */
export function scrollToTop(): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' })
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}

/** Has the browser ask before the page goes. Returns the way to stop. */
export function holdPage(): () => void {
  const hold = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', hold)
  return () => removeEventListener('beforeunload', hold)
}
