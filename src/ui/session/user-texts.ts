import type { Right } from '../../../contract/rights.ts'

const types: Record<string, string> = {
  admin: 'Administração',
  operator: 'Operação',
  auditor: 'Auditoria',
}

const permissions: Readonly<Record<string, string>> = {
  'condominium:write': 'Cadastrar e alterar condomínios',
  'device:write': 'Cadastrar e operar dispositivos',
  'device:reset': 'Retomar dispositivos em pausa',
  import: 'Importar planilhas',
  'audit:read': 'Consultar a auditoria',
  'users:write': 'Cuidar das pessoas com acesso',
  qa: 'Usar o inspetor de qualidade',
} satisfies Record<Right, string>

/** What a user's type is called; one that the panel does not know stays as the server names it. */
export function userTypeText(type: string): string {
  return types[type] ?? type
}

/** What a permission allows, in words; one that the panel does not know stays as the server names it. */
export function permissionText(permission: string): string {
  return permissions[permission] ?? permission
}

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
