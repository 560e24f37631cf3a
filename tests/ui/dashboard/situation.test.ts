import { expect, test } from 'vitest'
import { isStopped } from '../../../contract/devices/device-status.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { type SituationFacts, situationOf } from '../../../src/ui/dashboard/situation.ts'
import { type Suspect, type Trouble, troublesAmong } from '../../../src/ui/dashboard/troubles.ts'
import { closedCircuit } from '../../../src/ui/devices/circuit/circuit-view.ts'
import { ana, incidentOf } from '../../models/incidents/incident-fixtures.ts'
import { circuit, device } from '../devices/devices-known.ts'

const serverNow = Date.UTC(2026, 10, 22, 3, 0, 0)
const minuteMs = 60_000
const minutesAgo = (minutes: number) => new Date(serverNow - minutes * minuteMs).toISOString()

const catraca: Trouble = {
  wordCode: 'AGUAVIVA-02',
  name: 'Catraca Torre A',
  condominiumId: 'agua-viva',
  isNamed: true,
  deviceStatus: 'offline',
  circuit: closedCircuit,
  since: serverNow - 4 * minuteMs,
}
const forced: Activity = {
  id: 'e1',
  condominiumId: 'agua-viva',
  wordCode: 'AGUAVIVA-03',
  deviceName: 'Portão Social',
  ip: '',
  kind: 'door-forced',
  description: '',
  at: minutesAgo(2),
}
const names: Record<string, string> = { 'agua-viva': 'Edifício Água Viva', ipe: 'Residencial Ipê' }

function situation(facts: Partial<SituationFacts>) {
  return situationOf({
    away: '',
    check: 'answered',
    checkedAt: serverNow - 20_000,
    counts: { total: 42, online: 42, offline: 0 },
    oldestCheckAt: minutesAgo(1),
    isDegraded: false,
    isServerClockWrong: false,
    connection: 'connected',
    isNaming: false,
    troubles: [],
    isWhole: true,
    incidents: [],
    isolated: new Set(),
    alerts: [],
    selectedId: null,
    placeOf: (id) => names[id] ?? '',
    serverNow,
    aheadMs: 0,
    userId: 'u2',
    ...facts,
  })
}

test('if the server has not checked a device for 15 minutes, the situation is unknown, as on the wall (LIVE-1)', () => {
  expect(situation({ oldestCheckAt: minutesAgo(15) }).tone).toBe('ok')
  expect(situation({ oldestCheckAt: null }).tone).toBe('ok')
  expect(situation({ oldestCheckAt: minutesAgo(16) })).toMatchObject({
    tone: 'neutral',
    text: 'Não sabemos como estão os dispositivos: há consultas paradas desde 21/11, 23:44.',
    checkedAt: null,
  })
  expect(situation({ oldestCheckAt: minutesAgo(16), troubles: [catraca] }).tone).toBe('bad')
})

test('if all devices answer, the situation is green and has the time of the check (PAGE-1)', () => {
  expect(situation({})).toMatchObject({
    tone: 'ok',
    text: 'Tudo responde.',
    checkedAt: serverNow - 20_000,
  })
})

test('an isolated device is counted separately and makes the situation neutral', () => {
  const isolated: Trouble = { ...catraca, deviceStatus: 'isolated', since: null }
  const counts = { total: 42, online: 41, offline: 1 }
  expect(situation({ troubles: [isolated], counts })).toMatchObject({
    tone: 'neutral',
    text: '1 dispositivo isolado neste computador: Catraca Torre A, Edifício Água Viva. O resto responde.',
  })
  expect(situation({ troubles: [isolated, { ...isolated, wordCode: 'B' }], counts }).text).toBe(
    '2 dispositivos isolados neste computador. O resto responde.',
  )
  expect(situation({ troubles: [catraca, isolated] }).text).toMatch(/^1 dispositivo parado: .* há 4 minutos\.$/)
})

test('a single problem has its condominium and its age, several problems have a count (PAGE-1)', () => {
  expect(situation({ troubles: [catraca] })).toMatchObject({
    tone: 'bad',
    text: '1 dispositivo parado: Catraca Torre A, Edifício Água Viva, há 4 minutos.',
  })
  const other = { ...catraca, wordCode: 'B' }
  expect(situation({ troubles: [catraca, other] }).text).toBe('2 dispositivos parados em Edifício Água Viva.')
  expect(situation({ troubles: [catraca, { ...other, condominiumId: 'ipe' }] }).text).toBe(
    '2 dispositivos parados, em 2 condomínios.',
  )
  expect(situation({ alerts: [forced] })).toMatchObject({
    tone: 'bad',
    text: 'Porta forçada: Portão Social, Edifício Água Viva, há 2 minutos.',
  })
  expect(situation({ alerts: [forced, { ...forced, id: 'e2' }], troubles: [catraca] }).text).toBe(
    '2 alertas que ninguém viu ainda. 1 dispositivo parado: Catraca Torre A, Edifício Água Viva, há 4 minutos.',
  )
})

