/** What a person may be allowed to do; the server enforces it, the panel hides the rest. */
export const rights = ['condominium:write', 'device:write', 'device:reset', 'import', 'audit:read', 'qa'] as const

export type Right = (typeof rights)[number]
