import { cepDigits, cepRule, formatCep } from './cep.ts'
import { cnpjCharacters, cnpjRule, formatCnpj } from './cnpj.ts'
import { formatPhone, phoneDigits, phoneRule } from './phone.ts'
import { lineRule, optional, type Rule } from './rule.ts'
import { longestWordCode, wordCodeRule } from './word-code.ts'

/** The fields of a condominium in the order of the form (contract "Condominiums"). */
export const condominiumFieldNames = [
  'name',
  'wordCode',
  'cnpj',
  'phone',
  'gatehousePhone',
  'maintenancePhone',
  'cep',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
] as const

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

/** The stored form of a typed text, without the mask. */
export function keptText(field: CondominiumField, text: string): string {
  if (field === 'cnpj') return cnpjCharacters(text)
  if (field === 'cep') return cepDigits(text)
  if (isPhone(field)) return phoneDigits(text)
  return field === 'wordCode' || field === 'state' ? text.toUpperCase() : text
}

/** The displayed form of a stored text, with the mask. */
export function shownText(field: CondominiumField, kept: string): string {
  if (field === 'cnpj') return formatCnpj(kept)
  if (field === 'cep') return formatCep(kept)
  return isPhone(field) ? formatPhone(kept) : kept
}

function isPhone(field: CondominiumField): boolean {
  return field === 'phone' || field === 'gatehousePhone' || field === 'maintenancePhone'
}
