import type { Log } from '../log/log.ts'

/** The presses of 'Abrir' without an outcome, in session storage: a reload of the page cuts the answer (OPEN-2). */
export interface PressMemory {
  keep(wordCode: string): void
  drop(wordCode: string): void
  /** Whether 'Abrir' was pressed in the last `withinMs` milliseconds and the outcome is not known. */
  isOpen(wordCode: string, withinMs: number): boolean
}

const keyOf = (wordCode: string) => `opening:${wordCode}`

/** `now` in milliseconds since the epoch. No function throws; without storage nothing is remembered. */
export function createPressMemory(
  { log, now }: { log: Log; now: () => number },
  page: Pick<Window, 'sessionStorage'>,
): PressMemory {
  const attempt = <Value>(fallback: Value, act: (storage: Storage) => Value): Value => {
    try {
      return act(page.sessionStorage)
    } catch (error) {
      log.warn('Sem armazenamento da aba para as aberturas.', error)
      return fallback
    }
  }
  return {
    keep: (wordCode) => attempt(undefined, (storage) => storage.setItem(keyOf(wordCode), `${now()}`)),
    drop: (wordCode) => attempt(undefined, (storage) => storage.removeItem(keyOf(wordCode))),
    isOpen: (wordCode, withinMs) => {
      const at = attempt(null, (storage) => storage.getItem(keyOf(wordCode)))
      return at !== null && Math.abs(now() - Number(at)) < withinMs
    },
  }
}
