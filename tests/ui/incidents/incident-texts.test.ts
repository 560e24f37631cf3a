import { expect, test } from 'vitest'
import { callingAmong, silencedAmong, worstFirst } from '../../../contract/incidents/incident-order.ts'
import { type IncidentNote, incidentActs } from '../../../contract/wire/answers/incident-story.ts'
import { incidentEnds } from '../../../contract/wire/answers/incidents.ts'
import { silenceEnd, silenceSpans } from '../../../src/machines/incidents/silence-spans.ts'
import {
  incidentSentences,
  incidentStatus,
  incidentTone,
  ownerText,
  silenceText,
} from '../../../src/ui/incidents/incident-texts.ts'
import { actionsFor } from '../../../src/ui/incidents/open/action-choices.ts'
import { noteSentence } from '../../../src/ui/incidents/open/note-texts.ts'
import { ana, incidentOf } from '../../models/incidents/incident-fixtures.ts'

const now = Date.parse('2026-03-02T09:05:00.000-03:00')
const hourMs = 3_600_000
const silence = { until: new Date(now + hourMs).toISOString(), reason: 'Técnico no local.', by: ana }

test('an alarm has the rank of its kind: as a forced door, as a device, or as a held-open gate (EVT-1)', () => {
  const alarm = (rank: 'urgent' | 'important' | 'normal') =>
    incidentOf(rank, { kind: 'alarm', alarm: { code: 'E130', name: 'Intrusão', rank }, sequence: 9 })
  const others = [
    incidentOf('gate', { kind: 'gate-held-open', sequence: 1 }),
    incidentOf('device', { sequence: 1 }),
    incidentOf('address', { scope: 'address', sequence: 1 }),
    incidentOf('door', { kind: 'door-forced', sequence: 1 }),
  ]
  const shown = worstFirst([alarm('normal'), ...others, alarm('important'), alarm('urgent')])
  expect(shown.map(({ id }) => id)).toEqual(['door', 'urgent', 'address', 'device', 'important', 'gate', 'normal'])
})

test('unclaimed incidents come first, then by scope, then the oldest; silenced ones are last (INC-1, DESK-1)', () => {
  const shown = worstFirst([
    incidentOf('claimed service', { scope: 'service', life: 'claimed', owner: ana }),
    incidentOf('gate', { kind: 'gate-held-open' }),
    incidentOf('silenced service', { scope: 'service', life: 'silenced', silence }),
    incidentOf('newer device', { sequence: 2, since: '2026-03-02T08:02:00.000Z' }),
    incidentOf('device', { sequence: 1 }),
    incidentOf('claimed device', { life: 'claimed', owner: ana, sequence: 0 }),
    incidentOf('some', { scope: 'devices' }),
    incidentOf('address', { scope: 'address' }),
    incidentOf('condominium', { scope: 'condominium' }),
    incidentOf('door', { kind: 'door-forced' }),
    incidentOf('service', { scope: 'service' }),
  ])
  expect(shown.map(({ id }) => id)).toEqual([
    'service',
    'door',
    'condominium',
    'address',
    'some',
    'device',
    'newer device',
    'gate',
    'claimed service',
    'claimed device',
    'silenced service',
  ])
})

test('counts and headlines regard new and claimed incidents, not silenced and ended ones (DESK-1)', () => {
  const lives = ['new', 'claimed', 'silenced', 'resolved', 'closed', 'merged'] as const
  const calling = callingAmong(lives.map((life) => incidentOf(life, { life })))
  expect(calling.map(({ id }) => id)).toEqual(['new', 'claimed'])
})

test('an incident has its age from its first fact (STATE-7), and its condominium if the sentence does not name it', () => {
  const openedAt = new Date(now - 4 * 60_000).toISOString()
  expect(incidentStatus(incidentOf('i', { openedAt }), now, null)).toBe(
    'Catraca Torre A está sem contato: parece desligada ou sem rede. Edifício Água Viva, há 4 minutos.',
  )
  expect(incidentStatus(incidentOf('i', { openedAt, condominiumId: 'c1' }), now, 'c1')).toMatch(/\. Há 4 minutos\.$/)
  const whole = incidentOf('i', { openedAt, scope: 'condominium', ip: '', failing: 3, devices: 3 })
  expect(incidentStatus(whole, now, null)).toBe(
    'Edifício Água Viva inteiro está sem contato: energia ou internet do condomínio. Há 4 minutos.',
  )
})

test('an incident is red only while no person takes care of it', () => {
  expect(incidentTone(incidentOf('i'))).toBe('bad')
  expect(incidentTone(incidentOf('i', { life: 'claimed', owner: ana }))).toBe('warn')
  expect(incidentTone(incidentOf('i', { life: 'silenced', silence }))).toBe('neutral')
  expect(incidentTone(incidentOf('i', { life: 'resolved', end: 'recovered' }))).toBe('ok')
  expect(incidentTone(incidentOf('i', { life: 'merged', end: 'merged' }))).toBe('neutral')
})

test('an incident has texts for its owner and for the end of its silence (INC-3, INC-4)', () => {
  expect(ownerText({ passed: null, owner: null, end: null }, 'u2')).toBe('')
  expect(ownerText({ passed: null, owner: ana, end: null }, 'u2')).toBe('Ana está cuidando')
  expect(ownerText({ passed: null, owner: ana, end: null }, ana.id)).toBe('Você está cuidando')
  const passed = { by: { id: 'u9', name: 'Rui' }, at: '2026-03-02T09:05:00.000Z' }
  expect(ownerText({ passed, owner: ana, end: null }, ana.id)).toBe('Rui passou para você')
  expect(ownerText({ passed, owner: ana, end: null }, 'u9')).toBe('Você passou para Ana, ainda sem resposta')
  expect(silenceText({ silence: null }, now)).toBe('')
  expect(silenceText({ silence }, now)).toBe('Silenciado até 10:05')
})