test('a failing device is amber, because it still lets people pass', () => {
  const failing: Trouble = { ...catraca, deviceStatus: 'failing', since: null }
  expect(situation({ troubles: [failing] })).toMatchObject({
    tone: 'warn',
    text: '1 dispositivo falhando: Catraca Torre A, Edifício Água Viva.',
  })
})

test('devices without a name yet are counted, too', () => {
  const counts = { total: 42, online: 39, offline: 3 }
  expect(situation({ counts, isNaming: true, isWhole: false })).toMatchObject({ isAsking: true, tone: 'neutral' })
  expect(situation({ counts, isWhole: false })).toMatchObject({ tone: 'bad', text: '3 dispositivos parados.' })
  expect(situation({ counts, isWhole: false, troubles: [catraca] }).text).toBe(
    '3 dispositivos parados em Edifício Água Viva.',
  )
})

test('the situation is green only if every fact is confirmed (LIVE-1)', () => {
  const unknowing: Partial<SituationFacts>[] = [
    { away: 'este computador está sem rede' },
    { away: 'sem contato com o servidor', troubles: [catraca] },
    { check: 'failed' },
    { checkedAt: serverNow - 4 * minuteMs },
    { check: 'checking', counts: null },
    { counts: null },
    { connection: 'reconnecting' },
    { connection: 'failed' },
    { isDegraded: true },
    { counts: { total: 0, online: 0, offline: 0 } },
    { counts: { total: 3, online: 2, offline: 0 } },
    { counts: { total: 3, online: 0, offline: 0 } },
  ]
  for (const facts of unknowing) expect(situation(facts).tone, JSON.stringify(facts)).not.toBe('ok')
  expect(situation({ away: 'este computador está sem rede' }).checkedAt).toBeNull()
  expect(situation({ away: 'este computador está sem rede' }).text).toBe(
    'Não sabemos como estão os dispositivos: este computador está sem rede.',
  )
})

test('the situation of deactivated devices only is that all are deactivated (STATE-3)', () => {
  const all = (inactive: number) => situation({ counts: { total: 0, online: 0, offline: 0, inactive } }).text
  expect(all(3)).toBe('Todos os 3 dispositivos estão desativados.')
  expect(all(1)).toBe('O único dispositivo está desativado.')
  expect(all(0)).toBe('Nenhum dispositivo em uso ainda.')
})

test('the incident of an isolated device makes no headline (STATE-3)', () => {
  const incidents = [incidentOf('i1', { wordCode: 'W1' })]
  expect(situation({ incidents }).tone).toBe('bad')
  const isolated: Trouble = { ...catraca, wordCode: 'W1', deviceStatus: 'isolated', since: null }
  expect(situation({ incidents, isolated: new Set(['W1']), troubles: [isolated] })).toMatchObject({
    tone: 'neutral',
    text: '1 dispositivo isolado neste computador: Catraca Torre A, Edifício Água Viva. O resto responde.',
  })
})

test('the situation gives the condominium that its sentence names, for a link (ALERT-2)', () => {
  expect(situation({ troubles: [catraca] }).placeId).toBe('agua-viva')
  expect(situation({ incidents: [incidentOf('i1', { condominiumId: 'ipe' })], troubles: [catraca] }).placeId).toBe(
    'ipe',
  )
  expect(situation({}).placeId).toBeUndefined()
})

const suspect = (changes: Parameters<typeof device>[0], circuitOfIt = closedCircuit): Suspect => {
  const known = device(changes)
  const { wordCode, condominiumId } = known
  return { wordCode, condominiumId, device: known, reportedAt: null, incident: null, circuit: circuitOfIt }
}

