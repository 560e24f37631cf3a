import { expect, test } from 'vitest'
import { wearTypeface } from '../../../src/services/theme/typeface.ts'

function browser(faces: () => Promise<FontFace[]>) {
  const stored = new Map<string, string>()
  const tasks: (() => Promise<unknown>)[] = []
  return {
    stored,
    /** One load of the panel: the class names that the root gets immediately. */
    load() {
      const worn = new Set<string>()
      const root = { classList: { add: (name: string) => worn.add(name) } } as unknown as Element
      const localData = {
        read: (key: string) => stored.get(key) ?? null,
        write: (key: string, value: string) => void stored.set(key, value),
      }
      wearTypeface(root, { localData, fonts: { load: faces }, later: (task) => tasks.push(task) })
      return worn
    },
    idle: () => Promise.allSettled(tasks.splice(0).map((task) => task())),
  }
}

const arrives = async () => [{} as FontFace]

test('the typeface is loaded when the browser is idle, and used from the next page load on', async () => {
  const { load, idle } = browser(arrives)
  expect(load()).toEqual(new Set())
  expect(load()).toEqual(new Set())
  await idle()
  expect(load()).toEqual(new Set(['typeface']))
})

test.each([
  ['fails to load', () => Promise.reject(new Error('offline'))],
  ['is unknown to the browser', async () => []],
])('a typeface that %s is not used', async (_, faces) => {
  const { load, idle, stored } = browser(faces)
  load()
  await idle()
  expect(load()).toEqual(new Set())
  expect(stored.size).toBe(0)
})
