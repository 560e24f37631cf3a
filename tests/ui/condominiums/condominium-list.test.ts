import { describe, expect, test } from 'vitest'
import { condominiumFilterOf, condominiumsAddress } from '../../../src/ui/condominiums/condominium-addresses.ts'
import { type CondominiumOrder, searchedCondominiums } from '../../../src/ui/condominiums/condominium-order.ts'
import { foundCondominiums } from '../../../src/ui/condominiums/search/condominium-index.ts'

describe('the address of the condominium list', () => {
  test.each([
    ['?atividade=ativos', { text: '', activity: 'active', order: 'name' }],
    ['atividade=inativos&ordem=cidade', { text: '', activity: 'inactive', order: 'city' }],
    ['?q=s%C3%A3o+jo%C3%A3o&ordem=nome-z-a', { text: 'são joão', activity: 'all', order: 'nameDescending' }],
    ['?atividade=outra&ordem=outra', { text: '', activity: 'all', order: 'name' }],
    ['', { text: '', activity: 'all', order: 'name' }],
  ] as const)('%s is read as a filter', (search, filter) => {
    expect(condominiumFilterOf(search)).toEqual(filter)
  })

  test('keeps a filter that is written and read back', () => {
    const filter = { text: 'água & sol', activity: 'inactive', order: 'city' } as const
    expect(condominiumFilterOf(new URL(condominiumsAddress(filter), 'http://x').search)).toEqual(filter)
    expect(condominiumsAddress({ text: ' ', activity: 'all', order: 'name' })).toBe('/condominiums')
  })
})

describe('the condominium list', () => {
  const named = (name: string, rest: object = {}) => ({ id: name, name, wordCode: '', customersId: '', ...rest })
  const condominiums = [
    named('Água Viva', { city: 'São Paulo', state: 'SP', cep: '01310100', cnpj: '12ABC34501DE35' }),
    named('Bosque'),
    named('Cristal', { city: 'Betim', state: 'MG', street: 'Rua das Flores' }),
  ]
  const names = (text: string, order: CondominiumOrder = 'name') =>
    foundCondominiums(searchedCondominiums(condominiums, order), text).map(({ name }) => name)

  test('finds a condominium by name, address, CEP and CNPJ, with and without punctuation', () => {
    expect(names('agua')).toEqual(['Água Viva'])
    expect(names('flores BETIM')).toEqual(['Cristal'])
    expect(names('01310-100')).toEqual(['Água Viva'])
    expect(names('013101')).toEqual(['Água Viva'])
    expect(names('12.abc.345')).toEqual(['Água Viva'])
    expect(names('12abc34501')).toEqual(['Água Viva'])
    expect(names('nada')).toEqual([])
  })

  test('has the requested order, and by city puts condominiums without a city last', () => {
    expect(names('')).toEqual(['Água Viva', 'Bosque', 'Cristal'])
    expect(names('', 'nameDescending')).toEqual(['Cristal', 'Bosque', 'Água Viva'])
    expect(names('', 'city')).toEqual(['Cristal', 'Água Viva', 'Bosque'])
  })
})
