import type { CondominiumField } from '../../../contract/fields/condominium.ts'

/** What each field is called. */
export const fieldLabels: Readonly<Record<CondominiumField, string>> = {
  name: 'Nome',
  wordCode: 'Código',
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
