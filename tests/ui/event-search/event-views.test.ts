import * as v from 'valibot'
import { expect, it } from 'vitest'
import { activitySchema } from '../../../contract/wire/answers/events.ts'
import { incidentSchema } from '../../../contract/wire/answers/incidents.ts'
import { eventView } from '../../../src/ui/event-feed/event-kinds.ts'

it.each([
  ['intercom', 'Chamada de interfone sem resposta', 'Interfone sem resposta', 'warn'],
  ['intercom', 'Chamada não atendida', 'Interfone sem resposta', 'warn'],
  ['intercom', 'Chamada de interfone atendida', 'Interfone', 'info'],
  ['intercom', '', 'Interfone', 'info'],
  ['access-granted', 'sem resposta', 'Acesso liberado', 'ok'],
] as const)('an event %s with the description %j is shown as %j in the tone %s', (kind, description, text, tone) => {
  expect(eventView({ kind, description })).toMatchObject({ text, tone })
})

it('an event of an unknown kind has its code in grey, and an event of a catalogued kind its name in the tone of its rank (EVT-1)', () => {
  const event = { kind: 'E130', description: 'Zona 4' }
  expect(eventView(event)).toMatchObject({ text: 'Evento E130', tone: 'neutral' })
  expect(eventView({ ...event, kind: 'constructor' })).toMatchObject({ text: 'Evento constructor', tone: 'neutral' })
  const views = (['urgent', 'important', 'normal'] as const).map((rank) =>
    eventView({ ...event, catalogued: { name: 'Intrusão', rank, calls: false } }),
  )
  expect(views.map(({ text, tone }) => [text, tone])).toEqual([
    ['Intrusão', 'bad'],
    ['Intrusão', 'warn'],
    ['Intrusão', 'info'],
  ])
})

it('the contract accepts an event of any kind, and reads an incident of an unknown kind as an alarm (EVT-1)', () => {
  const at = '2026-11-22T01:30:05.000Z'
  expect(v.parse(activitySchema, { id: '7', condominiumId: 'c1', kind: 'E130', at }).kind).toBe('E130')
  expect(v.parse(incidentSchema.entries.kind, 'flood')).toBe('alarm')
})
