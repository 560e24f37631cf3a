import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOpenRequest, readPushMessage } from '../../../src/services/push/push-message.ts'

const origin = 'https://guarita.test'
const now = Date.parse('2026-03-02T09:00:00Z')
const read = (payload: unknown) => readPushMessage(payload, origin, now)

test('a push message is read in the form that the SDK passes to a page (PUSH-2)', () => {
  const payload = { messageId: 'm1', from: '1', notification: { title: 'Porta', body: 'forçada' }, data: { a: '1' } }
  expect(read(payload)).toEqual({
    id: 'm1',
    title: 'Porta',
    body: 'forçada',
    data: { a: '1' },
    createdAt: '2026-03-02T09:00:00.000Z',
    path: '/notifications',
  })
})

test('missing texts are empty, and a missing id is the time of arrival (PUSH-2)', () => {
  expect(read({})).toMatchObject({ id: `${now}`, title: '', body: '', data: {} })
  expect(read({ fcmMessageId: 'm1', notification: null, data: null })).toMatchObject({ id: 'm1', title: '', data: {} })
})

describe('the address that a push message opens', () => {
  test.each([
    [{ fcmOptions: { link: `${origin}/audit?kind=reset` } }, '/audit?kind=reset'],
    [{ fcmOptions: { link: '/health' } }, '/health'],
    [{ fcmOptions: { link: 'https://evil.test/' } }, '/notifications'],
    [{ fcmOptions: { link: '//evil.test/' } }, '/notifications'],
    [{ fcmOptions: { link: `${origin}//evil.test/` } }, '/notifications'],
    [{ fcmOptions: { link: 'javascript:alert(1)' } }, '/notifications'],
    [{ fcmOptions: { link: 'http://[' }, data: { wordCode: 'AB-1' } }, '/devices/AB-1'],
    [{ data: { wordCode: 'AB-1' } }, '/devices/AB-1'],
    [{ data: { wordCode: '../login' } }, '/notifications'],
    [{ data: { incidentId: 'i-1', wordCode: 'AB-1' }, fcmOptions: { link: '/health' } }, '/incidents/i-1'],
    [{ data: { incidentId: '../login', wordCode: 'AB-1' } }, '/devices/AB-1'],
    [{ data: { incidentId: '' } }, '/notifications'],
    [{ data: { wordCode: 7 } }, '/notifications'],
  ])('for %j is %s', (payload, path) => {
    expect(read(payload)?.path).toBe(path)
  })
})

test.each([null, undefined, 7, 'text', [], { notification: 'text' }, { notification: { title: {} } }, { data: 'x' }])(
  '%j is not a push message (HTTP-7)',
  (payload) => {
    expect(read(payload)).toBeNull()
  },
)

test('any payload is read or dropped, and its path stays within the panel', () => {
  const field = fc.option(fc.oneof(fc.string(), fc.webUrl(), fc.anything()), { nil: undefined })
  const payload = fc.record({
    messageId: field,
    notification: fc.oneof(field, fc.record({ title: field, body: field })),
    data: fc.oneof(field, fc.record({ wordCode: field, incidentId: field })),
    fcmOptions: fc.oneof(field, fc.record({ link: field })),
  })
  fc.assert(
    fc.property(fc.oneof(payload, fc.anything()), (any) => {
      const message = read(any)
      if (message === null) return
      expect(new URL(message.path, origin).origin).toBe(origin)
      expect([message.id, message.title, message.body].map((each) => typeof each)).toEqual(Array(3).fill('string'))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [
    { type: 'push.open', path: '/devices/AB-1' },
    { type: 'push.open', path: '/devices/AB-1' },
  ],
  [{ type: 'push.open', path: '//evil.test' }, null],
  [{ type: 'push.open', path: 'https://evil.test' }, null],
  [{ isFirebaseMessaging: true }, null],
  [null, null],
])('the worker message %j gives the open request %j', (message, request) => {
  expect(readOpenRequest(message)).toEqual(request)
})
