import { watchArrival } from './services/page/arrival-watch.ts'
import { isPageServed } from './ui/parts/loading/page-served.ts'

// A separate script that waits for nothing and blocks nothing: it shows a notice if other parts fail (LIVE-9).
const root = () => document.getElementById('root')
const notice = document.createElement('main')
notice.className = 'notice-page'
notice.innerHTML = `
  <h1>O painel ainda não chegou</h1>
  <p>Uma parte dele não veio em 20 segundos. O painel tenta de novo sozinho quando a rede ou o servidor voltar.</p>
  <p><button type="button" class="btn btn-primary">Tentar novamente</button></p>`
notice.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) location.reload()
})

const { look, online } = watchArrival({
  isWaiting: () => root() === null || document.querySelector('div.splash') !== null,
  isMissing: () => document.querySelector('[data-late=true]') !== null,
  showStalled(isStalled) {
    if (isStalled === notice.isConnected) return
    if (isStalled) show()
    else notice.remove()
    for (const part of document.querySelectorAll('#root, body > .splash')) part.toggleAttribute('hidden', isStalled)
  },
  isAnswered: isPageServed,
  reload: () => location.reload(),
})
setInterval(look, 1_000)
addEventListener('online', online)

function show(): void {
  // A pending stylesheet or script in <head> blocks the first paint, and so the notice: discard the whole document.
  // Window.stop is not enough: Chromium paints only a <body> that its own parser made. (A stylesheet link with a type
  // loads nothing: the server inlined that stylesheet.)
  if (
    root() === null ||
    [...document.querySelectorAll('link')].some(({ rel, type, sheet }) => rel === 'stylesheet' && type === '' && !sheet)
  ) {
    document.open()
    document.close()
    addEventListener('online', online)
  }
  document.body.append(notice)
}
