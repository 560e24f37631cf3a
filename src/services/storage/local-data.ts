import type { Log } from '../log/log.ts'

/**
 * Local storage that never throws. If storage is full or forbidden, the failure is logged, and session storage keeps
 * the value, so that a reload finds it.
 */
export interface LocalData {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
  /** Clears local storage only (THM-2), except the isolations of all customers (AUD-2). */
  clearLocalStorage(): void
  /**
   * Clears local storage, session storage and the cookies of this page (VER-1). Only the isolations of devices stay,
   * marked as ended, until their end is recorded (AUD-2).
   */
  clear(): void
}

/**
 * Storage keys. `kept`: the list of the isolated devices. `ended`: lines of `{at, devices}` with the isolations that a
 * new version ended.
 */
export const isolationKeys = { kept: 'isolatedDevices', ended: 'endedIsolations' } as const

export function createLocalData(
  log: Log,
  page: Pick<Window, 'localStorage' | 'sessionStorage' | 'document'>,
): LocalData {
  const attempt = <Value>(what: string, fallback: Value, act: () => Value): Value => {
    try {
      return act()
    } catch (error) {
      log.warn(`Sem armazenamento local (${what}).`, error)
      return fallback
    }
  }
  const read = (key: string) =>
    attempt(key, null, () => page.sessionStorage.getItem(key)) ??
    attempt(key, null, () => page.localStorage.getItem(key))
  const write = (key: string, value: string) =>
    attempt(key, undefined, () => {
      try {
        page.localStorage.setItem(key, value)
        page.sessionStorage.removeItem(key)
      } catch (error) {
        log.warn(`Sem armazenamento local (${key}).`, error)
        page.sessionStorage.setItem(key, value)
      }
    })
  return {
    read,
    write,
    remove(key) {
      attempt(key, undefined, () => page.localStorage.removeItem(key))
      attempt(key, undefined, () => page.sessionStorage.removeItem(key))
    },
    clearLocalStorage() {
      const isolations = Object.values(isolationKeys).map((key) => [key, read(key)] as const)
      attempt('limpeza', undefined, () => page.localStorage.clear())
      for (const [key, text] of isolations) if (text !== null) write(key, text)
    },
    clear() {
      const isolated = read(isolationKeys.kept)
      const ended = [read(isolationKeys.ended), isolated && `{"at":${Date.now()},"devices":${isolated}}`].filter(
        Boolean,
      )
      attempt('limpeza', undefined, () => page.localStorage.clear())
      attempt('limpeza', undefined, () => page.sessionStorage.clear())
      attempt('limpeza', undefined, () => clearCookies(page.document))
      if (ended.length > 0) write(isolationKeys.ended, ended.join('\n'))
    },
  }
}

/** Deletes cookies with the page's path and all paths above it: a cookie needs the path that it was set with. */
function clearCookies(document: Document): void {
  const { pathname } = document.location
  for (const pair of document.cookie.split('; '))
    for (const { index } of pathname.matchAll(/\/|$/g))
      for (const path of [pathname.slice(0, index), pathname.slice(0, index + 1)])
        document.cookie = `${pair.split('=', 1)[0]}=; path=${path}; max-age=0`
}
