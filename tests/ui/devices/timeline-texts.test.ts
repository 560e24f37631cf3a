import { describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { availabilityText, timelineRows } from '../../../src/ui/devices/timeline/timeline-texts.ts'

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 21, hours)).toISOString()

function record(id: string, at: string): AuditRecord {
  return {
    ...{ id, sequence: 1, at, wordCode: 'AV-01', condominiumId: 'c1', userId: 'u', panelVersion: '1' },
    ...{ kind: 'reset', cause: 'manual' },
  }
}

describe('the rows of the timeline (PAGE-5)', () => {
  const items = [
    { id: 'c2', at: hour(12), kind: 'online', description: '' },
    { id: 'e1', at: hour(10), kind: 'access-granted', description: 'Acesso liberado' },
    { id: 'c1', at: hour(8), kind: 'offline', description: '' },
  ] as const
  const records = [record('r3', hour(13)), record('r2', hour(9)), record('r1', hour(7))]

  test('show what server, gate and panel saw and did, newest first', () => {
    expect(timelineRows(items, false, records).map(({ source, text }) => `${source}: ${text}`)).toEqual([
      'Este painel: Retomado por uma pessoa',
      'Servidor: Em contato: respondeu ao servidor',
      'Evento: Acesso liberado',
      'Este painel: Retomado por uma pessoa',
      'Servidor: Contato perdido',
      'Este painel: Retomado por uma pessoa',
    ])
  })

  test('keep the order of the server and of the records, also if a clock was set back', () => {
    const later = [
      { id: 'c3', at: hour(11), kind: 'online', description: '' },
      { id: 'c2', at: hour(12), kind: 'offline', description: '' },
      { id: 'c1', at: hour(8), kind: 'online', description: '' },
    ] as const
    const keysOf = (...own: AuditRecord[]) => timelineRows(later, false, own).map(({ key }) => key)
    expect(keysOf()).toEqual(['c3', 'c2', 'c1'])
    expect(keysOf(record('r2', hour(9)), record('r1', hour(10)))).toEqual(['c3', 'c2', 'r2', 'r1', 'c1'])
  })

  test('show a command of which nobody knows whether it arrived as an entry of the server', () => {
    const [row] = timelineRows(
      [{ id: 'c1', at: hour(8), kind: 'unanswered', description: 'Reinício: sem resposta' }],
      false,
      [],
    )
    expect(row).toMatchObject({ source: 'Servidor', text: 'Reinício: sem resposta' })
  })

  test.each(['opened', 'inactive', 'unanswered', 'constructor', 'toString'])(
    'show an event of a controller with the kind %s as an event, never as a change that the server saw (EVT-1)',
    (kind) => {
      const [row] = timelineRows([{ id: 'e1', at: hour(8), kind, description: 'Zona 4', isEvent: true }], false, [])
      expect(row).toMatchObject({ source: 'Evento', text: `Evento ${kind}: Zona 4` })
    },
  )

  test('show the name or the code of a kind before the text of its event (EVT-1)', () => {
    const event = { id: 'e1', at: hour(8), kind: 'E130', description: 'Zona 4' }
    const catalogued = { name: 'Intrusão', rank: 'urgent', calls: true } as const
    const rows = timelineRows([event, { ...event, description: '' }, { ...event, catalogued }], false, [])
    expect(rows.map(({ source, text }) => `${source}: ${text}`)).toEqual([
      'Evento: Evento E130: Zona 4',
      'Evento: Evento E130',
      'Evento: Intrusão: Zona 4',
    ])
  })

  test('leave out records that are older than the oldest loaded item of the server', () => {
    expect(timelineRows(items, true, records).map(({ key }) => key)).toEqual(['r3', 'c2', 'e1', 'r2', 'c1'])
    expect(timelineRows([], false, records).map(({ key }) => key)).toEqual(['r3', 'r2', 'r1'])
  })
})

describe('the availability text (PAGE-5)', () => {
  const shares = (onlineMs: number, offlineMs: number, unknownMs: number, inactiveMs: number) =>
    availabilityText({ onlineMs, offlineMs, unknownMs, inactiveMs })

  test('gives the online share of the known time, with separate unknown and inactive shares', () => {
    expect(shares(962, 8, 30, 0)).toBe('online em 99,2\u00a0% do tempo que se conhece; 3\u00a0% desconhecido')
    expect(shares(50, 50, 0, 100)).toBe('online em 50\u00a0% do tempo que se conhece; 50\u00a0% desativado')
    expect(shares(0, 0, 100, 0)).toBe('100\u00a0% desconhecido')
    expect(shares(100, 0, 0, 0)).toBe('online em 100\u00a0% do tempo que se conhece')
  })

  test('rounds no partial share to 0 % or 100 %', () => {
    expect(shares(999_999, 1, 0, 0)).toContain('99,9\u00a0%')
    expect(shares(1, 999_999, 0, 0)).toContain('0,1\u00a0%')
    expect(shares(0, 100, 1, 0)).toContain('online em 0\u00a0%')
  })
})
