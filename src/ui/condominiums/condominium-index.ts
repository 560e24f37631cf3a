import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { searchable } from '../../machines/parts/searchable.ts'

/** Undoes the selection (LIVE-6). */
export const allName = 'Todos os condomínios'

/** Condominiums by searchable name, normalised once; while a text grows it is looked for among those alone that were found already. */
export function indexCondominiums(condominiums: readonly Condominium[]) {
  const all = condominiums.map((condominium) => ({ condominium, name: searchable(condominium.name) }))
  let last = { wanted: '', found: all }
  return {
    /** Those whose name contains the text, in their order; all where the text is blank. */
    matching(text: string): readonly Condominium[] {
      const wanted = searchable(text)
      if (wanted === '') return condominiums
      const among = wanted.includes(last.wanted) ? last.found : all
      last = { wanted, found: among.filter(({ name }) => name.includes(wanted)) }
      return last.found.map(({ condominium }) => condominium)
    },
  }
}
