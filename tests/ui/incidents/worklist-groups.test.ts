import { expect, test } from 'vitest'
import { worklistAddress, worklistFilterOf } from '../../../src/ui/incidents/worklist/worklist-address.ts'
import {
  besideOf,
  nextUnclaimed,
  placesOf,
  whatText,
  worklistGroups,
  worklistOrder,
} from '../../../src/ui/incidents/worklist/worklist-groups.ts'
import { ana, incidentOf } from '../../models/incidents/incident-fixtures.ts'

const first = incidentOf('first')
const second = incidentOf('second', { condominiumId: 'c2', kind: 'door-forced' })
const mine = incidentOf('mine', { life: 'claimed', owner: ana })
const silenced = incidentOf('silenced', { life: 'silenced' })
const service = incidentOf('service', { scope: 'service', condominiumId: null })
const open = [first, second, mine, silenced]
const none = { condominiumId: null, kind: null }

test('the worklist has the groups unclaimed, claimed and silenced, each in the order of the list (DESK-1)', () => {
  expect(worklistGroups(open, none)).toEqual([
    { group: 'new', incidents: [first, second] },
    { group: 'claimed', incidents: [mine] },
    { group: 'silenced', incidents: [silenced] },
  ])
})

test('the filter keeps incidents of the condominium, of all condominiums, and of the kind (DESK-1)', () => {
  expect(worklistOrder(worklistGroups([...open, service], { condominiumId: 'c2', kind: null }))).toEqual([
    second,
    service,
  ])
  expect(worklistOrder(worklistGroups(open, { condominiumId: null, kind: 'door-forced' }))).toEqual([second])
})

test('the address of the worklist contains the open incident and the filter, and is read back (DESK-1)', () => {
  const filter = { condominiumId: 'c 2', kind: 'gate-held-open' } as const
  expect(worklistAddress(null, none)).toBe('/incidents')
  const address = worklistAddress('i/1', filter)
  expect(address).toBe('/incidents/i%2F1?condominio=c+2&tipo=portao-aberto')
  expect(worklistFilterOf(address.split('?')[1] ?? '')).toEqual(filter)
  expect(worklistFilterOf('tipo=outro')).toEqual(none)
})

test('next and previous follow the list and stop at its ends; from elsewhere the first incident is next (DESK-3)', () => {
  expect([besideOf(open, 'second', 1), besideOf(open, 'second', -1)]).toEqual([mine, first])
  expect([besideOf(open, 'silenced', 1), besideOf(open, 'first', -1)]).toEqual([undefined, undefined])
  expect([besideOf(open, null, 1), besideOf(open, 'closed', -1), besideOf([], null, 1)]).toEqual([
    first,
    undefined,
    undefined,
  ])
})

test('the next unclaimed incident follows the open one, and the first follows the last (DESK-3)', () => {
  const groups = worklistGroups(open, none)
  expect([nextUnclaimed(groups, 'first'), nextUnclaimed(groups, 'second'), nextUnclaimed(groups, 'mine')]).toEqual([
    second,
    first,
    first,
  ])
  expect(nextUnclaimed(worklistGroups([first], none), 'first')).toBeUndefined()
})

test('a row states what happened and names each place once, the condominium first (DESK-1)', () => {
  const textOf = (...[id, more]: Parameters<typeof incidentOf>) => {
    const incident = incidentOf(id, more)
    return `${whatText(incident)} · ${placesOf(incident).join(', ')}`
  }
  expect([
    textOf('device'),
    textOf('nameless', { deviceName: '', condominiumName: '' }),
    textOf('oscillating', { isOscillating: true }),
    textOf('address', { scope: 'address' }),
    textOf('some', { scope: 'devices', failing: 2, devices: 3 }),
    textOf('whole', { scope: 'condominium', failing: 3, devices: 3 }),
    textOf('service', { scope: 'service', condominiumName: '', condominiums: 11 }),
    textOf('door', { kind: 'door-forced' }),
    textOf('gate', { kind: 'gate-held-open' }),
  ]).toEqual([
    'Sem contato · Edifício Água Viva, Catraca Torre A',
    'Sem contato · W1',
    'Oscilando · Edifício Água Viva, Catraca Torre A',
    'Sem contato · Edifício Água Viva, Controlador em 10.1.0.7',
    '2 de 3 sem contato · Edifício Água Viva',
    'Tudo sem contato · Edifício Água Viva',
    'Sem contato · 11 condomínios',
    'Porta forçada · Edifício Água Viva, Catraca Torre A',
    'Portão aberto · Edifício Água Viva, Catraca Torre A',
  ])
})
