import { type Right, rightWords, typeWords } from '../../contract/rights.ts'
import type { PersonDetails } from '../../contract/wire/answers/people.ts'
import type { PersonBody } from '../../contract/wire/requests/people.ts'
import type { PersonChange } from './person-history.ts'

const mostNames = 100

/** Lists the changed fields of a person, in words for display. */
export function changedFieldsOf(
  before: PersonDetails,
  next: PersonBody,
  { given, taken }: Record<'given' | 'taken', { name: string }[]>,
): PersonChange[] {
  const pairs: PersonChange[] = [
    { field: 'name', before: before.name, after: next.name },
    { field: 'type', before: typeWords[before.type], after: typeWords[next.type] },
    { field: 'permissions', before: rightsText(before.permissions), after: rightsText(next.permissions) },
    { field: 'seesAll', before: visibleCondominiumsText(before.seesAll), after: visibleCondominiumsText(next.seesAll) },
    { field: 'condominiumsGiven', before: '', after: namesText(given) },
    { field: 'condominiumsTaken', before: namesText(taken), after: '' },
  ]
  return pairs.filter((pair) => pair.before !== pair.after)
}

function rightsText(permissions: readonly Right[]): string {
  return permissions
    .map((right) => rightWords[right])
    .toSorted((one, other) => one.localeCompare(other, 'pt-BR'))
    .join(', ')
}

function visibleCondominiumsText(seesAll: boolean): string {
  return seesAll ? 'Todos os condomínios' : 'Só os condomínios escolhidos'
}

function namesText(condominiums: { name: string }[]): string {
  const names = condominiums.slice(0, mostNames).map(({ name }) => name)
  const more = condominiums.length - names.length
  return more > 0 ? `${names.join(', ')} e mais ${more}` : names.join(', ')
}
