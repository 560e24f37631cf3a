import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSessionCookie } from '../../../src/services/session/session-cookie.ts'
import { isSessionKept } from '../../../src/services/session/session-hint.ts'
import { createSessionStore } from '../../../src/services/session/session-store.ts'
import { readUserRecord, writeUserRecord } from '../../../src/services/session/user-record.ts'
import { createLocalData } from '../../../src/services/storage/local-data.ts'
import { pageCookies as cookies } from '../../../src/services/storage/page-cookies.ts'
import { memoryStorage, stubDocument } from '../parts/browser-storage.ts'
import { recordingLog } from '../parts/recording-log.ts'

const now = Date.UTC(2126, 0, 15, 12)
const hourMs = 3_600_000
const user = {
  userId: 'u1',
  customersId: 'c1',
  condominiumsId: ['a'],
  permissions: ['device:write'],
  type: 'operator',
  name: 'Ana',
}
const session = { token: 'token-1', expiresAt: now + hourMs, remember: false, signedInAt: now }

let storage: Storage
let document: ReturnType<typeof stubDocument>
let log: ReturnType<typeof recordingLog>

beforeEach(() => {
  storage = memoryStorage()
  document = stubDocument()
  log = recordingLog()
  vi.stubGlobal('document', document)
})
afterEach(() => vi.unstubAllGlobals())

function store({ localStorage = storage, sessionStorage = memoryStorage(), secure = false, isShared = false } = {}) {
  const localData = createLocalData(log, { localStorage, sessionStorage, document })
  const cookie = createSessionCookie(log, { secure, isShared, now: () => now })
  return { ...createSessionStore(cookie, localData, log, { isShared, now: () => now }), localData }
}

describe('a stored session (SES-1, SES-7)', () => {
  test('is restored after a reload with its user', () => {
    store().store(session, user)
    expect(store().restore()).toEqual({ kind: 'stored', session, user, endsWithBrowser: false })
  })

  test.each(['forget', 'expire'] as const)('is detectable before the panel has loaded, until %s', (end) => {
    const kept = store()
    expect(isSessionKept(kept.localData)).toBe(false)
    kept.store(session, user)
    expect(isSessionKept(kept.localData)).toBe(true)
    kept[end]()
    expect(isSessionKept(kept.localData)).toBe(false)
  })

  test('is a cookie of the root path that ends with the session', () => {
    store({ secure: true }).store(session, user)
    expect(document.written.at(-1)).toMatch(
      /^session=.*; path=\/; sameSite=lax; secure; expires=Tue, 15 Jan 2126 13:00:00 GMT; max-age=3600$/i,
    )
    expect(JSON.parse(cookies.get('session') ?? '')).toEqual({
      token: 'token-1',
      expiration: '2126-01-15T13:00:00.000Z',
      remember: false,
    })
  })

  test('stores the user with the end and the remember flag', () => {
    store().store(session, user)
    expect(JSON.parse(storage.getItem('user') ?? '')).toMatchObject({
      ...user,
      expiration: '2126-01-15T13:00:00.000Z',
      remember: false,
    })
  })

  test('is deleted with its user and condominium on sign-out (SES-8)', () => {
    storage.setItem('condominium', '{}')
    store().store(session, user)
    store().forget()
    expect([cookies.get('session'), storage.getItem('user'), storage.getItem('condominium')]).toEqual([
      undefined,
      null,
      null,
    ])
  })
})

describe('on a shared computer (sharedComputer)', () => {
  test('a session without the remember flag is a cookie that the browser deletes when it closes', () => {
    store({ isShared: true }).store(session, user)
    expect(document.written.at(-1)).toMatch(/^session=.*; path=\/; sameSite=lax$/i)
    expect(store({ isShared: true }).restore()).toEqual({ kind: 'stored', session, user, endsWithBrowser: true })
  })

  test('the user and the condominium are deleted with the cookie, and no session is reported as expired', () => {
    storage.setItem('condominium', '{}')
    store({ isShared: true }).store(session, user)
    cookies.remove('session')
    expect(store({ isShared: true }).restore()).toEqual({ kind: 'absent' })
    expect([storage.getItem('user'), storage.getItem('condominium')]).toEqual([null, null])
  })

  test('a session with the remember flag is stored as on other computers', () => {
    store({ isShared: true }).store({ ...session, remember: true }, user)
    expect(document.written.at(-1)).toContain('max-age=3600')
    expect(store({ isShared: true }).restore()).toMatchObject({ kind: 'stored', endsWithBrowser: false })
    cookies.remove('session')
    expect(store({ isShared: true }).restore()).toEqual({ kind: 'expired' })
  })
})