test.each(incidentEnds)('no person takes care of an incident that ended as "%s"', (end) => {
  expect(ownerText({ passed: null, owner: ana, end }, 'u2')).toBe('Ana cuidou')
  expect(ownerText({ passed: null, owner: ana, end }, ana.id)).toBe('Você cuidou')
})

test('a person may take the actions that the chart of the incident accepts (INC-2)', () => {
  expect(actionsFor(incidentOf('i'), ana.id)).toEqual(['claim', 'silence', 'comment'])
  const claimed = incidentOf('i', { life: 'claimed', owner: ana })
  expect(actionsFor(claimed, ana.id)).toEqual(['release', 'hand-over', 'silence', 'comment'])
  expect(actionsFor(claimed, 'u2')).toEqual(['hand-over', 'silence', 'comment'])
  expect(actionsFor(claimed, 'u2', true), 'the owner is present (DESK-5)').not.toContain('take-over')
  expect(actionsFor(claimed, 'u2', false), 'the owner is absent (DESK-5)').toContain('take-over')
  expect(actionsFor(claimed, ana.id, false)).not.toContain('take-over')
  const passed = { by: { id: 'u9', name: 'Rui' }, at: '2026-03-02T09:05:00.000Z' }
  expect(actionsFor({ ...claimed, passed }, ana.id), 'the new owner answers the call').toContain('claim')
  expect(actionsFor({ ...claimed, passed }, 'u2')).not.toContain('claim')
  expect(actionsFor(incidentOf('i', { life: 'silenced', silence }), 'u2')).toEqual(['claim', 'end-silence', 'comment'])
  expect(actionsFor(incidentOf('i', { kind: 'door-forced' }), 'u2')).toContain('close')
  expect(actionsFor(incidentOf('i', { failing: 0 }), 'u2')).toContain('close')
  expect(actionsFor(incidentOf('i', { life: 'resolved' }), 'u2')).toEqual(['comment', 'close'])
  expect(actionsFor(incidentOf('i', { life: 'closed' }), 'u2')).toEqual(['comment'])
  expect(actionsFor(incidentOf('i', { life: 'merged' }), 'u2')).toEqual([])
})

test('every note of an incident is a sentence with the name of the person', () => {
  const note = (more: Partial<IncidentNote>): IncidentNote => ({
    id: 'n',
    at: '2026-03-02T09:00:00.000Z',
    act: 'opened',
    by: ana,
    to: null,
    text: '',
    until: null,
    ...more,
  })
  const sentence = (more: Partial<IncidentNote>) => noteSentence(note(more), 'contact', now)
  expect(new Set(incidentActs.map((act) => sentence({ act }))).size).toBe(incidentActs.length)
  expect(sentence({ act: 'handed-over', to: { id: 'u2', name: 'Bento' } })).toBe('Ana passou para Bento.')
  expect(sentence({ act: 'silenced', until: silence.until })).toBe('Ana silenciou até 10:05.')
  expect(sentence({ act: 'silence-ended', by: null })).toBe('O silêncio terminou.')
  expect(noteSentence(note({ act: 'resolved', by: null }), 'door-forced', now)).toBe('Não se repetiu em 30 min.')
})

test('a silence lasts 12 hours at most, and "until morning" is offered only if morning is nearer (INC-4)', () => {
  const at = (hour: number) => new Date(2026, 2, 2, hour).getTime()
  const hours = (hour: number) => silenceSpans.map((span) => ((silenceEnd(span, at(hour)) ?? 0) - at(hour)) / hourMs)
  expect(hours(22)).toEqual([1, 4, 8, expect.closeTo(12, 1)])
  expect(silenceEnd('untilMorning', at(9))).toBeNull()
  for (const span of silenceSpans) expect((silenceEnd(span, at(22)) ?? 0) - at(22)).toBeLessThan(12 * hourMs)
})

test('a person without a name is called "Alguém" (EVI-6)', () => {
  const owner = { id: 'gone', name: '' }
  expect(ownerText({ passed: null, owner, end: null }, 'u1')).toBe('Alguém está cuidando')
  const note: IncidentNote = { id: 'n', at: '', act: 'handed-over', by: owner, to: owner, text: '', until: null }
  expect(noteSentence(note, 'contact', now)).toBe('Alguém passou para outra pessoa.')
})

test('an incident calls unless it is silenced, over, or only about a device isolated on this computer (STATE-3)', () => {
  const all = [
    incidentOf('new', { wordCode: 'W2' }),
    incidentOf('claimed', { wordCode: 'W2', life: 'claimed', owner: ana }),
    incidentOf('silenced', { wordCode: 'W2', life: 'silenced', silence }),
    incidentOf('over', { wordCode: 'W2', life: 'resolved', end: 'recovered' }),
    incidentOf('isolated', { wordCode: 'W1' }),
    incidentOf('wide', { wordCode: 'W1', scope: 'address' }),
  ]
  const isolated = new Set(['W1'])
  expect(callingAmong(all, isolated).map(({ id }) => id)).toEqual(['new', 'claimed', 'wide'])
  expect(callingAmong(all).map(({ id }) => id)).toEqual(['new', 'claimed', 'isolated', 'wide'])
  expect(silencedAmong(all).map(({ id }) => id)).toEqual(['silenced'])
  expect(
    worstFirst(all, isolated)
      .slice(0, 1)
      .map(({ id }) => id),
  ).toEqual(['wide'])
  expect([...incidentSentences([incidentOf('isolated', { wordCode: 'W1' })], now, null, isolated)]).toEqual([])
})
