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
    message: 'Ana Albuquerque pediu; escreva para ana@guarita.demo ou ligue (11) 91234-5678',
    rows: [{ personName: 'Bruno Lima' }, 'Bruno Lima saiu'],
  })
  expect(masked).toEqual({
    user: { name: '‹nome›', email: '‹e-mail›', phone: '‹telefone›', photo: '‹foto›' },
    message: '‹nome› pediu; escreva para ‹e-mail› ou ligue ‹telefone›',
    rows: [{ personName: '‹nome›' }, '‹nome› saiu'],
  })
})

test('a masked recording has no text that a person wrote, because such a text can name a resident or a vehicle (INS-1)', () => {
  const masked = cleaned({
    comment: 'Bia do 302, placa ABC1D23',
    notes: [{ act: 'call-answered', text: 'Zelador: José, (48) 99123-4567', step: 'Ligar para José' }],
    action: { deed: 'call', to: 'Zelador: José', reason: 'câmera do seu Pedro' },
    contacts: [{ role: 'caretaker', name: 'José', phone: '48991234567' }],
  })
  expect(masked).toEqual({
    comment: '‹texto›',
    notes: [{ act: 'call-answered', text: '‹texto›', step: '‹texto›' }],
    action: { deed: 'call', to: '‹texto›', reason: '‹texto›' },
    contacts: [{ role: 'caretaker', name: '‹nome›', phone: '‹telefone›' }],
  })
})

test('a masked recording keeps wordCodes, states, statuses, the class of an error, and the marks of omitted values', () => {
  const payload = {
    wordCode: 'PORTARIA-01',
    status: 504,
    state: 'OPEN',
    reason: 'timeout',
    by: '… {2}',
    context: '… {2}',
    id: '76210ffe-1234-4556-9666-52adc270995b',
    eventName: 'call.failed',
    error: { name: 'TimeoutError', message: 'no answer' },
  }
  expect(cleaned(payload)).toEqual(payload)
})
