import type { Right } from '../rights.ts'

/** What a person's type is called (pt-BR). */
export const typeWords = {
  admin: 'Administração',
  operator: 'Operação',
  auditor: 'Auditoria',
} as const

/** What a right allows, in words (pt-BR). */
export const rightWords: Readonly<Record<Right, string>> = {
  'condominium:write': 'Cadastrar e alterar condomínios',
  'device:write': 'Cadastrar e operar dispositivos',
  'device:reset': 'Retomar dispositivos em pausa',
  import: 'Importar planilhas',
  'audit:read': 'Consultar a auditoria',
  'users:write': 'Cuidar das pessoas com acesso',
  qa: 'Usar o inspetor de qualidade',
}
