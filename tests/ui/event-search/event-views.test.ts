import { expect, it } from 'vitest'
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
