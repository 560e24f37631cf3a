import { expect, test } from 'vitest'
import { createLocalData } from '../../../src/services/storage/local-data.ts'
import { recordingLog } from '../parts/recording-log.ts'

/** A page with the cookies of a browser: by name and path, and visible only below that path. */
function pageAt(pathname: string, cookies: readonly [name: string, path: string][]) {
  const kept = new Map(cookies.map(([name, path]) => [`${name} ${path}`, { name, path }]))
  const isAbove = (path: string) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  const document = {
    location: { pathname },
    get cookie() {
      return [...kept.values()].flatMap(({ name, path }) => (isAbove(path) ? `${name}=1` : [])).join('; ')
    },
    set cookie(text: string) {
      const [, name, path] = /^(.*?)=; path=(.*); max-age=0$/.exec(text) ?? []
      kept.delete(`${name} ${path}`)
    },
  }
  const storage = { clear: () => {}, getItem: () => null }
  const page = { document, localStorage: storage, sessionStorage: storage } as unknown as Window
  return { page, left: () => [...kept.keys()] }
}

test('another version deletes all cookies that the page can see, of any path (VER-1)', () => {
  const { page, left } = pageAt('/devices/A-1/edit', [
    ['session', '/'],
    ['session', '/devices'],
    ['old', '/devices/'],
    ['old', '/devices/A-1'],
    ['old', '/devices/A-1/edit'],
    ['foreign', '/rest'],
  ])
  createLocalData(recordingLog(), page).clear()
  expect(left()).toEqual(['foreign /rest'])
})

/** Returns a storage that refuses new values while it is full. */
function storage() {
  const values = new Map<string, string>()
  const made = {
    isFull: false,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (made.isFull) throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  }
  return made
}

test('a value that does not fit into local storage survives the reload of its tab (SES-1)', () => {
  const [localStorage, sessionStorage] = [storage(), storage()]
  const page = { localStorage, sessionStorage, document: {} } as unknown as Window
  const log = recordingLog()
  const data = () => createLocalData(log, page)
  data().write('user', 'first')
  localStorage.isFull = true
  data().write('user', 'second')
  expect(data().read('user')).toBe('second')
  expect(log.messages).toEqual(['Sem armazenamento local (user).'])
  localStorage.isFull = false
  data().write('user', 'third')
  expect([data().read('user'), sessionStorage.getItem('user')]).toEqual(['third', null])
  localStorage.isFull = true
  data().write('user', 'fourth')
  data().remove('user')
  expect(data().read('user')).toBeNull()
})
