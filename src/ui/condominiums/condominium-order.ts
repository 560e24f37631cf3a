import { formatCep } from '../../../contract/fields/cep.ts'
import { formatCnpj } from '../../../contract/fields/cnpj.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { searchable } from '../../machines/parts/searchable.ts'

/** The orders of the list, with the word of the page's address for each. */
export const condominiumOrders = [
  { order: 'name', word: null, label: 'Nome, de A a Z' },
  { order: 'nameDescending', word: 'nome-z-a', label: 'Nome, de Z a A' },
  { order: 'city', word: 'cidade', label: 'Cidade' },
] as const

export type CondominiumOrder = (typeof condominiumOrders)[number]['order']

interface Entry {
  condominium: Condominium
  /** What a search looks in. */
  text: string
}

/** A list of condominiums as its page shows it: normalised once, sorted once an order, and searched in one pass. */
export class CondominiumView {
  readonly #byName: readonly Entry[]
  #byCity: readonly Entry[] | undefined

  /** @param condominiums in the order of their names */
  constructor(condominiums: readonly Condominium[]) {
    this.#byName = condominiums.map((condominium) => ({ condominium, text: searchedText(condominium) }))
  }

  /** Those in which every word of the text stands somewhere: name, code, address, CEP or CNPJ. */
  matching(text: string, order: CondominiumOrder): readonly Condominium[] {
    const words = searchable(text)
      .split(/\s+/)
      .filter((word) => word !== '')
    const found = this.#inOrder(order).filter((entry) => words.every((word) => entry.text.includes(word)))
    return found.map(({ condominium }) => condominium)
  }

  #inOrder(order: CondominiumOrder): readonly Entry[] {
    if (order === 'name') return this.#byName
    if (order === 'nameDescending') return this.#byName.toReversed()
    this.#byCity ??= this.#byName.toSorted(byCity)
    return this.#byCity
  }
}

const { compare } = new Intl.Collator('pt-BR', { numeric: true })

/** Those without a city come last. */
function byCity({ condominium: left }: Entry, { condominium: right }: Entry): number {
  if (!left.city || !right.city) return Number(!left.city) - Number(!right.city)
  return compare(left.city, right.city) || compare(left.state ?? '', right.state ?? '')
}

function searchedText({ name, wordCode, street, district, city, state, cep, cnpj }: Condominium): string {
  const numbers = [cep, formatCep(cep ?? ''), cnpj, formatCnpj(cnpj ?? '')]
  return searchable([name, wordCode, street, district, city, state, ...numbers].filter(Boolean).join('\n'))
}
