import { expect, test } from 'vitest'
import { withoutPersonalData } from '../../../src/inspector/recording/personal-data.ts'
import { type RecordingDocument, recordingFormat } from '../../../src/inspector/recording/recording-schema.ts'

function cleaned(payload: unknown): unknown {
  const document: RecordingDocument = {
    ...recordingFormat,
    recordedAt: '',
    panelVersion: '',
    firstSeq: 0,
    actors: [],
    charts: [],
    states: [{ status: 'active', value: null, tags: [], context: { by: 'Ana Albuquerque' } }],
    events: [
      { seq: 0, at: 0, sourceId: null, targetId: 'a', type: 'b', outcome: 'taken', moves: [], payload, state: 0 },
    ],
  }
  const { events, states } = withoutPersonalData(document)
  expect(states[0]?.context).toEqual({ by: '‹nome›' })
  return events[0]?.payload
}

test('a masked recording has no names, e-mail addresses, telephones and pictures, also inside texts (INS-1)', () => {
  const masked = cleaned({
    user: { name: 'Ana Albuquerque', email: 'ana@guarita.demo', phone: '+55 11 91234-5678', photo: 'data:…' },
    reason: 'Ana Albuquerque pediu; escreva para ana@guarita.demo',
    rows: [{ personName: 'Bruno Lima' }, 'Bruno Lima saiu'],
  })
  expect(masked).toEqual({
    user: { name: '‹nome›', email: '‹e-mail›', phone: '‹telefone›', photo: '‹foto›' },
    reason: '‹nome› pediu; escreva para ‹e-mail›',
    rows: [{ personName: '‹nome›' }, '‹nome› saiu'],
  })
})

test('a masked recording keeps wordCodes, states, statuses and the class of an error', () => {
  const payload = {
    wordCode: 'PORTARIA-01',
    status: 504,
    state: 'OPEN',
    eventName: 'call.failed',
    error: { name: 'TimeoutError', message: 'no answer' },
  }
  expect(cleaned(payload)).toEqual(payload)
})
