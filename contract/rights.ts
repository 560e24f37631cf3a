/** Rights of a person. The server enforces the rights; the panel hides the parts that the person may not use. */
export const rights = [
  'condominium:write',
  'procedures:write',
  'device:write',
  'device:reset',
  'devices:open',
  'import',
  'audit:read',
  'users:write',
  'qa',
] as const

export type Right = (typeof rights)[number]

/** The rights that a session carries; another server may name rights that this panel does not know. */
export interface Rights extends ReadonlyArray<string> {
  includes(right: Right): boolean
}

/** Words for each right (pt-BR). */
export const rightWords: Readonly<Record<Right, string>> = {
  'condominium:write': 'Cadastrar e alterar condomínios',
  'procedures:write': 'Alterar contatos e procedimentos',
  'device:write': 'Cadastrar e operar dispositivos',
  'device:reset': 'Retomar dispositivos em pausa',
  'devices:open': 'Abrir portões',
  import: 'Importar planilhas',
  'audit:read': 'Consultar a auditoria',
  'users:write': 'Cuidar das pessoas com acesso',
  qa: 'Usar o inspetor de qualidade',
}

/** Rights for everyday work: all but `qa`, which is for testers. */
export const everydayRights: readonly Right[] = rights.filter((right) => right !== 'qa')

/**
 * Returns whether a person with the rights `own` may give the rights `theirs` to another person, or change the access
 * of a person who has them: nobody gives a right that they lack, or changes the access of a person with more rights
 * (ACC-5).
 */
export function coversRights(own: Rights, theirs: readonly Right[]): boolean {
  return theirs.every((right) => own.includes(right))
}

/** Why a person cannot change the access of a person with more rights (ACC-5). */
export const moreRightsText =
  'Esta pessoa tem permissões que você não tem. Peça a quem também as tem, ou a quem cuida do servidor.'

/** Role of a person at the customer. A role decides nothing by itself, the rights do. */
export const personTypes = ['admin', 'operator', 'auditor'] as const

export type PersonType = (typeof personTypes)[number]

/** Words for each role (pt-BR). */
export const typeWords: Readonly<Record<PersonType, string>> = {
  admin: 'Administração',
  operator: 'Operação',
  auditor: 'Auditoria',
}

/** Usual rights of each role, and whether the role sees all condominiums. The form proposes them; command line and demo data use them. */
export const usualAccess: Readonly<Record<PersonType, { permissions: readonly Right[]; seesAll: boolean }>> = {
  admin: { permissions: everydayRights, seesAll: true },
  operator: { permissions: ['device:write', 'device:reset', 'devices:open'], seesAll: false },
  auditor: { permissions: ['audit:read'], seesAll: true },
}
