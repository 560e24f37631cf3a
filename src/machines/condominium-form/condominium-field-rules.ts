import {
  type CondominiumField,
  type CondominiumFields,
  type CondominiumProblems,
  condominiumFieldNames,
  keptText,
} from '../../../contract/fields/condominium.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { CepAddress } from '../../services/condominiums/cep-api.ts'
import type { CondominiumEntries } from '../../services/condominiums/condominium-record-api.ts'
import { recordVersions } from '../parts/record-versions.ts'

/** What a look-up of a CEP fills in. */
export const addressFieldNames = ['street', 'district', 'city', 'state'] as const

export type AddressField = (typeof addressFieldNames)[number]

export const emptyCondominiumFields: CondominiumFields = {
  name: '',
  wordCode: '',
  cnpj: '',
  phone: '',
  gatehousePhone: '',
  maintenancePhone: '',
  cep: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  city: '',
  state: '',
}

/** Outer blanks are no change. */
export const { changedFields, differences, onTop } = recordVersions<CondominiumFields>(
  condominiumFieldNames,
  (fields, field) => fields[field].trim(),
)

/** A record as the form shows it. */
export function fieldsOf(condominium: Condominium): CondominiumFields {
  const fields: Record<CondominiumField, string> = { ...emptyCondominiumFields }
  for (const field of condominiumFieldNames) fields[field] = keptText(field, condominium[field] ?? '')
  return fields
}

/** The fields as the service takes them: trimmed, and without those that are empty. */
export function entriesOf(fields: CondominiumFields): CondominiumEntries {
  const { name, wordCode, ...rest } = fields
  const filled = Object.entries(rest).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]]))
  return { name: name.trim(), wordCode: wordCode.trim(), ...Object.fromEntries(filled) }
}

/** What the server refused, field by field; whatever is no field of the form is left out. */
export function refusedFieldProblems(fields: Readonly<Record<string, string>>): CondominiumProblems {
  const problems: Partial<Record<CondominiumField, string>> = {}
  for (const field of condominiumFieldNames) {
    const text = fields[field]
    if (text !== undefined) problems[field] = text
  }
  return problems
}

/** What the look-ups of a form may change, and what they may not. */
export interface AddressOrigin {
  /** Where a person has typed since the form was opened. */
  typed: readonly CondominiumField[]
  /** What the last look-up put into a field. */
  filled: Readonly<Partial<Record<AddressField, string>>>
}

/**
 * The fields after a look-up: what a person typed stays, number and complement too. Where the CEP of a whole town names no
 * street, one that an earlier look-up put there goes; one that stood in the record stays.
 */
export function withAddress(
  fields: CondominiumFields,
  { typed, filled }: AddressOrigin,
  address: CepAddress,
): { fields: CondominiumFields; filled: AddressOrigin['filled'] } {
  const next: Record<CondominiumField, string> = { ...fields }
  const nowFilled: Partial<Record<AddressField, string>> = {}
  for (const field of addressFieldNames) {
    const isOwn = typed.includes(field) && fields[field] !== '' && fields[field] !== filled[field]
    const isStale = address[field] === '' && filled[field] === undefined
    if (isOwn || isStale) continue
    next[field] = keptText(field, address[field])
    nowFilled[field] = next[field]
  }
  return { fields: next, filled: nowFilled }
}
