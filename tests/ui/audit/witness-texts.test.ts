import { expect, test } from 'vitest'
import { auditMarkTexts } from '../../../contract/evidence/audit-marks.ts'
import { auditMarks, type StoredRecord } from '../../../contract/wire/answers/audit.ts'
import { declaredText, marksText, seenText } from '../../../src/ui/audit/witness-texts.ts'

const at = new Date(2026, 10, 22, 10, 30, 5)
const record = (changes: Partial<StoredRecord> = {}): StoredRecord => ({
  ...{ id: 'r1', sequence: 1, at: at.toISOString(), wordCode: 'A', condominiumId: 'c1', userId: 'u1' },
  ...{ kind: 'transition', cause: 'threshold', panelVersion: '1', ...changes },
})
const received = (ms: number) => record({ receivedAt: new Date(at.getTime() + ms).toISOString() })

test('a record has its source, the time of its receipt and its delay if it is long (EVI-2)', () => {
  expect(declaredText(record())).toBe('Declarado pelo painel')
  expect(declaredText(received(2_000))).toBe('Declarado pelo painel, recebido às 10:30:07')
  expect(declaredText(received(-2_000))).toBe('Declarado pelo painel, recebido às 10:30:03')
  expect(declaredText(received(2 * 60_000))).toBe('Declarado pelo painel, recebido às 10:32:05, 2 minutos depois')
  expect(declaredText(received(50 * 3_600_000))).toBe('Declarado pelo painel, recebido em 24/11, 12:30, 2 dias depois')
})

test('a record shows what the server saw of the same call (EVI-2)', () => {
  const seen = { seq: 7, at: at.toISOString(), ok: true }
  expect(seenText(record())).toBe('')
  expect(seenText(record({ seen }))).toBe('Visto pelo servidor às 10:30:05: o dispositivo respondeu')
  expect(seenText(record({ seen: { ...seen, ok: false } }))).toBe(
    'Visto pelo servidor às 10:30:05: o dispositivo não confirmou',
  )
})

test('every mark has a text (EVI-2)', () => {
  expect(marksText(record())).toEqual([])
  expect(marksText(record({ marks: [...auditMarks] }))).toEqual(Object.values(auditMarkTexts))
})
