import { lateCode } from '../../parts/loading/late-code.ts'

/** The popup of the search. */
export const lateOptions = lateCode(async () => (await import('./condominium-options.tsx')).CondominiumOptions)
