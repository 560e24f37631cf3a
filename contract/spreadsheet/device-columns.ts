/** Column titles of the template, by field (contract "Devices"). */
export const columnTitles = {
  wordCode: 'Código',
  name: 'Nome',
  model: 'Modelo',
  ip: 'IP',
  port: 'Porta de rede',
  active: 'Ativo',
} as const

export type ImportField = keyof typeof columnTitles

/** In the order of the template. */
export const importFields = [
  'wordCode',
  'name',
  'model',
  'ip',
  'port',
  'active',
] as const satisfies readonly ImportField[]