describe('restoring a session on page load', () => {
  test('with no data gives absent', () => {
    expect(store().restore()).toEqual({ kind: 'absent' })
  })

  test('with a user without a cookie gives expired (SES-6)', () => {
    storage.setItem('user', JSON.stringify(user))
    expect(store().restore()).toEqual({ kind: 'expired' })
  })

  test('with an end in the past gives expired', () => {
    storage.setItem('user', JSON.stringify(user))
    cookies.set('session', JSON.stringify({ token: 't', expiration: new Date(now - 1).toISOString() }))
    expect(store().restore()).toEqual({ kind: 'expired' })
  })

  test.each([
    ['missing', undefined],
    ['no date', 'amanhã'],
    ['a number', 12],
  ])('with an expiration that is %s gives an hour from now (SES-2)', (_, expiration) => {
    storage.setItem('user', JSON.stringify(user))
    cookies.set('session', JSON.stringify({ token: 't', expiration, remember: 'yes' }))
    expect(store().restore()).toMatchObject({ session: { expiresAt: now + hourMs, remember: true } })
  })

  test.each(['garbage', '{"token":', '{"token":""}', '{"token":7}', '[]', 'null', '%7B'])(
    'with the unreadable cookie %s deletes the cookie and gives absent (SES-4)',
    (text) => {
      cookies.set('session', text)
      expect(store().restore()).toEqual({ kind: 'absent' })
      expect(cookies.get('session')).toBeUndefined()
    },
  )

  test('with a cookie without a user deletes the cookie and gives absent', () => {
    cookies.set('session', JSON.stringify({ token: 't' }))
    expect(store().restore()).toEqual({ kind: 'absent' })
    expect(cookies.get('session')).toBeUndefined()
  })

  test.each(['garbage', '{}', '{"userId":7,"customersId":"c"}', 'null'])(
    'with the user record %s gives absent',
    (text) => {
      storage.setItem('user', text)
      expect(store().restore()).toEqual({ kind: 'absent' })
      expect(log.messages).not.toEqual([])
    },
  )

  test('with one condominium id instead of a list gives a list of one (SES-7)', () => {
    storage.setItem('user', JSON.stringify({ ...user, condominiumsId: 'a', permissions: null }))
    expect(readUserRecord(store().localData, log)?.user).toMatchObject({ condominiumsId: ['a'], permissions: [] })
  })
})

describe('storage that refuses', () => {
  test.each(['full', 'forbidden'] as const)(
    'with %s local storage the session survives a reload of the tab, and the failure is logged (SES-1)',
    (refusal) => {
      const parts = { localStorage: memoryStorage(refusal), sessionStorage: memoryStorage() }
      store(parts).store(session, user)
      expect(store(parts).restore()).toEqual({ kind: 'stored', session, user, endsWithBrowser: false })
      store(parts).forget()
      expect(store(parts).restore()).toEqual({ kind: 'absent' })
      expect(log.messages.join()).toContain('Sem armazenamento local')
    },
  )

  test.each(['full', 'forbidden'] as const)(
    'with %s local and session storage nothing throws, and the failure is logged',
    (refusal) => {
      const broken = store({ localStorage: memoryStorage(refusal), sessionStorage: memoryStorage(refusal) })
      expect(() => broken.store(session, user)).not.toThrow()
      expect(broken.restore()).toEqual({ kind: 'absent' })
      expect(() => broken.forget()).not.toThrow()
      expect(log.messages.join()).toContain('Sem armazenamento local')
    },
  )

  test('clear() deletes all data including the cookies (VER-1)', () => {
    const { localData } = store()
    writeUserRecord(localData, user, session)
    cookies.set('a', '1')
    cookies.set('session', 'x')
    localData.clear()
    expect([storage.length, document.cookie]).toEqual([0, ''])
  })
})
