import { searchable, searchFor } from '../../../../contract/texts/searchable.ts'
import type { Condominium } from '../../../../contract/wire/answers/condominiums.ts'

/** Label of the option that clears the selection (LIVE-6). */
export const allName = 'Todos os condomínios'

/** Condominium with its search text, prepared once. */
export interface SearchedCondominium {
  condominium: Condominium
  text: string
}

/** Prepares a search by name only. */
export function namedCondominiums(condominiums: readonly Condominium[]): readonly SearchedCondominium[] {
  return condominiums.map((condominium) => ({ condominium, text: searchable(condominium.name) }))
}

/** Keeps the condominiums that contain each word of the search, in their order. */
export function foundCondominiums(
  condominiums: readonly SearchedCondominium[],
  search: string,
): readonly Condominium[] {
  const isFound = searchFor(search)
  return condominiums.filter(({ text }) => isFound(text)).map(({ condominium }) => condominium)
}
