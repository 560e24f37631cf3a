import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../src/services/audit/audit-entry.ts'
import { createEntryIds } from '../../../src/services/audit/entry-ids.ts'

const entry = (): AuditEntry => ({
  at: '2026-01-02T03:04:05Z',
  wordCode: 'A',
  condominiumId: 'c1',
  kind: 'transition',
  cause: 'threshold',
})

test('an entry keeps its id, and an equal entry gets another id (EVI-8)', () => {
  let last = 0
  const idOf = createEntryIds(() => `id-${++last}`)
  const [one, other] = [entry(), entry()]
  expect([one, other, one, other].map(idOf)).toEqual(['id-1', 'id-2', 'id-1', 'id-2'])
  expect(idOf({ ...entry(), id: 'own' })).toBe('own')
})