test('troubles are sorted by status, then newest first; online and inactive devices are no trouble', () => {
  const paused = circuit({ state: 'OPEN', failureCount: 5, lastFailureTime: serverNow })
  const troubles = troublesAmong([
    suspect({ wordCode: 'OLD', status: 'offline', lastContactAt: minutesAgo(90) }),
    suspect({ wordCode: 'NEW', status: 'offline', lastContactAt: minutesAgo(1) }),
    suspect({ wordCode: 'UP', status: 'online' }),
    suspect({ wordCode: 'OFF', status: 'offline', active: false }),
    suspect({ wordCode: 'PAUSED' }, paused),
    suspect({ wordCode: 'FAILING' }, circuit({ failureCount: 2, lastFailureTime: serverNow })),
  ])
  expect(troubles.map(({ wordCode }) => wordCode)).toEqual(['PAUSED', 'NEW', 'OLD', 'FAILING'])
  expect(troubles.map(({ deviceStatus }) => isStopped(deviceStatus))).toEqual([true, true, true, false])
})

test('a device without a record is shown by its wordCode', () => {
  const paused = circuit({ state: 'OPEN', failureCount: 5, lastFailureTime: serverNow })
  const [trouble] = troublesAmong([
    {
      ...{ wordCode: 'AGUAVIVA-09', condominiumId: 'agua-viva', device: undefined },
      ...{ reportedAt: null, incident: null, circuit: paused },
    },
  ])
  expect(trouble).toMatchObject({ name: 'AGUAVIVA-09', isNamed: false, deviceStatus: 'open' })
})

test('the situation names the worst incident and its owner (PAGE-1, INC-3)', () => {
  const fall = incidentOf('i1', { condominiumId: 'agua-viva', openedAt: minutesAgo(4) })
  const claimed = incidentOf('i2', { condominiumId: 'ipe', life: 'claimed', owner: ana, openedAt: minutesAgo(3) })
  expect(situation({ incidents: [fall] })).toMatchObject({
    tone: 'bad',
    text: 'Catraca Torre A está sem contato: parece desligada ou sem rede. Edifício Água Viva, há 4 minutos.',
    detail: '',
    checkedAt: serverNow - 20_000,
  })
  const unnamed = { incidents: [fall], placeOf: () => '' }
  expect(situation(unnamed).text, 'before the condominiums are here').toContain('Edifício Água Viva, há 4 minutos.')
  expect(situation({ incidents: [fall], selectedId: 'agua-viva' }).text).toMatch(/rede\. Há 4 minutos\.$/)
  expect(situation({ incidents: [fall, claimed] }).text).toMatch(/^2 ocorrências\. A pior: Catraca Torre A/)
  expect(situation({ incidents: [claimed] }).detail).toBe('Ana está cuidando.')
})

test('a silenced incident is shown and never green (INC-4)', () => {
  const silence = { until: new Date(serverNow + 60 * minuteMs).toISOString(), reason: 'Técnico.', by: ana }
  const silenced = incidentOf('i1', { condominiumId: 'agua-viva', life: 'silenced', silence, openedAt: minutesAgo(4) })
  const silencedOnly = situation({ incidents: [silenced] })
  expect(silencedOnly.tone).toBe('warn')
  expect(silencedOnly.text).toMatch(/^Silenciado até \d\d:\d\d: Catraca Torre A/)
  expect(situation({ incidents: [silenced, silenced] }).text).toMatch(/^2 ocorrências silenciadas/)
})

test('without contact to the server no incident is shown as current (LIVE-1)', () => {
  expect(situation({ away: 'sem contato com o servidor', incidents: [incidentOf('i1')] })).toMatchObject({
    tone: 'neutral',
    text: 'Não sabemos como estão os dispositivos: sem contato com o servidor.',
  })
})

test.each([
  [119_000 - 30_001, null],
  [2 * 60_000, 'O relógio deste computador está 2 min adiantado em relação ao do servidor.'],
  [-2 * 3_600_000, 'O relógio deste computador está 2 h atrasado em relação ao do servidor.'],
])('a clock that is %i ms ahead is reported if the difference is large (INC-1)', (aheadMs, text) => {
  const calm = situation({ aheadMs })
  expect(calm).toMatchObject(text === null ? { tone: 'ok' } : { tone: 'warn', text })
  const { tone, detail } = situation({ aheadMs, troubles: [catraca] })
  expect(tone).toBe('bad')
  expect(detail.includes('relógio')).toBe(text !== null)
})

test('a wrong clock of the server is reported, and the clock of this computer is not accused', () => {
  const calm = situation({ isServerClockWrong: true, aheadMs: -6 * 365 * 24 * 3_600_000 })
  expect(calm.tone).toBe('warn')
  expect(calm.text).toMatch(/^O relógio do servidor parece errado\./)
  const { tone, detail } = situation({ isServerClockWrong: true, troubles: [catraca] })
  expect(tone).toBe('bad')
  expect(detail).toMatch(/^O relógio do servidor parece errado\./)
})
