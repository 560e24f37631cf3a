import { expect, test } from 'vitest'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditApi } from '../../../src/services/audit/audit-api.ts'
import type { AuditEntry } from '../../../src/services/audit/audit-entry.ts'
import { openAuditOutbox } from '../../../src/services/audit/audit-outbox.ts'
import { createMemoryAuditStore } from '../../../src/services/audit/memory-audit-store.ts'
import { CallError } from '../../../src/services/http/call-result.ts'
import { recordingLog } from '../parts/recording-log.ts'

const { signal } = new AbortController()
const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  at: '2026-01-02T03:04:05Z',
  wordCode: 'A',
  condominiumId: 'c1',
  kind: 'transition',
  cause: 'threshold',
  ...changes,
})

async function startOutbox(deliver: (records: readonly AuditRecord[]) => void) {
  let lastId = 0
  const open = async () => createMemoryAuditStore({ panelVersion: '1', newId: () => `id-${++lastId}` })
  const log = recordingLog()
  const api: AuditApi = {
    async deliver(_condominiumId, _userId, records) {
      deliver(records)
      return { accepted: records.map(({ id }) => id) }
    },
    list: async () => ({ records: [], nextCursor: null }),
  }
  const outbox = await openAuditOutbox(open, open, api, log)
  const deliverAll = async () => {
    while ((await outbox.deliver('u1', signal)) > 0);
  }
  return { outbox, deliverAll, log }
}

test('records go to the server by condominium in their order, commands and isolations apart', async () => {
  const batches: string[][] = []
  const { outbox, deliverAll } = await startOutbox((records) => batches.push(records.map(({ id }) => id)))
  await outbox.commit('u1', [
    entry({}),
    entry({ condominiumId: 'c2' }),
    entry({}),
    entry({ kind: 'command', cause: 'manual' }),
    entry({ kind: 'command', cause: 'manual' }),
    entry({ kind: 'isolation', cause: 'manual' }),
    entry({ kind: 'delete-step', cause: 'delete' }),
  ])
  await deliverAll()
  expect(batches).toEqual([['id-1', 'id-3'], ['id-2'], ['id-4', 'id-5'], ['id-6'], ['id-7']])
})

test('a server from before commands refuses them alone, and they stay here', async () => {
  const taken: string[] = []
  const { outbox, deliverAll, log } = await startOutbox((records) => {
    if (records.some(({ kind }) => kind === 'command')) throw new CallError('Registro inválido.', 422)
    taken.push(...records.map(({ kind }) => kind))
  })
  await outbox.commit('u1', [entry({ kind: 'command', cause: 'manual' }), entry({}), entry({ kind: 'reset' })])
  await deliverAll()
  expect(taken).toEqual(['transition', 'reset'])
  expect(await outbox.history('u1', 'A', 10)).toHaveLength(3)
  expect(log.messages).toHaveLength(1)
})
