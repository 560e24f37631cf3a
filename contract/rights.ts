/** What a person may be allowed to do; the server enforces it, the panel hides the rest. */
export const rights = [
  'condominium:write',
  'device:write',
  'device:reset',
  'import',
  'audit:read',
  'users:write',
  'qa',
] as const

export type Right = (typeof rights)[number]

/** What somebody is allowed to do; a server may name things that this panel does not know, and never asks for. */
export interface Rights extends ReadonlyArray<string> {
  includes(right: Right): boolean
}
