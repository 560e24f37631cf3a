import { setMaxListeners } from 'node:events'
import { vi } from 'vitest'
import type { ServerOfShift } from './server-of-shift.ts'

/** The browser features that the panel uses outside its views: one visible, signed-in tab, with or without network. */
export function openBrowser(server: ServerOfShift) {
  const page = new EventTarget()
  const navigator = { onLine: true, userAgent: 'test' }
  const jar = new Map<string, string>()
  const html = { documentElement: { dataset: {} } }
  const document = Object.assign(new EventTarget(), html, { visibilityState: 'visible', title: '' })
  Object.defineProperty(document, 'cookie', {
    get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (text: string) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      jar.set(name, value)
    },
  })
  // Views that are loaded several times listen several times.
  setMaxListeners(0, page, document)
  const location = {
    href: 'http://guarita/dashboard',
    origin: 'http://guarita',
    protocol: 'http:',
    search: '',
    reload() {},
  }
  const localStorage = storage()
  const sessionStorage = storage()
  const ends = { expiration: new Date(Date.now() + 24 * 3_600_000).toISOString(), remember: false }
  const user = {
    userId: 'porteiro',
    customersId: 'cliente',
    permissions: ['device:write'],
    type: 'operator',
    name: 'Porteiro',
  }
  localStorage.setItem('user', JSON.stringify({ ...user, ...ends, signedInAt: Date.now() }))
  jar.set('session', encodeURIComponent(JSON.stringify({ token: 'token', ...ends })))
  const listening = {
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
  }
  const globals = {
    document,
    navigator,
    location,
    localStorage,
    sessionStorage,
    ...listening,
    scrollY: 0,
    getComputedStyle: () => ({ fontSize: '16px' }),
    matchMedia: () => Object.assign(new EventTarget(), { matches: true }),
    BroadcastChannel: undefined,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('window', { ...globals, indexedDB: undefined })
  vi.stubGlobal('fetch', server.fetch)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const aborting = new AbortController()
    setTimeout(() => aborting.abort(new DOMException('', 'TimeoutError')), ms)
    return aborting.signal
  })
  return {
    /** Switches the network on or off, with the events of the browser. */
    setOnline(isOnline: boolean): void {
      if (navigator.onLine === isOnline) return
      navigator.onLine = isOnline
      page.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
    },
  }
}

function storage() {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (at: number) => [...values.keys()][at] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  }
}
