import { cepMask, cepRule } from './cep.ts'
import { cnpjMask, cnpjRule } from './cnpj.ts'
import { condominiumDetails } from './condominium-details.ts'
import { type Mask, withoutInvisible } from './mask.ts'
import { phoneMask, phoneRule } from './phone-mask.ts'
import { lineRule, optional, type Rule } from './rule.ts'
import { longestWordCode, wordCodeRule } from './word-code.ts'

/** The fields of a condominium in the order of the form (contract "Condominiums"). */
export const condominiumFieldNames = ['name', 'wordCode', ...condominiumDetails] as const

export type CondominiumField = (typeof condominiumFieldNames)[number]

/** '' means empty. CNPJ, CEP and telephones have no punctuation, as in the database. */
export type CondominiumFields = Readonly<Record<CondominiumField, string>>

export type CondominiumProblems = Readonly<Partial<Record<CondominiumField, string>>>

export const stateCodes: readonly string[] = [
  ...['AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR'],
  ...['RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO'],
]

const most = {
  name: 120,
  wordCode: longestWordCode,
  street: 120,
  number: 20,
  complement: 80,
  district: 80,
  city: 80,
} as const

/** Greatest length of each text, in characters. */
export const longestText: Readonly<Partial<Record<CondominiumField, number>>> = most

const optionalLine = (mostCharacters: number) => optional(lineRule({ most: mostCharacters }))

/** The rule for each field, after trimming and without punctuation. */
export const condominiumRules: Readonly<Record<CondominiumField, Rule>> = {
  name: lineRule({ least: 2, most: most.name, missing: 'Informe o nome.' }),
  wordCode: wordCodeRule,
  cnpj: optional(cnpjRule),
  phone: optional(phoneRule),
  gatehousePhone: optional(phoneRule),
  maintenancePhone: optional(phoneRule),
  cep: optional(cepRule),
  street: optionalLine(most.street),
  number: optionalLine(most.number),
  complement: optionalLine(most.complement),
  district: optionalLine(most.district),
  city: optionalLine(most.city),
  state: optional((text) => (stateCodes.includes(text) ? undefined : 'Informe a sigla do estado, por exemplo SP.')),
}

/** Validates all fields of the form before the request. */
export function condominiumProblems(fields: CondominiumFields): CondominiumProblems {
  const problems: Partial<Record<CondominiumField, string>> = {}
  for (const field of condominiumFieldNames) {
    const problem = condominiumRules[field](fields[field].trim())
    if (problem !== undefined) problems[field] = problem
  }
  return problems
}

/** The masks of the fields that have one. */
export const condominiumMasks = {
  cnpj: cnpjMask,
  phone: phoneMask,
  gatehousePhone: phoneMask,
  maintenancePhone: phoneMask,
  cep: cepMask,
} as const

const maskOfField: Readonly<Partial<Record<CondominiumField, Mask>>> = condominiumMasks

/** The stored form of a typed text, without the mask. */
export function keptText(field: CondominiumField, text: string): string {
  if (field === 'wordCode') return withoutInvisible(text).toUpperCase()
  return maskOfField[field]?.keep(text) ?? (field === 'state' ? text.toUpperCase() : text)
}

/** The displayed form of a stored text, with the mask. */
export function shownText(field: CondominiumField, kept: string): string {
  return maskOfField[field]?.show(kept) ?? kept
}

/**
 * Returns the problem of a text that is longer than the field allows. The form shows the problem while the person
 * types.
 */
export function excessProblem(field: CondominiumField, kept: string): string | undefined {
  const hasExcess = maskOfField[field]?.fits(kept) === false || kept.trim().length > (longestText[field] ?? Infinity)
  return hasExcess ? condominiumRules[field](kept.trim()) : undefined
}
