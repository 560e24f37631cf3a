import { expect, test } from 'vitest'
import { isAbout } from '../../../contract/incidents/incident-reach.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'
import { device } from '../devices/devices-known.ts'

const here = { wordCode: '', condominiumId: 'c1' }
const kinds: readonly { what: string; incident: Partial<Incident>; online: boolean; offline: boolean }[] = [
  { what: 'the device', incident: { wordCode: 'AGUAVIVA-01' }, online: true, offline: true },
  { what: 'another device', incident: { wordCode: 'AGUAVIVA-02' }, online: false, offline: false },
  {
    what: 'the door of the device',
    incident: { kind: 'door-forced', wordCode: 'AGUAVIVA-01' },
    online: true,
    offline: true,
  },
  {
    what: 'another door of the condominium',
    incident: { ...here, kind: 'door-forced' },
    online: false,
    offline: false,
  },
  { what: 'some devices of the condominium', incident: { ...here, scope: 'devices' }, online: false, offline: true },
  { what: 'the whole condominium', incident: { ...here, scope: 'condominium' }, online: false, offline: true },
  {
    what: 'another condominium',
    incident: { scope: 'condominium', condominiumId: 'c2' },
    online: false,
    offline: false,
  },
  {
    what: 'the address of the device',
    incident: { ...here, scope: 'address', ip: '10.0.0.5' },
    online: false,
    offline: true,
  },
  { what: 'another address', incident: { ...here, scope: 'address', ip: '10.0.0.6' }, online: false, offline: false },
  { what: 'most condominiums', incident: { scope: 'service', condominiumId: null }, online: false, offline: true },
]

for (const { what, incident, online, offline } of kinds)
  test(`an incident about ${what} concerns a device ${offline ? (online ? 'always' : 'without contact') : 'never'} (INC-1, PAGE-4)`, () => {
    expect(isAbout(incidentOf('i', incident), device({ status: 'online' }))).toBe(online)
    expect(isAbout(incidentOf('i', incident), device({ status: 'offline' }))).toBe(offline)
    const switchedOff = device({ status: 'offline', active: false })
    expect(isAbout(incidentOf('i', incident), switchedOff), 'the server does not check it').toBe(online)
  })
