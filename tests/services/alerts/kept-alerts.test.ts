import { afterEach, expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { alerts } from '../../../src/composition/charts/signed-in/alerts.ts'
import { createAlertKeeper } from '../../../src/services/alerts/alert-keeper.ts'
import type { HttpClient } from '../../../src/services/http/http-client.ts'
import { userRecordKey } from '../../../src/services/session/session-hint.ts'
import { writeUserRecord } from '../../../src/services/session/user-record.ts'
import { createLocalData } from '../../../src/services/storage/local-data.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'
import { memoryStorage, stubDocument } from '../parts/browser-storage.ts'
import { recordingLog } from '../parts/recording-log.ts'

afterEach(() => vi.unstubAllGlobals())

const unseen = { id: 'i1 0', at: '2026-03-02T09:01:00.000Z', incident: incidentOf('i1') }

test.each([
  ['are kept if the panel reloads the page or restarts the chart', 'u1', [unseen]],
  ['are deleted with the session', '', []],
])('unseen alerts %s (ALERT-1, BOOT-4)', (_, personAtTheEnd, kept) => {
  const log = recordingLog()
  const sessionStorage = memoryStorage()
  vi.stubGlobal('sessionStorage', sessionStorage)
  vi.stubGlobal('navigator', {})
  const localData = createLocalData(log, { localStorage: memoryStorage(), sessionStorage, document: stubDocument() })
  const user = { userId: 'u1', customersId: 'k1', condominiumsId: [], permissions: [], type: '', name: 'Ana' }
  writeUserRecord(localData, user, { expiresAt: Date.now() + 3_600_000, remember: false, signedInAt: Date.now() })
  const { keeper } = alerts({ log, localData, now: Date.now, http: {} as HttpClient }).implementations.actors
  if (keeper === undefined || 'src' in keeper) throw new Error('no keeper')
  const running = createActor(keeper, { input: { userId: 'u1' } }).start()
  running.send({ type: 'unseen.changed', alerts: [unseen], seenIds: ['i2 0'] })
  if (personAtTheEnd === '') localData.remove(userRecordKey)
  running.stop()
  expect(createAlertKeeper('u1', log).read()).toEqual(kept)
  expect(createAlertKeeper('u1', log).readSeen()).toEqual(kept.map(() => 'i2 0'))
})

test('alerts that were seen before a reload are reported as seen (ALERT-1)', async () => {
  const log = recordingLog()
  const sessionStorage = memoryStorage()
  vi.stubGlobal('sessionStorage', sessionStorage)
  vi.stubGlobal('navigator', {})
  const localData = createLocalData(log, { localStorage: memoryStorage(), sessionStorage, document: stubDocument() })
  createAlertKeeper('u1', log).keep([], ['e1'])
  const received: unknown[] = []
  const { keeper } = alerts({ log, localData, now: Date.now, http: {} as HttpClient }).implementations.actors
  if (keeper === undefined || 'src' in keeper) throw new Error('no keeper')
  const parent = createActor(
    setup({ actors: { keeper } }).createMachine({
      invoke: { src: 'keeper', input: { userId: 'u1' } },
      on: { '*': { actions: ({ event }) => received.push(event) } },
    }),
  ).start()
  parent.stop()
  expect(received).toContainEqual({ type: 'alerts.seenElsewhere', ids: ['e1'] })
})
