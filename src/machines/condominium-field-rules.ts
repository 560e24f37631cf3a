import type { Condominium } from '../../contract/wire/condominiums.ts'
import type { CepAddress } from '../services/cep-api.ts'
import type { CondominiumEntries } from '../services/condominium-record-api.ts'
import { cepDigits, isWholeCep } from './cep-rules.ts'
import { cnpjCharacters, isCnpj } from './cnpj-rules.ts'
import { isWholePhone, phoneDigits } from './phone-rules.ts'

/** What a person enters of a condominium, in the order of the form. */
export const condominiumFieldNames = [
  'name',
  'wordCode',
  'cnpj',
  'phone',
  'cep',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
] as const

export type CondominiumField = (typeof condominiumFieldNames)[number]

/** '' is a field that stays empty; CNPJ, CEP and telephone are without punctuation, as the service keeps them. */
export type CondominiumFields = Readonly<Record<CondominiumField, string>>

/** What a look-up of a CEP fills in. */
export const addressFieldNames = ['street', 'district', 'city', 'state'] as const

export type AddressField = (typeof addressFieldNames)[number]

/** A rule that was broken, by its code, or what the server holds against the field, in its own words. */
export type CondominiumProblem =
  | { code: 'missing' | 'tooShort' | 'tooLong' | 'wordCode' | 'cnpj' | 'cep' | 'phone' }
  | { text: string }

export type CondominiumProblems = Readonly<Partial<Record<CondominiumField, CondominiumProblem>>>

/** How long each text may be, in characters; the server has the same limits. */
export const longestText: Readonly<Partial<Record<CondominiumField, number>>> = {
  name: 120,
  wordCode: 32,
  street: 120,
  number: 20,
  complement: 80,
  district: 80,
  city: 80,
}

export const emptyCondominiumFields: CondominiumFields = {
  name: '',
  wordCode: '',
  cnpj: '',
  phone: '',
  cep: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  city: '',
  state: '',
}

/** A record as the form shows it. */
export function fieldsOf(condominium: Condominium): CondominiumFields {
  const fields: Record<CondominiumField, string> = { ...emptyCondominiumFields }
  for (const field of condominiumFieldNames) fields[field] = keptText(field, condominium[field] ?? '')
  return fields
}

/** A typed text as a field keeps it: what a mask adds is left out. */
export function keptText(field: CondominiumField, text: string): string {
  if (field === 'cnpj') return cnpjCharacters(text)
  if (field === 'cep') return cepDigits(text)
  if (field === 'phone') return phoneDigits(text)
  return field === 'wordCode' || field === 'state' ? text.toUpperCase() : text
}

/** The fields as the service takes them: trimmed, and without those that are empty. */
export function entriesOf(fields: CondominiumFields): CondominiumEntries {
  const { name, wordCode, ...rest } = fields
  const filled = Object.entries(rest).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]]))
  return { name: name.trim(), wordCode: wordCode.trim(), ...Object.fromEntries(filled) }
}

/** The first rule that each field breaks, before anybody is asked (contract "Condominiums"). */
export function brokenFieldRules(fields: CondominiumFields): CondominiumProblems {
  const problems: Partial<Record<CondominiumField, CondominiumProblem>> = {}
  for (const field of condominiumFieldNames) {
    const problem = brokenRule(field, fields[field].trim())
    if (problem !== undefined) problems[field] = problem
  }
  return problems
}

function brokenRule(field: CondominiumField, text: string): CondominiumProblem | undefined {
  if (field === 'name' && text.length < 2) return { code: text === '' ? 'missing' : 'tooShort' }
  if (field === 'wordCode' && !/^[A-Z0-9-]{3,32}$/.test(text)) return { code: text === '' ? 'missing' : 'wordCode' }
  if (text === '') return undefined
  if (field === 'cnpj') return isCnpj(text) ? undefined : { code: 'cnpj' }
  if (field === 'cep') return isWholeCep(text) ? undefined : { code: 'cep' }
  if (field === 'phone') return isWholePhone(text) ? undefined : { code: 'phone' }
  return text.length > (longestText[field] ?? Number.POSITIVE_INFINITY) ? { code: 'tooLong' } : undefined
}

/** What the server refused, field by field; whatever is no field of the form is left out. */
export function refusedFieldProblems(fields: Readonly<Record<string, string>>): CondominiumProblems {
  const problems: Partial<Record<CondominiumField, CondominiumProblem>> = {}
  for (const field of condominiumFieldNames) {
    const text = fields[field]
    if (text !== undefined) problems[field] = { text }
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
