/**
 * The optional fields of a condominium, in the order of the form. `gatehousePhone` calls the gate, `maintenancePhone` the
 * maintenance company (PAGE-2).
 */
export const condominiumDetails = [
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
