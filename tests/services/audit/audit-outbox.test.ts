import { describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import type { DeliverAudit, DeliveryAnswer } from '../../../src/services/audit/audit-api.ts'
import type { AuditEntry } from '../../../src/services/audit/audit-entry.ts'
import { createAuditOutbox } from '../../../src/services/audit/audit-outbox.ts'
import { createMemoryAuditStore } from '../../../src/services/audit/memory-audit-store.ts'
import { CallError } from '../../../src/services/http/call-result.ts'
import { recordingLog } from '../parts/recording-log.ts'

const { signal } = new AbortController()
const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  at: '2026-01-02T03:04:05Z',
  wordCode: 'A',
  condominiumId: 'c1',
  kind: 'transition',
  cause: 'threshold',
  ...changes,
})
const command = entry({ kind: 'command', cause: 'manual' })
const refusal: DeliveryAnswer = { kind: 'refused', message: 'Registro inválido.' }
const idsOf = (records: readonly AuditRecord[]) => records.map(({ id }) => id)

/** `answer` throws or returns the server's answer; if it returns undefined, the server accepts all records. */
function startOutbox(answer: (records: readonly AuditRecord[]) => DeliveryAnswer | undefined) {
  let lastId = 0
  const store = createMemoryAuditStore({ panelVersion: '1', idOf: () => `id-${++lastId}` })
  const log = recordingLog()
  const batches: string[][] = []
  const taken: string[] = []
  const deliver: DeliverAudit = async (_condominiumId, _userId, records) => {
    batches.push(idsOf(records))
    const answered = answer(records) ?? { kind: 'accepted', ids: idsOf(records) }
    if (answered.kind === 'accepted') taken.push(...answered.ids)
    return answered
  }
  const outbox = createAuditOutbox(store, deliver, log)
  /** Repeats deliveries like the chart; resolves with the ids that are held back at the end. */
  const deliverAll = async () => {
    const heldBack: string[] = []
    for (;;) {
      const delivery = await outbox.deliver('u1', heldBack, signal)
      heldBack.push(...delivery.heldBack)
      if (delivery.done === 0 && delivery.heldBack.length === 0) return heldBack
    }
  }
  const left = async () => idsOf(await store.undelivered('u1', 100))
  return { outbox, deliverAll, left, batches, taken, log }
}

test('records are sent by condominium in their order, with commands and isolations in separate requests', async () => {
  const { outbox, deliverAll, batches } = startOutbox(() => undefined)
  await outbox.commit('u1', [
    entry(),
    entry({ condominiumId: 'c2' }),
    entry(),
    command,
    command,
    entry({ kind: 'isolation', cause: 'manual' }),
    entry({ kind: 'delete-step', cause: 'delete' }),
  ])
  await deliverAll()
  expect(batches).toEqual([['id-1', 'id-3'], ['id-2'], ['id-4', 'id-5'], ['id-6'], ['id-7']])
})

describe('records that the server refuses (EVI-8)', () => {
  test('a record of an unknown kind stays in the browser, and the following records are sent', async () => {
    const { outbox, deliverAll, left, taken, log } = startOutbox((records) =>
      records.some(({ kind }) => kind === 'command') ? refusal : undefined,
    )
    await outbox.commit('u1', [command, entry(), entry({ kind: 'reset' })])
    expect(await deliverAll()).toEqual([])
    expect(taken).toEqual(['id-2', 'id-3'])
    expect(await left()).toEqual([])
    expect(await outbox.history('u1', 'A', 10)).toHaveLength(3)
    expect(log.messages).toHaveLength(1)
  })

  test('a single refused record does not stop the other records of its delivery', async () => {
    const { outbox, deliverAll, left, taken, log } = startOutbox((records) =>
      idsOf(records).includes('id-6') ? refusal : undefined,
    )
    await outbox.commit('u1', Array(9).fill(entry()))
    expect(await deliverAll()).toEqual([])
    expect(taken.toSorted()).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5', 'id-7', 'id-8', 'id-9'])
    expect(await left()).toEqual([])
    expect(log.messages).toHaveLength(1)
  })
})

describe("answers that do not come from the server's own validation (EVI-8)", () => {
  test.each([400, 403, 404, 409, 422])(
    'a %i holds back the records of its condominium until another time',
    async (status) => {
      let isPassing = true
      const { outbox, deliverAll, left, taken } = startOutbox((records) => {
        if (isPassing && records[0]?.condominiumId === 'c1') throw new CallError('', status)
        return undefined
      })
      await outbox.commit('u1', [entry(), entry({ condominiumId: 'c2' }), entry()])
      expect(await deliverAll()).toEqual(['id-1', 'id-3'])
      expect(taken).toEqual(['id-2'])
      expect(await left()).toEqual(['id-1', 'id-3'])
      isPassing = false
      expect(await deliverAll()).toEqual([])
      expect(taken).toEqual(['id-2', 'id-1', 'id-3'])
      expect(await left()).toEqual([])
    },
  )

  test('a 413 makes the deliveries smaller, down to one record, which waits while the others are sent', async () => {
    const { outbox, deliverAll, left, taken } = startOutbox((records) => {
      if (records.length > 2 || idsOf(records).includes('id-1')) throw new CallError('', 413)
      return undefined
    })
    await outbox.commit('u1', Array(7).fill(entry()))
    expect(await deliverAll()).toEqual(['id-1'])
    expect(taken).toEqual(['id-2', 'id-3', 'id-4', 'id-5', 'id-6', 'id-7'])
    expect(await left()).toEqual(['id-1'])
  })

  test.each([null, 401, 408, 425, 429, 500, 502, 503])('%s ends the delivery for all its records', async (status) => {
    const { outbox, left, batches } = startOutbox(() => {
      throw new CallError('', status)
    })
    await outbox.commit('u1', [entry(), entry({ condominiumId: 'c2' })])
    await expect(outbox.deliver('u1', [], signal)).rejects.toMatchObject({ status })
    expect(batches).toEqual([['id-1']])
    expect(await left()).toEqual(['id-1', 'id-2'])
  })

  test('records that were accepted before a failed delivery are not sent again', async () => {
    const { outbox, left } = startOutbox((records) => {
      if (records.length > 1) throw new CallError('', 413)
      if (idsOf(records).includes('id-2')) throw new CallError('', null)
      return undefined
    })
    await outbox.commit('u1', [entry(), entry()])
    await expect(outbox.deliver('u1', [], signal)).rejects.toBeInstanceOf(CallError)
    expect(await left()).toEqual(['id-2'])
  })

  test('an answer that accepts only other records is an error', async () => {
    const { outbox, left } = startOutbox(() => ({ kind: 'accepted', ids: ['id-9'] }))
    await outbox.commit('u1', [entry()])
    await expect(outbox.deliver('u1', [], signal)).rejects.toMatchObject({ status: null })
    expect(await left()).toEqual(['id-1'])
  })

  test('an error of another kind is rethrown', async () => {
    const { outbox } = startOutbox(() => {
      throw new DOMException('', 'AbortError')
    })
    await outbox.commit('u1', [entry()])
    await expect(outbox.deliver('u1', [], signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
