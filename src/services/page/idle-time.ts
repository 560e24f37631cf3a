import * as v from 'valibot'

const savesData = v.object({ saveData: v.literal(true) })

/** Whether this browser's user asks for as little traffic as possible. */
export function isDataSaved(): boolean {
  return v.is(savesData, Reflect.get(navigator, 'connection'))
}

/** Calls back when the browser has nothing else to do; Safari does not tell, so there it is soon. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => act())
  else setTimeout(act, 200)
}

/** Resolves when the page has had its turn: keys and frames come between two parts of something long. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** Resolves when the browser has nothing else to do; at once when nobody sees the page any more, which may be about to end. */
export function idleTurn(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const go = () => {
      document.removeEventListener('visibilitychange', go)
      resolve()
    }
    document.addEventListener('visibilitychange', go)
    whenIdle(go)
  })
}

/** Who has pressed no key for so long is not typing. */
const typingMs = 1_000

/**
 * Runs tasks one after another, after a while, and each when the browser is idle and nobody types, for the next letter would wait for
 * it; the first that fails ends it. Returns the way to stop.
 */
export function runWhenIdle(
  tasks: readonly (() => Promise<unknown>)[],
  {
    afterMs,
    idle = whenIdle,
    keyboard = document,
  }: { afterMs: number; idle?: (act: () => void) => void; keyboard?: EventTarget },
): () => void {
  const waiting = [...tasks]
  let typedAt = Number.NEGATIVE_INFINITY
  const hearKey = () => {
    typedAt = performance.now()
  }
  const stop = () => {
    waiting.length = 0
    clearTimeout(timer)
    keyboard.removeEventListener('keydown', hearKey)
  }
  const next = () => {
    const leftMs = typedAt + typingMs - performance.now()
    if (leftMs > 0) {
      timer = setTimeout(() => idle(next), leftMs)
      return
    }
    const task = waiting.shift()
    if (task === undefined) stop()
    else task().then(() => idle(next), stop)
  }
  let timer = setTimeout(() => idle(next), afterMs)
  keyboard.addEventListener('keydown', hearKey)
  return stop
}
