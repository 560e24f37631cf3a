import { expect, test } from 'vitest'
import { readInspectorLikes, storeInspectorLikes } from '../../../src/services/inspector/inspector-likes.ts'
import type { LocalData } from '../../../src/services/storage/local-data.ts'

function localData(): LocalData {
  const kept = new Map<string, string>()
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => kept.set(key, value),
    remove: (key) => kept.delete(key),
    clearLocalStorage: () => kept.clear(),
    clear: () => kept.clear(),
  }
}

test('a stored choice is restored, and invalid stored values are ignored (INS-1)', () => {
  const data = localData()
  expect(readInspectorLikes(data)).toEqual({ widths: {} })
  storeInspectorLikes(data, { widths: { tree: 412 } })
  storeInspectorLikes(data, { widths: { events: 500 } })
  storeInspectorLikes(data, { isGoingAlong: false, ignored: ['shell page.far'] })
  const stored = { widths: { tree: 412, events: 500 }, ignored: ['shell page.far'] }
  expect(readInspectorLikes(data)).toEqual({ ...stored, isGoingAlong: false })
  storeInspectorLikes(data, { isGoingAlong: true })
  expect(readInspectorLikes(data)).toEqual(stored)
  for (const key of ['inspectorTreeWidth', 'inspectorEventsWidth', 'inspectorIgnored']) data.write(key, 'wide')
  expect(readInspectorLikes(data)).toEqual({ widths: {} })
})
