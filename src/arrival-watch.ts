import { watchArrival } from './services/page/arrival-watch.ts'

// A script of its own, which neither waits for anything nor holds anything up: whatever else of the first load does not come, it
// says so (LIVE-9).
const root = () => document.getElementById('root')
const notice = document.createElement('main')
notice.className = 'notice-page'
notice.innerHTML = document.currentScript?.dataset.notice ?? ''
notice.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) location.reload()
})

const { look, online } = watchArrival({
  isWaiting: () => root()?.querySelector('.splash') !== null,
  isMissing: () => document.querySelector('[data-late=true]') !== null,
  tellStalled(isStalled) {
    if (isStalled === notice.isConnected) return
    if (isStalled) show()
    else notice.remove()
    root()?.toggleAttribute('hidden', isStalled)
  },
  isAnswered: () =>
    fetch('/version.json', { cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  reload: () => location.reload(),
})
setInterval(look, 1_000)
addEventListener('online', online)

function show(): void {
  // A stylesheet or a script in <head> would hold back the first paint, and this page with it.
  const isHeldBack = [...document.querySelectorAll('link')].some(({ rel, sheet }) => rel === 'stylesheet' && !sheet)
  if (root() === null || isHeldBack) stop()
  document.body ??= document.createElement('body')
  document.body.append(notice)
}
