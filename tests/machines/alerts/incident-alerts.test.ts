import { expect, test } from 'vitest'
import { callsOf } from '../../../src/machines/alerts/incident-alerts.ts'
import { ana, incidentOf } from '../../models/incidents/incident-fixtures.ts'

const nothing = { userId: 'me', unseen: [], knownIds: [], isolatedUntil: {} }
const since = '2026-03-02T09:01:00.000Z'

test('an incident alerts once when people are notified, and again when it is reopened (INC-6)', () => {
  expect(callsOf([incidentOf('i', { isTold: false })], nothing).addedIds).toEqual([])
  const first = callsOf([incidentOf('i')], nothing)
  expect(first.addedIds).toEqual(['i 0'])
  const more = callsOf([incidentOf('i', { failing: 3, version: 2 })], { ...nothing, ...first })
  expect(more.addedIds).toEqual([])
  expect(more.unseen).toMatchObject([{ id: 'i 0', incident: { failing: 3 } }])
  const over = callsOf([incidentOf('i', { life: 'resolved' })], { ...nothing, ...more })
  expect(over.unseen).toEqual([])
  expect(callsOf([incidentOf('i', { reopenings: 1 })], { ...nothing, ...over }).addedIds).toEqual(['i 1'])
})

test('a claimed or silenced incident does not alert, and neither does its release (INC-3, INC-4)', () => {
  const first = { ...nothing, ...callsOf([incidentOf('i')], nothing) }
  for (const life of ['claimed', 'silenced'] as const) {
    const taken = callsOf([incidentOf('i', { life, owner: ana })], first)
    expect(taken.unseen).toEqual([])
    expect(callsOf([incidentOf('i', { version: 3 })], { ...nothing, ...taken }).addedIds).toEqual([])
  }
})

test('incidents from before the start and of an isolated device do not alert', () => {
  const later = callsOf([incidentOf('i')], nothing, Date.parse(since) + 1)
  expect([later.addedIds, later.knownIds]).toEqual([[], ['i 0']])
  const isolated = { ...nothing, isolatedUntil: { W1: Number.POSITIVE_INFINITY } }
  expect(callsOf([incidentOf('i')], isolated).addedIds).toEqual([])
  expect(callsOf([incidentOf('i', { scope: 'condominium', wordCode: '' })], isolated).addedIds).toEqual(['i 0'])
})

test('an incident that was handed to the user alerts until the user answers, also if it is silenced (DESK-5)', () => {
  const passed = { by: ana, at: '2026-03-02T09:05:00.000Z' }
  const mine = incidentOf('i', { life: 'claimed', owner: { id: 'me', name: 'Rui' }, passed })
  const called = callsOf([mine], { ...nothing, knownIds: ['i 0'] })
  expect(called.unseen).toEqual([{ id: `i 0 ${passed.at}`, at: passed.at, incident: mine }])
  expect(callsOf([{ ...mine, life: 'silenced' }], nothing).addedIds).toEqual([`i 0 ${passed.at}`])
  expect(callsOf([{ ...mine, passed: null }], { ...nothing, ...called }).unseen).toEqual([])
  expect(callsOf([mine], { ...nothing, userId: 'other' }).addedIds, 'other people are not called').toEqual([])
  expect(callsOf([{ ...mine, life: 'closed', end: 'closed' }], nothing).addedIds).toEqual([])
})
