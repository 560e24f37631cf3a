import { expect, test } from 'vitest'
import { readCommentDraft, storeCommentDraft } from '../../../src/services/incidents/comment-drafts.ts'
import { removeCommentDrafts } from '../../../src/services/incidents/comment-drafts-end.ts'
import { createLocalData } from '../../../src/services/storage/local-data.ts'
import { memoryStorage, stubDocument } from '../parts/browser-storage.ts'
import { recordingLog } from '../parts/recording-log.ts'

function drafts() {
  const localStorage = memoryStorage()
  const localData = createLocalData(recordingLog(), {
    localStorage,
    sessionStorage: memoryStorage(),
    document: stubDocument(),
  })
  return {
    localStorage,
    read: (person: string, incident: string) => readCommentDraft(localData, person, incident),
    store: (person: string, incident: string, text: string) => storeCommentDraft(localData, person, incident, text),
    removeOf: (person: string) => removeCommentDrafts(localData, person),
  }
}

test('each person has an own unsent comment for each incident, and a sent one leaves nothing behind (DESK-2)', () => {
  const { localStorage, read, store } = drafts()
  store('ana', 'i1', 'Liguei.')
  store('ana', 'i2', 'Fui ao local.')
  store('rui', 'i1', 'Ninguém atende.')
  expect([read('ana', 'i1'), read('ana', 'i2'), read('rui', 'i1'), read('rui', 'i2')]).toEqual([
    'Liguei.',
    'Fui ao local.',
    'Ninguém atende.',
    '',
  ])
  store('ana', 'i1', '')
  store('ana', 'i2', '')
  expect([read('ana', 'i1'), read('rui', 'i1'), localStorage.length]).toEqual(['', 'Ninguém atende.', 1])
})

test('the end of the session removes the comments of the person, and of no other (DESK-2)', () => {
  const { read, store, removeOf } = drafts()
  store('ana', 'i1', 'Liguei.')
  store('rui', 'i1', 'Ninguém atende.')
  removeOf('ana')
  expect([read('ana', 'i1'), read('rui', 'i1')]).toEqual(['', 'Ninguém atende.'])
})

test('the newest 50 comments are kept, and unreadable data counts as none (DESK-2)', () => {
  const { localStorage, read, store } = drafts()
  for (let at = 0; at <= 50; at += 1) store('ana', `i${at}`, 'Liguei.')
  expect([read('ana', 'i0'), read('ana', 'i1'), read('ana', 'i50')]).toEqual(['', 'Liguei.', 'Liguei.'])
  localStorage.setItem('guarita:incident-comments:ana', '{')
  expect(read('ana', 'i1')).toBe('')
})
