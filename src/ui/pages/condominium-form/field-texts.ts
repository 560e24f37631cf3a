import { formatCep } from '../../../machines/cep-rules.ts'
import { formatCnpj } from '../../../machines/cnpj-rules.ts'
import {
  type CondominiumField,
  type CondominiumProblem,
  longestText,
} from '../../../machines/condominium-field-rules.ts'
import { formatPhone } from '../../../machines/phone-rules.ts'

/** What each field is called. */
export const fieldLabels: Readonly<Record<CondominiumField, string>> = {
  name: 'Nome',
  wordCode: 'Código (wordCode)',
  cnpj: 'CNPJ',
  phone: 'Telefone',
  cep: 'CEP',
  street: 'Rua',
  number: 'Número',
  complement: 'Complemento',
  district: 'Bairro',
  city: 'Cidade',
  state: 'Estado',
}

const missing: Readonly<Partial<Record<CondominiumField, string>>> = {
  name: 'Informe o nome.',
  wordCode: 'Informe o código.',
}

const problemTexts = {
  tooShort: 'Use pelo menos 2 caracteres.',
  wordCode: 'Use de 3 a 32 letras sem acento, números ou hífens.',
  cnpj: 'Este CNPJ não existe. Confira as letras e os números.',
  cep: 'O CEP está incompleto: são 8 números.',
  phone: 'Informe o telefone com DDD, 10 ou 11 números.',
} as const

/** What is wrong with a field, in words. */
export function problemText(field: CondominiumField, problem: CondominiumProblem): string {
  if ('text' in problem) return problem.text
  if (problem.code === 'missing') return missing[field] ?? 'Preencha este campo.'
  if (problem.code === 'tooLong') return `Use no máximo ${longestText[field]} caracteres.`
  return problemTexts[problem.code]
}

/** A field as a person reads it. */
export function shownText(field: CondominiumField, text: string): string {
  if (field === 'cnpj') return formatCnpj(text)
  if (field === 'cep') return formatCep(text)
  return field === 'phone' ? formatPhone(text) : text
}
