import { expect, test } from 'vitest'
import { readHandoverNote, storeHandoverNote } from '../../../src/services/handover/handover-note.ts'
import type { LocalData } from '../../../src/services/storage/local-data.ts'

function storage() {
  const items = new Map<string, string>()
  return {
    read: (key: string) => items.get(key) ?? null,
    write: (key: string, value: string) => {
      items.set(key, value)
    },
    remove: (key: string) => {
      items.delete(key)
    },
    clearLocalStorage: () => items.clear(),
    clear: () => items.clear(),
    items,
  } satisfies LocalData & { items: Map<string, string> }
}

test('each person has an own unsent note, and an empty note leaves nothing behind (INC-7)', () => {
  const localData = storage()
  storeHandoverNote(localData, 'ana', 'Portão da garagem rangendo.')
  storeHandoverNote(localData, 'rui', 'Chave na portaria.')
  expect(readHandoverNote(localData, 'ana')).toBe('Portão da garagem rangendo.')
  storeHandoverNote(localData, 'ana', '')
  expect(readHandoverNote(localData, 'ana')).toBe('')
  expect(readHandoverNote(localData, 'rui')).toBe('Chave na portaria.')
  expect(localData.items.size).toBe(1)
})
