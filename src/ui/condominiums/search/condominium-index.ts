import type { Condominium } from '../../../../contract/wire/answers/condominiums.ts'
import { searchable, searchFor } from '../../../machines/parts/searchable.ts'

/** Undoes the selection (LIVE-6). */
export const allName = 'Todos os condomínios'

/** A condominium with the text that a search compares, prepared once. */
export interface SearchedCondominium {
  condominium: Condominium
  text: string
}

/** The condominiums, found by name alone. */
export function namedCondominiums(condominiums: readonly Condominium[]): readonly SearchedCondominium[] {
  return condominiums.map((condominium) => ({ condominium, text: searchable(condominium.name) }))
}

/** Those that have each word of the search, in their order. */
export function foundCondominiums(
  condominiums: readonly SearchedCondominium[],
  search: string,
): readonly Condominium[] {
  const isFound = searchFor(search)
  return condominiums.filter(({ text }) => isFound(text)).map(({ condominium }) => condominium)
}
