import type { CondominiumField } from '../../../contract/fields/condominium.ts'

export const fieldLabels: Readonly<Record<CondominiumField, string>> = {
  name: 'Nome',
  wordCode: 'Código',
  cnpj: 'CNPJ',
  phone: 'Telefone',
  gatehousePhone: 'Telefone da portaria',
  maintenancePhone: 'Telefone da manutenção',
  cep: 'CEP',
  street: 'Rua',
  number: 'Número',
  complement: 'Complemento',
  district: 'Bairro',
  city: 'Cidade',
  state: 'Estado',
}
