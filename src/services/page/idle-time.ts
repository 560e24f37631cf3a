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

/**
 * Runs tasks one after another, after a while, and each when the browser is idle; the first that fails ends it. Returns the way
 * to stop.
 */
export function runWhenIdle(
  tasks: readonly (() => Promise<unknown>)[],
  { afterMs, idle = whenIdle }: { afterMs: number; idle?: (act: () => void) => void },
): () => void {
  const waiting = [...tasks]
  let isStopped = false
  const next = () => {
    const task = isStopped ? undefined : waiting.shift()
    task?.().then(
      () => idle(next),
      () => undefined,
    )
  }
  const timer = setTimeout(() => idle(next), afterMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
