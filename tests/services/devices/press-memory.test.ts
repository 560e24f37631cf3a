import { expect, test } from 'vitest'
import { createPressMemory } from '../../../src/services/devices/press-memory.ts'
import { recordingLog } from '../parts/recording-log.ts'

const clock = { at: 1_000_000 }
const now = () => clock.at

function storageOf(texts: Map<string, string>) {
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => texts.set(key, text),
    removeItem: (key) => texts.delete(key),
  }
  return { sessionStorage: storage as Storage }
}

test('a press is open after a reload until it has an outcome, or until its answer is overdue (OPEN-2)', () => {
  const texts = new Map<string, string>()
  const page = storageOf(texts)
  const memory = () => createPressMemory({ log: recordingLog(), now }, page)
  memory().keep('AV-02')
  expect([memory().isOpen('AV-02', 13_000), memory().isOpen('AV-03', 13_000)]).toEqual([true, false])
  clock.at += 12_999
  expect(memory().isOpen('AV-02', 13_000)).toBe(true)
  clock.at += 1
  expect(memory().isOpen('AV-02', 13_000)).toBe(false)
  memory().keep('AV-02')
  memory().drop('AV-02')
  expect([memory().isOpen('AV-02', 13_000), texts.size]).toEqual([false, 0])
  texts.set('opening:AV-02', 'x')
  expect(memory().isOpen('AV-02', 13_000)).toBe(false)
})

test('without session storage nothing is remembered and nothing fails', () => {
  const log = recordingLog()
  const page = {
    get sessionStorage(): Storage {
      throw new Error('denied')
    },
  }
  const memory = createPressMemory({ log, now }, page)
  memory.keep('AV-02')
  memory.drop('AV-02')
  expect(memory.isOpen('AV-02', 13_000)).toBe(false)
  expect(log.messages).toContain('Sem armazenamento da aba para as aberturas.')
})
