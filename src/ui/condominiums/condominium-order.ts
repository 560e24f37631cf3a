import { cepMask } from '../../../contract/fields/cep.ts'
import { cnpjMask } from '../../../contract/fields/cnpj.ts'
import { searchable } from '../../../contract/texts/searchable.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { SearchedCondominium } from './search/condominium-index.ts'

/** Orders of the list, each with its value in the page's address. */
export const condominiumOrders = [
  { order: 'name', word: null, label: 'Nome, de A a Z' },
  { order: 'nameDescending', word: 'nome-z-a', label: 'Nome, de Z a A' },
  { order: 'city', word: 'cidade', label: 'Cidade' },
] as const

export type CondominiumOrder = (typeof condominiumOrders)[number]['order']

/** Sorts the condominiums and adds their search texts. `condominiums` must be sorted by name. */
export function searchedCondominiums(
  condominiums: readonly Condominium[],
  order: CondominiumOrder,
): readonly SearchedCondominium[] {
  const sorted = order === 'city' ? condominiums.toSorted(byCity) : condominiums
  const inOrder = order === 'nameDescending' ? sorted.toReversed() : sorted
  return inOrder.map((condominium) => ({ condominium, text: searchedText(condominium) }))
}

const { compare } = new Intl.Collator('pt-BR', { numeric: true })

function byCity(left: Condominium, right: Condominium): number {
  if (!left.city || !right.city) return Number(!left.city) - Number(!right.city)
  return compare(left.city, right.city) || compare(left.state ?? '', right.state ?? '')
}

function searchedText({ name, wordCode, street, district, city, state, cep, cnpj }: Condominium): string {
  const numbers = [cep, cepMask.show(cep ?? ''), cnpj, cnpjMask.show(cnpj ?? '')]
  return searchable([name, wordCode, street, district, city, state, ...numbers].filter(Boolean).join('\n'))
}
