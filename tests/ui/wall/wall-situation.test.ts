import { expect, it } from 'vitest'
import type { ReadWall } from '../../../src/machines/wall/wall.machine.ts'
import { type WallFacts, wallSituation } from '../../../src/ui/wall/wall-situation.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'

const now = Date.parse('2026-03-02T09:05:00.000Z')

function said(view: Partial<ReadWall> | null, facts: Partial<WallFacts> = {}): string[] {
  const whole: ReadWall = {
    name: 'Guarita norte',
    condominiums: 2,
    devices: { total: 40, online: 40, offline: 0 },
    oldestCheckAt: '2026-03-02T09:04:00.000Z',
    incidents: [],
    openIncidents: 0,
    events: [],
    ...view,
  }
  const { tone, text, detail } = wallSituation({
    status: 'current',
    view: view && whole,
    heardAt: now - 25_000,
    serverNow: now,
    ...facts,
  })
  return [tone, text, detail]
}

const counts = '40 de 40 dispositivos online, em 2 condomínios.'

it('the wall is green if every device was checked recently and answered; deactivated devices are counted apart (INC-8, STATE-3)', () => {
  expect(said({})).toEqual(['ok', 'Tudo responde.', counts])
  expect(said({ devices: { total: 3, online: 2, offline: 0 } }).slice(0, 2)).toEqual([
    'neutral',
    '1 dispositivo ainda não foi consultado. Os outros respondem.',
  ])
  expect(said({ condominiums: 10_000, devices: { total: 50_000, online: 50_000, offline: 0 } })[2]).toBe(
    '50.000 de 50.000 dispositivos online, em 10.000 condomínios.',
  )
  expect(said({ devices: { total: 24, online: 24, offline: 0, inactive: 3 } })).toEqual([
    'ok',
    'Tudo responde.',
    '24 de 24 dispositivos online, 3 desativados, em 2 condomínios.',
  ])
  expect(said({ devices: { total: 3, online: 2, offline: 1 } }).slice(0, 2)).toEqual([
    'warn',
    '1 dispositivo sem contato.',
  ])
})

it('the wall is never green while the screen cannot read a part of the answer (HTTP-7)', () => {
  const partial = 'Esta tela não conseguiu ler tudo o que o servidor enviou. Avise o suporte do sistema.'
  expect(said({ isPartial: true })).toEqual(['warn', partial, counts])
  expect(said({ isPartial: true, incidents: [incidentOf('i1')] })).toEqual([
    'bad',
    expect.stringContaining('Catraca Torre A está sem contato'),
    `${partial} ${counts}`,
  ])
})

it('the wall names the worst open incident, and shows a silenced incident in a quieter tone (INC-8)', () => {
  const [one, other] = [incidentOf('i1'), incidentOf('i2', { scope: 'condominium', failing: 3, devices: 3, ip: '' })]
  expect(said({ incidents: [one] }).slice(0, 2)).toEqual([
    'bad',
    'Catraca Torre A está sem contato: parece desligada ou sem rede. Edifício Água Viva, há 4 minutos.',
  ])
  expect(said({ incidents: [one, other] })[1]).toMatch(/^2 ocorrências\. A pior: Edifício Água Viva inteiro/)
  const silence = { until: '2026-03-02T10:00:00.000Z', reason: 'Obra', by: { id: 'u1', name: 'Ana' } }
  expect(said({ incidents: [{ ...one, life: 'silenced', silence }] })[0]).toBe('warn')
})

it('the wall reports a wrong clock of the server, and adds this to a worse sentence (INC-8)', () => {
  const clock =
    'O relógio do servidor parece errado. Avise quem cuida do servidor. Nada antigo é apagado enquanto isso.'
  expect(said({ isClockPlausible: false })).toEqual(['warn', clock, counts])
  expect(said({ isClockPlausible: true })).toEqual(['ok', 'Tudo responde.', counts])
  for (const worse of [
    { incidents: [incidentOf('i1')] },
    { oldestCheckAt: '2026-03-02T08:40:00.000Z' },
    { devices: { total: 40, online: 40, offline: 1 } },
  ]) {
    const [tone, text] = said(worse)
    expect(said({ ...worse, isClockPlausible: false })).toEqual([tone, text, `${clock} ${counts}`])
  }
  expect(said({ isClockPlausible: false }, { status: 'stopped' })[2]).not.toContain('relógio')
})

it('the wall makes no claim from old data (INC-8)', () => {
  expect(said({ oldestCheckAt: '2026-03-02T08:40:00.000Z' }).slice(0, 2)).toEqual([
    'neutral',
    'Não sabemos como estão os dispositivos: há consultas paradas desde 02/03, 05:40.',
  ])
  expect(said({}, { status: 'stopped' }).slice(0, 2)).toEqual([
    'warn',
    'Parado desde 06:04:35: sem contato com o servidor.',
  ])
  expect(said(null, { status: 'unheard' })[1]).toBe('Consultando o servidor…')
  expect(said({}, { status: 'refused' }).slice(0, 2)).toEqual(['neutral', 'Este link não vale mais.'])
})
