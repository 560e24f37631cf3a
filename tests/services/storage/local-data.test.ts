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
  const storage = { clear: () => {} }
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
