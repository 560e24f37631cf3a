import { expect, test } from 'vitest'
import { auditAddress, auditChoiceOf, auditFilterOf } from '../../../src/ui/audit/audit-query.ts'
import { bytesText, shareText, uptimeText } from '../../../src/ui/health/health-texts.ts'

const none = { wordCode: '', condominiumId: '', kind: '', actor: '', from: '', to: '' }

test('the audit filter is stored in the address and read back from it', () => {
  const filter = {
    wordCode: 'AV-01',
    condominiumId: 'c1',
    kind: 'reset',
    actor: 'person',
    from: '2026-11-01T08:30',
    to: '2026-11-21T22:14',
  }
  const address = auditAddress(filter)
  expect(address).toBe(
    '/audit?dispositivo=AV-01&condominio=c1&tipo=reset&quem=person&de=2026-11-01T08:30&ate=2026-11-21T22:14',
  )
  expect(auditFilterOf(new URL(address, 'http://x').search)).toEqual(filter)
  expect(auditAddress(none)).toBe('/audit')
  expect(auditFilterOf('?tipo=outro&quem=alguem&de=ontem&ate=2026-13-40')).toEqual(none)
  expect(auditFilterOf('?de=2026-02-30')).toEqual(none)
  expect(auditFilterOf('?de=2026-02-03T24:30&ate=2026-02-03T10:60')).toEqual(none)
})

test('days are in the local time zone, and the last day is included whole', () => {
  const choice = auditChoiceOf(auditFilterOf('?de=2026-11-20&ate=2026-11-21'))
  expect(choice).toEqual({
    from: new Date(2026, 10, 20).toISOString(),
    to: new Date(2026, 10, 22).toISOString(),
  })
})

test('a filter for a minute covers the whole minute', () => {
  expect(auditChoiceOf({ ...none, from: '2026-11-20T22:14', to: '2026-11-20T22:14' })).toEqual({
    from: new Date(2026, 10, 20, 22, 14).toISOString(),
    to: new Date(2026, 10, 20, 22, 15).toISOString(),
  })
})

test('the request has only the set filters, and the wordCode in upper case', () => {
  expect(auditChoiceOf(none)).toEqual({})
  expect(auditChoiceOf({ ...none, wordCode: ' av-01 ', kind: 'refusals', actor: 'panel' })).toEqual({
    wordCode: 'AV-01',
    kind: 'refusals',
    actor: 'panel',
  })
})

test('health numbers have units that people read', () => {
  expect([59, 60, 3_600, 5_400, 86_400, 100_000].map(uptimeText)).toEqual([
    'menos de 1 minuto',
    '1 minuto',
    '1 hora',
    '1 hora e 30 minutos',
    '1 dia',
    '1 dia e 3 horas',
  ])
  expect(bytesText(44_564_480)).toBe('42,5 MB')
  expect(bytesText(null)).toBe('desconhecida')
  expect(shareText(39, 4_000)).toBe('39 de 4.000')
})
