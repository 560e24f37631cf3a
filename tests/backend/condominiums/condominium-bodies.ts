/** Has every field that a person may enter. */
export const fullCondominium = {
  name: 'Residencial Novo Horizonte',
  wordCode: 'NOVO-01',
  cnpj: '11222333000181',
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Bloco B',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  phone: '11987654321',
  gatehousePhone: '1133334444',
  maintenancePhone: '11944445555',
}
/** Has only the required fields. */
export const smallCondominium = { name: 'Vila Nova', wordCode: 'VILA-01' }
