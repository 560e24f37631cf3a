import { watchArrival } from './services/page/arrival-watch.ts'
import { isPageServed } from './ui/parts/loading/page-served.ts'

// A script of its own, which neither waits for anything nor holds anything up: whatever else of the first load does not come, it
// says so (LIVE-9).
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
  tellStalled(isStalled) {
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
  // A stylesheet or a script in <head> holds back the first paint, and would hold back this one: away with all of it. Window.stop
  // would not do: Chromium paints nothing without a <body> of its own parser's. (A link with a type holds the place of a stylesheet that the server
  // wrote into the page, and loads nothing.)
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
