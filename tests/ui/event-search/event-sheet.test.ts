import { expect, test } from 'vitest'
import { csvText } from '../../../src/services/files/csv.ts'
import { auditJson, auditSheet } from '../../../src/ui/audit/audit-sheet.ts'
import { eventChoiceOf, eventFilterOf, eventsAddress, kindChoices } from '../../../src/ui/event-search/event-query.ts'
import { eventSheet } from '../../../src/ui/event-search/event-sheet.ts'
import { everything, recordFilterText } from '../../../src/ui/parts/lists/record-query.ts'

test('the event filter is stored in the address and becomes the request (PAGE-3)', () => {
  const address = eventsAddress({ wordCode: 'av-01', kind: 'door-forced', from: '2026-11-20T22:14' })
  expect(address).toBe('/events?dispositivo=av-01&tipo=door-forced&de=2026-11-20T22:14')
  const filter = eventFilterOf(new URL(address, 'http://x').search)
  expect(eventChoiceOf(filter)).toEqual({
    wordCode: 'AV-01',
    kind: 'door-forced',
    from: new Date(2026, 10, 20, 22, 14).toISOString(),
  })
  expect(eventFilterOf('?tipo=um+código')).toEqual(everything)
})

test('the event filter accepts the code of any kind (EVT-1)', () => {
  const filter = eventFilterOf('?tipo=E130')
  expect(filter.kind).toBe('E130')
  expect(eventChoiceOf(filter)).toEqual({ kind: 'E130' })
})

test('the filter offers known kinds, kinds of the catalogue, kinds of listed events, and its own kind (EVT-1)', () => {
  const event = {
    id: '1',
    condominiumId: 'c1',
    condominiumName: '',
    wordCode: '',
    deviceName: '',
    ip: '',
    description: '',
  }
  const listed = { ...event, kind: 'E401', at: '2026-11-20T22:14:00.000Z' }
  const catalogue = [{ code: 'E130', name: 'Intrusão', rank: 'urgent', calls: true } as const]
  const choices = kindChoices(catalogue, [listed, { ...listed, kind: 'E130' }], 'R130')
  expect(choices).toContainEqual(['door-forced', 'Porta forçada'])
  expect(choices.slice(-3)).toEqual([
    ['E130', 'Intrusão'],
    ['E401', 'Evento E401'],
    ['R130', 'Evento R130'],
  ])
})

test('a printed page names its filter', () => {
  const kinds = new Map([['reset', 'Retomada']])
  expect(recordFilterText(everything, 'todos os condomínios', kinds)).toBe(
    'De todos os condomínios. Horários em UTC-3.',
  )
  const filter = { ...everything, wordCode: 'AV-01', kind: 'reset', from: '2026-11-20T22:14', to: '2026-11-21T06:00' }
  expect(recordFilterText(filter, 'Aurora', kinds)).toBe(
    'De Aurora, dispositivo AV-01, tipo “Retomada”, desde 20/11/2026 22:14, até 21/11/2026 06:00. Horários em UTC-3.',
  )
})

test('an event sheet has words, local time with its zone, and UTC (PAGE-3)', () => {
  const { name, header, rows } = eventSheet(
    [
      {
        id: '7',
        condominiumId: 'c1',
        condominiumName: 'Edifício Água Viva',
        wordCode: 'AGUAVIVA-01',
        deviceName: '=cmd()',
        ip: '127.20.0.1',
        kind: 'door-forced',
        description: 'Porta aberta; sem autorização',
        at: '2026-11-22T01:30:05.123Z',
      },
    ],
    Date.parse('2026-11-22T12:00:00Z'),
  )
  expect(name).toBe('eventos-2026-11-22.csv')
  expect(csvText(header, rows)).toBe(
    '\uFEFFData e hora (local);Fuso;Data e hora (UTC);Evento;Descrição;Condomínio;Dispositivo;Código;Endereço IP;Número\r\n' +
      '21/11/2026 22:30:05;UTC-3;2026-11-22T01:30:05.123Z;Porta forçada;"Porta aberta; sem autorização";' +
      "Edifício Água Viva;'=cmd();AGUAVIVA-01;127.20.0.1;7\r\n",
  )
})

test('a record sheet has words and names; the JSON file has the fields of the contract (AUD-3)', () => {
  const record = {
    id: 'r1',
    sequence: 3,
    at: '2026-11-22T01:30:05.000Z',
    wordCode: 'AGUAVIVA-01',
    condominiumId: 'c1',
    userId: 'u1',
    kind: 'transition',
    from: 'CLOSED',
    to: 'OPEN',
    cause: 'threshold',
    failureCount: 5,
    lastError: 'timeout',
    panelVersion: '1',
  } as const
  const facts = { opening: 2, heldMs: 8_000, durations: [8_004, 40], slow: 1, ignored: 3, key: 'chave' }
  const seen = { seq: 12, at: '2026-11-22T01:30:04.000Z', ok: false }
  const marks = ['back-dated', 'unknown-device'] as const
  const witnessed = { ...facts, receivedAt: '2026-11-23T02:00:00.000Z', marks: [...marks], seen }
  const names = { deviceName: 'Leitor', condominiumName: 'Aurora', userName: 'Ana' }
  const { header, rows } = auditSheet([{ ...record, ...names, ...witnessed }])
  const cells = Object.fromEntries(header.map((column, index) => [column, rows[0]?.[index]]))
  expect(cells).toMatchObject({
    'Data e hora (local)': '21/11/2026 22:30:05',
    Fuso: 'UTC-3',
    'Data e hora (UTC)': record.at,
    'O que aconteceu': 'Em pausa após 5 falhas seguidas, a última sem resposta a tempo',
    Tipo: 'Mudança da proteção',
    Dispositivo: 'Leitor',
    'Código do dispositivo': 'AGUAVIVA-01',
    Condomínio: 'Aurora',
    Quem: 'Ana',
    'Id da pessoa': 'u1',
    'Estado novo': 'OPEN',
    'Id do registro': 'r1',
    'Pausa seguida nº': 2,
    'Tempo no estado anterior (ms)': 8_000,
    'Duração das tentativas (ms)': '8004 40',
    'Chamadas lentas': 1,
    'Resultados que não contam': 3,
    'Recebido pelo servidor (UTC)': witnessed.receivedAt,
    Testemunha: 'Declarado pelo painel e visto pelo servidor',
    Ressalvas: 'Chegou mais de 24 horas depois da hora que diz; O servidor não conhecia este dispositivo',
    'Visto pelo servidor (UTC)': seen.at,
    'Resposta vista pelo servidor': 'não confirmou',
    'Nº na cadeia do servidor': 12,
    'Chave da chamada': 'chave',
  })
  expect(rows[0]).toHaveLength(header.length)
  expect(JSON.parse(auditJson([{ ...record, ...names, ...witnessed }]))).toEqual([{ ...record, ...witnessed }])
})
