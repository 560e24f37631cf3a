import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CookieSession, SessionCookie } from '../../../src/services/session/session-cookie.ts'
import { openSessionTabs, type SessionChange, type SessionTabs } from '../../../src/services/session/session-tabs.ts'
import { createLocalData } from '../../../src/services/storage/local-data.ts'
import { eventually } from '../../eventually.ts'
import { memoryStorage, stubDocument } from '../parts/browser-storage.ts'
import { recordingLog } from '../parts/recording-log.ts'

const session = { token: 'token-1', expiresAt: 5_000, remember: false }
const opened: SessionTabs[] = []

type StorageListener = (event: { key: string; newValue: string }) => void
const storageListeners: StorageListener[] = []

afterEach(() => {
  for (const tabs of opened.splice(0)) tabs.close()
  storageListeners.length = 0
  vi.unstubAllGlobals()
})

/** A tab with its own cookie and storage, which simulates a process that shows the writes of others late. */
function openTab() {
  let kept: CookieSession | null = null
  const cookie: SessionCookie = {
    read: () => kept,
    write: (written) => {
      kept = written
    },
    remove: () => {
      kept = null
    },
  }
  const localStorage = memoryStorage()
  const own = storageListeners.length
  const { setItem } = localStorage
  localStorage.setItem = (key, newValue) => {
    setItem(key, newValue)
    for (const listener of storageListeners.toSpliced(own, 1)) listener({ key, newValue })
  }
  const localData = createLocalData(recordingLog(), {
    localStorage,
    sessionStorage: memoryStorage(),
    document: stubDocument(),
  })
  const received: { change: SessionChange; session: CookieSession | null; record: string | null }[] = []
  const tabs = openSessionTabs({ cookie, localData }, (change) =>
    received.push({ change, session: cookie.read(), record: localData.read('user') }),
  )
  opened.push(tabs)
  return { tabs, cookie, localData, received }
}

describe.each(['BroadcastChannel', 'the storage event'])('over %s (SES-10)', (wire) => {
  test('a tab that receives a sign-in has the session in its own cookie and storage, and after a sign-out it has neither', async () => {
    if (wire === 'the storage event') {
      vi.stubGlobal('BroadcastChannel', undefined)
      vi.stubGlobal('addEventListener', (_: string, listener: StorageListener) => storageListeners.push(listener))
      vi.stubGlobal('removeEventListener', () => {})
    }
    const first = openTab()
    const second = openTab()
    first.cookie.write(session)
    first.localData.write('user', '{"userId":"u1"}')
    first.tabs.announce('signedIn')
    first.cookie.remove()
    first.localData.remove('user')
    first.tabs.announce('signedOut')
    await eventually(() =>
      expect(second.received).toEqual([
        { change: 'signedIn', session, record: '{"userId":"u1"}' },
        { change: 'signedOut', session: null, record: null },
      ]),
    )
  })
})

test.each([null, 'signedIn', { change: 'signedIn' }, { change: 'grew', session: null, record: null }])(
  'the invalid message %j is ignored',
  async (message) => {
    const { received, tabs } = openTab()
    const stranger = new BroadcastChannel('guarita:session')
    const witness = openTab()
    stranger.postMessage(message)
    tabs.announce('expired')
    await eventually(() => expect(witness.received.map(({ change }) => change)).toEqual(['expired']))
    expect(received).toEqual([])
    stranger.close()
  },
)
