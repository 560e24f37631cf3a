import {
  type CondominiumField,
  type CondominiumFields,
  condominiumFieldNames,
  keptText,
} from '../../../contract/fields/condominium.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { CepAddress } from '../../services/condominiums/cep-api.ts'
import type { CondominiumEntries } from '../../services/condominiums/condominium-record-api.ts'
import { recordVersions } from '../parts/record-versions.ts'

/** The fields that a lookup of a CEP fills in. */
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

/** Outer blanks do not count as changes. */
export const { changedFields, differences, onTop } = recordVersions<CondominiumFields>(
  condominiumFieldNames,
  (fields, field) => fields[field].trim(),
)

/** A record as the form's fields. */
export function fieldsOf(condominium: Condominium): CondominiumFields {
  const fields: Record<CondominiumField, string> = { ...emptyCondominiumFields }
  for (const field of condominiumFieldNames) fields[field] = keptText(field, condominium[field] ?? '')
  return fields
}

/** The fields in the format of the service: trimmed, without empty ones. */
export function entriesOf(fields: CondominiumFields): CondominiumEntries {
  const { name, wordCode, ...rest } = fields
  const filled = Object.entries(rest).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]]))
  return { name: name.trim(), wordCode: wordCode.trim(), ...Object.fromEntries(filled) }
}

/** The origin of the fields' values: decides which of them a lookup may change. */
export interface AddressOrigin {
  /** The fields that the user has edited since the form was opened. */
  typed: readonly CondominiumField[]
  /** The values that the last lookup filled in. */
  filled: Readonly<Partial<Record<AddressField, string>>>
}

/**
 * The fields after a lookup: values typed by the user stay, also number and complement. If the CEP of a whole town has
 * no street, the street of an earlier lookup is cleared, but the street of the record stays.
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
