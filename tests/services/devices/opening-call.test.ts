import { expect, test } from 'vitest'
import type { OpeningAnswer } from '../../../contract/devices/opening.ts'
import { sendOpening } from '../../../src/composition/children/opening-call.ts'
import type { DeviceAnswer } from '../../../src/services/devices/device-answer.ts'
import type { DeviceCall } from '../../../src/services/devices/device-control-api.ts'

const request = {
  target: { wordCode: 'AV-02', condominiumId: 'c1' },
  ...{ userId: 'u1', key: 'chave', deadline: '2026-03-02T09:00:08.000Z', reason: 'Entrega' },
}

/** Runs an opening whose call gets this answer. Resolves to the outcome and the calls. */
async function endOf(answer: DeviceAnswer<OpeningAnswer>) {
  const calls: unknown[] = []
  const call = (async (route: { path: string }, options: object) => {
    calls.push({ path: route.path, ...options })
    return answer
  }) as unknown as DeviceCall
  const { signal } = new AbortController()
  return { end: await sendOpening(call, request, { signal, now: () => 7 }), calls }
}

const failed = { kind: 'failed', failure: 'status', message: 'x', retryAfterMs: null } as const
const rejected = { kind: 'rejected', message: 'Não.', fields: {} } as const

test('an opening is one call with key, deadline and reason, and its outcome is the statement of the server (OPEN-1)', async () => {
  const at = '2026-03-02T09:00:01.000Z'
  for (const outcome of ['opened', 'refused', 'unsent', 'unknown'] as const) {
    const { end, calls } = await endOf({ kind: 'answered', data: { outcome, at, message: 'm' } })
    expect(end).toEqual({ outcome, at: Date.parse(at), message: 'm' })
    expect(calls).toMatchObject([
      {
        path: '/device/open/:userId/:wordCode',
        params: { userId: 'u1', wordCode: 'AV-02' },
        body: { deadline: request.deadline, reason: 'Entrega' },
        idempotencyKey: 'chave',
      },
    ])
  }
})

test.each<[string, DeviceAnswer<OpeningAnswer>, object]>([
  ['no network', { kind: 'unsent', message: 'x' }, { outcome: 'unsent', message: 'este computador está sem rede.' }],
  ['401', { kind: 'unauthorized' }, { outcome: 'unsent' }],
  ['409', { ...rejected, status: 409 }, { outcome: 'unsent', message: 'Não.' }],
  ['429', { ...failed, status: 429 }, { outcome: 'unsent', message: 'x' }],
  ['422 for the reason', { ...rejected, status: 422, fields: { reason: 'r' } }, { outcome: 'reasonMissing' }],
  ['an invalid body', { ...rejected, status: 200 }, { outcome: 'unknown' }],
  ['503', { ...failed, status: 503 }, { outcome: 'unknown' }],
  ['408', { ...failed, status: 408 }, { outcome: 'unknown' }],
  ['no response', { ...failed, failure: 'noResponse', status: null }, { outcome: 'unknown' }],
  ['a busy server', { kind: 'notAsked', wasSent: false, message: 'x', retryAfterMs: null }, { outcome: 'unknown' }],
])('an opening that is answered by %s is never shown as opened (OPEN-2)', async (_, answer, expected) => {
  expect((await endOf(answer)).end).toMatchObject(expected)
})
