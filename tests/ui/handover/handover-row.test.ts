import { expect, test } from 'vitest'
import type { Handover } from '../../../contract/wire/answers/handovers.ts'
import { handoverFacts, noteText } from '../../../src/ui/handover/handover-row.tsx'
import { unconfirmedText } from '../../../src/ui/handover/unconfirmed-openings.tsx'
import { ana, incidentOf } from '../../models/incidents/incident-fixtures.ts'

const local = (day: number, hour: number, minute: number) => new Date(2026, 2, day, hour, minute).toISOString()
const rui = { id: 'u2', name: 'Rui' }
const given: Handover = {
  ...{ id: 'h', at: local(2, 19, 0), from: ana, to: rui, note: '', since: local(2, 7, 0), open: [], over: [] },
  ...{ inactive: [], notes: [], openings: { confirmed: 0, others: [] }, taken: ['i'] },
}

test('a row of a handover has clock times and names, whoever reads it (DESK-6)', () => {
  const claimed = incidentOf('i', { life: 'claimed', owner: ana, openedAt: local(2, 9, 1) })
  expect(handoverFacts(claimed, null)).toEqual(['Desde 02/03, 09:01', 'Ana está cuidando'])
  expect(handoverFacts(claimed, given)).toEqual(['Desde 02/03, 09:01', 'Ana está cuidando', 'Passou de Ana para Rui'])
  expect(handoverFacts({ ...claimed, id: 'another' }, given)).toHaveLength(2)
  expect(handoverFacts({ ...claimed, openSteps: ['Ver a câmera', 'Ligar'] }, null)).toContain(
    'Falta fazer: Ver a câmera; Ligar',
  )
})

test('a row of a handover contains each step and call with time, person and text (DESK-6, PROC-2)', () => {
  const note = { id: '1', incident: 'i', at: local(2, 2, 12), by: ana, to: null, until: null, step: 'Avisar o síndico' }
  expect(noteText({ ...note, act: 'call-unanswered', text: 'Síndico: Rui' }, { kind: 'door-forced' })).toBe(
    '02/03, 02:12: Ana ligou e ninguém atendeu: Avisar o síndico. “Síndico: Rui”',
  )
  expect(noteText({ ...note, act: 'step-done', text: '' }, { kind: 'door-forced' })).toBe(
    '02/03, 02:12: Ana fez: Avisar o síndico.',
  )
})

test('an opening without confirmation has time, person, outcome, and what the device stated later (DESK-6, OPEN-2)', () => {
  const opening = { at: local(2, 2, 20), by: ana, wordCode: 'P-1', name: '', condominiumId: 'c', condominiumName: '' }
  expect(unconfirmedText({ ...opening, outcome: 'refused', message: 'não aceitou.', acted: null })).toBe(
    '02/03, 02:20, Ana: O portão recusou: não aceitou.',
  )
  expect(unconfirmedText({ ...opening, outcome: 'unknown', message: '', acted: false })).toBe(
    '02/03, 02:20, Ana: Não sabemos se abriu: olhe o portão. Consultado depois, o dispositivo diz que não abriu.',
  )
})

test('a row of a handover has the end of a silence with person and reason, and how an incident ended (DESK-6)', () => {
  const silence = { until: local(3, 6, 0), reason: 'Obra', by: rui }
  expect(handoverFacts(incidentOf('i', { life: 'silenced', silence, openedAt: local(2, 9, 1) }), null)).toEqual([
    'Desde 02/03, 09:01',
    'Silenciado até 03/03, 06:00 por Rui: Obra',
  ])
  const over = { life: 'closed', end: 'closed', openedAt: local(2, 9, 1), resolvedAt: local(2, 9, 30) } as const
  expect(handoverFacts(incidentOf('i', { ...over, owner: ana, word: 'Cabo solto' }), null)).toEqual([
    'De 02/03, 09:01 a 02/03, 09:30',
    'Ana cuidou',
    'O que foi: Cabo solto',
  ])
})
