import { expect, test } from 'vitest'
import type { LastEventView } from '../../../src/ui/activity/activity-hooks.ts'
import { addressText, movementText } from '../../../src/ui/condominiums/place-texts.ts'

const bare = { id: 'c1', name: 'Edifício Água Viva', wordCode: '', customersId: '' }

test('an address leaves out empty fields', () => {
  const street = { street: 'Avenida Paulista', number: '1842', city: 'São Paulo', state: 'SP', cep: '01310100' }
  expect(addressText({ ...bare, ...street, complement: null })).toBe(
    'Avenida Paulista, 1842, São Paulo/SP, CEP 01310-100',
  )
  expect(addressText({ ...bare, state: 'SP' })).toBe('SP')
  expect(addressText(bare)).toBe('')
})

test.each<[LastEventView, string]>([
  [{ state: 'active', text: 'Agora' }, 'Com movimento: último evento agora.'],
  [{ state: 'active', text: 'há 3 minutos' }, 'Com movimento: último evento há 3 minutos.'],
  [{ state: 'inactive', text: 'há 2 horas' }, 'Sem movimento há 2 horas.'],
  [{ state: 'inactive', text: 'Ontem' }, 'Sem movimento: último evento ontem.'],
  [{ state: 'inactive', text: '' }, 'Sem movimento: ainda não houve eventos.'],
  [{ state: 'unknown', text: 'há 3 minutos' }, 'Não sabemos agora se há movimento.'],
])('%j is shown as %s (PAGE-2)', (lastEvent, text) => {
  expect(movementText(lastEvent, false)).toBe(text)
  expect(movementText(lastEvent, true)).toBe(lastEvent.state === 'unknown' ? 'Verificando se há movimento…' : text)
})
