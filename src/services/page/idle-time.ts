import * as v from 'valibot'

const savesData = v.object({ saveData: v.literal(true) })

/** Whether the browser's user has chosen to save data. */
export function isDataSaved(): boolean {
  return v.is(savesData, Reflect.get(navigator, 'connection'))
}

/** Calls back when the browser is idle; in Safari, which has no idle callback, after a short delay. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => act())
  else setTimeout(act, 200)
}

/** Resolves after the page has handled input and frames: use it between the parts of a long task. */
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

/** Number of items of a list that are handled without a pause: less than 50 ms on a slow computer (SCA-4). */
export const partCount = 250

/** Yields a list in parts, and lets the page handle input and frames between the parts. */
export async function* inParts<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let start = 0; start < items.length; start += partCount) {
    if (start > 0) await othersTurn()
    yield items.slice(start, start + partCount)
  }
}

/** Resolves when the browser is idle; immediately if the page is hidden, because a hidden page may be closed. */
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

/** Without a key press for this time the person is not typing. */
const typingMs = 1_000

/**
 * Runs tasks one by one after a delay, each when the browser is idle and the person is not typing, because a task would
 * delay the next letter. The first failure stops the queue. Returns a stop function.
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
