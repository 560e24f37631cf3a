import { emailRule, mostAssigned, personNameRule } from '../../../contract/fields/person.ts'
import { type Right, type Rights, rights, usualAccess } from '../../../contract/rights.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import type { PersonDetails } from '../../../contract/wire/answers/people.ts'
import type { PersonRecord } from '../../services/people/people-api.ts'
import { recordVersions } from '../parts/record-versions.ts'

/** The fields of the form of a person. */
export type PersonFields = Readonly<
  Pick<PersonDetails, 'name' | 'email' | 'type' | 'permissions' | 'seesAll' | 'condominiumsId'>
>

export type PersonField = keyof PersonFields

export type PersonProblems = Readonly<Partial<Record<PersonField, string>>>

export const personFieldNames = ['name', 'email', 'type', 'permissions', 'seesAll', 'condominiumsId'] as const

/** The defaults of a type, limited to the rights that the user may give (`own`). */
export function usualOf(
  type: PersonFields['type'],
  own: Rights,
): Pick<PersonFields, 'type' | 'permissions' | 'seesAll'> {
  const { permissions, seesAll } = usualAccess[type]
  return { type, permissions: permissions.filter((right) => own.includes(right)), seesAll }
}

/** The fields of a person, or the defaults of a new person. */
export function readFields(record: PersonRecord | null): PersonFields {
  if (record === null) return { name: '', email: '', condominiumsId: [], ...usualOf('operator', rights) }
  const { name, email, type, permissions, seesAll, condominiumsId } = record.person
  return { name, email, type, permissions, seesAll, condominiumsId }
}

/** The broken rules (ACC-2). A user who manages people must see all condominiums; `email` is checked only if new. */
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
        ? `Escolha no máximo ${numberText(mostAssigned)} condomínios, ou todos.`
        : undefined,
  }
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== undefined))
}

/** Outer blanks and the order of chosen items do not count as changes. */
export const { changedFields, differences, onTop } = recordVersions<PersonFields>(personFieldNames, textOf)

/** The body that is sent for a person. */
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
