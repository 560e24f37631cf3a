import { describe, expect, test } from 'vitest'
import { deviceSentence } from '../../../contract/devices/device-sentence.ts'
import { deviceStatusOf, deviceStatusSince } from '../../../contract/devices/device-status.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'
import { circuit, device, deviceFacts } from './devices-known.ts'

const now = Date.UTC(2026, 10, 22, 3, 0, 0)
const at = (minutes: number) => now + minutes * 60_000
const iso = (minutes: number) => new Date(at(minutes)).toISOString()

describe('the status of a device (STATE-1)', () => {
  test.each(['offline', 'silent', 'serviceSilent'] as const)(
    'is unknown while the panel has no contact: %s',
    (contact) => {
      expect(deviceStatusOf(deviceFacts(now, { contact }))).toBe('unknown')
      expect(deviceStatusOf(deviceFacts(now, { contact, circuit: circuit({ state: 'OPEN' }) }))).toBe('unknown')
    },
  )

  test.each([
    ['online', {}, {}],
    ['unknown', { status: 'unknown' }, {}],
    ['failing', {}, { failureCount: 2 }],
    ['offline', { status: 'offline' }, { failureCount: 2 }],
    ['halfOpen', { status: 'offline' }, { state: 'HALF_OPEN' }],
    ['open', {}, { state: 'OPEN' }],
    ['inactive', { active: false, status: 'offline' }, { state: 'OPEN' }],
    ['isolated', { active: false }, { state: 'FORCED_OPEN' }],
    ['failing', { lastContactAt: iso(-1) }, { failureCount: 2, lastFailureServerTime: now }],
    ['online', { lastContactAt: iso(1) }, { failureCount: 2, lastFailureServerTime: now }],
  ] as const)('is the most serious known state: %s', (deviceStatus, known, ofPanel) => {
    expect(deviceStatusOf(deviceFacts(now, { device: device(known), circuit: circuit(ofPanel) }))).toBe(deviceStatus)
  })

  test('is offline if an incident of the device alone is newer than the last report', () => {
    const incident = incidentOf('i1', { wordCode: 'AGUAVIVA-01', since: iso(-1), openedAt: iso(-1) })
    expect(deviceStatusOf(deviceFacts(now, { incident, reportedAt: at(-2) }))).toBe('offline')
    expect(deviceStatusOf(deviceFacts(now, { incident, reportedAt: now }))).toBe('online')
    expect(deviceStatusOf(deviceFacts(now, { incident: { ...incident, failing: 0 }, reportedAt: at(-2) }))).toBe(
      'online',
    )
  })

  test('lasts since the first fact of the incident, also if the device oscillates (STATE-7)', () => {
    const incident = incidentOf('i1', { openedAt: iso(-20), since: iso(-2), isOscillating: true })
    const offline = device({ status: 'offline', lastContactAt: iso(-3) })
    expect(deviceStatusSince(deviceFacts(now, { device: offline, incident }))).toBe(at(-20))
    expect(deviceStatusSince(deviceFacts(now, { device: offline }))).toBe(at(-3))
  })
})

test('an event proves that a device has spoken, not that it answers (STATE-2)', () => {
  const offline = device({ status: 'offline', lastContactAt: iso(-5) })
  expect(deviceSentence(deviceFacts(now, { device: offline, spokeAt: at(-1) }))).toMatch(
    /^Leitor Social está sem contato há 5 minutos\. Mandou um evento às \d\d:59:00, o que não prova que responde\.$/,
  )
  expect(deviceSentence(deviceFacts(now, { device: offline, spokeAt: at(-6) }))).not.toContain('evento')
})
