import { emailRule, mostAssigned, personNameRule } from '../../../contract/fields/person.ts'
import { type Right, type Rights, rights, usualAccess } from '../../../contract/rights.ts'
import type { PersonDetails } from '../../../contract/wire/answers/people.ts'
import type { PersonRecord } from '../../services/people/people-api.ts'
import { recordVersions } from '../parts/record-versions.ts'

/** What the form of a person shows. */
export type PersonFields = Readonly<
  Pick<PersonDetails, 'name' | 'email' | 'type' | 'permissions' | 'seesAll' | 'condominiumsId'>
>

export type PersonField = keyof PersonFields

export type PersonProblems = Readonly<Partial<Record<PersonField, string>>>

const personFieldNames = ['name', 'email', 'type', 'permissions', 'seesAll', 'condominiumsId'] as const

/** What choosing a type brings along, of what the person at the panel may give (`mayGive`). */
export function usualOf(
  type: PersonFields['type'],
  mayGive: Rights,
): Pick<PersonFields, 'type' | 'permissions' | 'seesAll'> {
  const { permissions, seesAll } = usualAccess[type]
  return { type, permissions: permissions.filter((right) => mayGive.includes(right)), seesAll }
}

/** The fields of a person, or those that somebody new begins with. */
export function readFields(record: PersonRecord | null): PersonFields {
  if (record === null) return { name: '', email: '', condominiumsId: [], ...usualOf('operator', rights) }
  const { name, email, type, permissions, seesAll, condominiumsId } = record.person
  return { name, email, type, permissions, seesAll, condominiumsId }
}

/** The rules that the fields break (ACC-2); who hands out sight needs it, and an e-mail stays once it is there. */
export function personProblems(fields: PersonFields, { isNew }: { isNew: boolean }): PersonProblems {
  const { name, email, permissions, seesAll, condominiumsId } = fields
  const visibleCondominiums = () => {
    if (!seesAll && permissions.includes('users:write'))
      return 'Quem cuida das pessoas com acesso vê todos os condomínios.'
    return undefined
  }
  const problems = {
    name: personNameRule(name.trim()),
    email: isNew ? emailRule(email.trim()) : undefined,
    seesAll: visibleCondominiums(),
    condominiumsId:
      !seesAll && condominiumsId.length > mostAssigned
        ? `Escolha no máximo ${mostAssigned.toLocaleString('pt-BR')} condomínios, ou todos.`
        : undefined,
  }
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined))
}

/** What the server refused, field by field, also where it names one of many (`condominiumsId.3`). */
export function refusedFields(fields: Readonly<Record<string, string>>): PersonProblems {
  const problems: Partial<Record<PersonField, string>> = {}
  for (const [path, text] of Object.entries(fields)) {
    const field = personFieldNames.find((name) => name === path.split('.')[0])
    if (field !== undefined) problems[field] ??= text
  }
  return problems
}

/** Outer blanks and the order of what is chosen are no change. */
export const { changedFields, differences, onTop } = recordVersions<PersonFields>(personFieldNames, textOf)

/** What of a person an administrator sends. */
export function bodyOf({ name, type, permissions, seesAll, condominiumsId }: PersonFields) {
  const isGiven = (right: Right) => permissions.includes(right)
  return {
    name: name.trim(),
    type,
    permissions: rights.filter(isGiven),
    seesAll,
    condominiumsId: seesAll ? [] : [...condominiumsId],
  }
}

function textOf(fields: PersonFields, field: PersonField): string {
  if (field === 'condominiumsId') return fields.seesAll ? '' : fields.condominiumsId.toSorted().join('\n')
  if (field === 'permissions') return fields.permissions.toSorted().join('\n')
  return `${fields[field]}`.trim()
}
