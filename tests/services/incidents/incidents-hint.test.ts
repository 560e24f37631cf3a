import { expect, test } from 'vitest'
import { hadNoIncidents, keepIncidentsHint } from '../../../src/services/incidents/incidents-hint.ts'
import { createLocalData } from '../../../src/services/storage/local-data.ts'
import { memoryStorage, stubDocument } from '../parts/browser-storage.ts'
import { recordingLog } from '../parts/recording-log.ts'

test('the hint about missing incidents is stored per server, and removed when the server offers them (BOOT-2)', () => {
  const localStorage = memoryStorage()
  const localData = createLocalData(recordingLog(), {
    localStorage,
    sessionStorage: memoryStorage(),
    document: stubDocument(),
  })
  expect(hadNoIncidents(localData, '/rest')).toBe(false)
  keepIncidentsHint(localData, '/rest', true)
  expect(localStorage).toHaveLength(0)
  keepIncidentsHint(localData, '/rest', false)
  expect(hadNoIncidents(localData, '/rest')).toBe(true)
  expect(hadNoIncidents(localData, 'https://other.test/rest')).toBe(false)
  keepIncidentsHint(localData, '/rest', true)
  expect(hadNoIncidents(localData, '/rest')).toBe(false)
})
