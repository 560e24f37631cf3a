/** What somebody may be allowed to do, by name (contract "Session"). */
export const permissions = ['condominium:write', 'device:write', 'device:reset', 'import', 'audit:read', 'qa'] as const

export type Permission = (typeof permissions)[number]

/** What somebody is allowed to do; a server may name things that this panel does not know, and never asks for. */
export interface Permissions extends ReadonlyArray<string> {
  includes(permission: Permission): boolean
}
