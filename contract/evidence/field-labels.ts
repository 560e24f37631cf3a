import type { CondominiumField } from '../fields/condominium.ts'
import type { PersonDetails } from '../wire/answers/people.ts'

export const condominiumLabels: Readonly<Record<CondominiumField, string>> = {
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

export const personLabels: Readonly<
  Record<keyof Pick<PersonDetails, 'name' | 'email' | 'type' | 'permissions' | 'seesAll' | 'condominiumsId'>, string>
> = {
  name: 'Nome',
  email: 'E-mail',
  type: 'Tipo',
  permissions: 'Permissões',
  seesAll: 'O que vê',
  condominiumsId: 'Condomínios',
}
