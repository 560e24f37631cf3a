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
  expect(readInspectorLikes(data)).toEqual({})
  storeInspectorLikes(data, { treeWidth: 412 })
  storeInspectorLikes(data, { isGoingAlong: false })
  expect(readInspectorLikes(data)).toEqual({ treeWidth: 412, isGoingAlong: false })
  storeInspectorLikes(data, { isGoingAlong: true })
  expect(readInspectorLikes(data)).toEqual({ treeWidth: 412 })
  data.write('inspectorTreeWidth', 'wide')
  expect(readInspectorLikes(data)).toEqual({})
})
