import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { searchable } from '../../machines/parts/searchable.ts'

/** Undoes the selection (LIVE-6). */
export const allName = 'Todos os condomínios'

/** A condominium with what a search looks at. */
export interface NamedCondominium {
  condominium: Condominium
  /** As a search compares it. */
  name: string
}

/** Each with its searchable name, normalised once. */
export function namedCondominiums(condominiums: readonly Condominium[]): readonly NamedCondominium[] {
  return condominiums.map((condominium) => ({ condominium, name: searchable(condominium.name) }))
}

/** Finds condominiums by name; while a text grows it is looked for among those alone that were found already. */
export function indexCondominiums(all: readonly NamedCondominium[]) {
  let last = { wanted: '', found: all }
  return {
    /** Those whose name contains the text, in their order; all where the text is blank. */
    matching(text: string): readonly NamedCondominium[] {
      const wanted = searchable(text)
      if (wanted === '') return all
      const among = wanted.includes(last.wanted) ? last.found : all
      last = { wanted, found: among.filter(({ name }) => name.includes(wanted)) }
      return last.found
    },
  }
}
