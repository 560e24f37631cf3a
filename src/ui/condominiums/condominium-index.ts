import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { searchable } from '../../machines/parts/searchable.ts'

/** Undoes the selection (LIVE-6). */
export const allName = 'Todos os condomínios'

/** A condominium with what a search looks at. */
export interface NamedCondominium {
  condominium: Condominium
  /** As a search compares it. */
  name: string
  /** A bit for each letter from a to z that the name has. */
  letters: number
}

/** Each with its searchable name, normalised once. */
export function namedCondominiums(condominiums: readonly Condominium[]): readonly NamedCondominium[] {
  return condominiums.map((condominium) => {
    const name = searchable(condominium.name)
    return { condominium, name, letters: lettersOf(name) }
  })
}

/** Finds condominiums by name; while a text grows it is looked for among those alone that were found already. */
export function indexCondominiums(all: readonly NamedCondominium[]) {
  const condominiums = condominiumsOf(all)
  let last = { wanted: '', found: all }
  return {
    /** Those whose name contains the text, in their order; all where the text is blank. */
    matching(text: string): readonly Condominium[] {
      const wanted = searchable(text)
      if (wanted === '') return condominiums
      const among = wanted.includes(last.wanted) ? last.found : all
      const needed = lettersOf(wanted)
      const isOneLetter = wanted.length === 1 && needed !== 0
      const found = among.filter(
        ({ name, letters }) => (letters & needed) === needed && (isOneLetter || name.includes(wanted)),
      )
      last = { wanted, found }
      return condominiumsOf(found)
    },
  }
}

function condominiumsOf(named: readonly NamedCondominium[]): readonly Condominium[] {
  return named.map(({ condominium }) => condominium)
}

const firstLetter = 97
const letterCount = 26

function lettersOf(name: string): number {
  let letters = 0
  for (let at = 0; at < name.length; at += 1) {
    const letter = name.charCodeAt(at) - firstLetter
    if (letter >= 0 && letter < letterCount) letters |= 1 << letter
  }
  return letters
}
