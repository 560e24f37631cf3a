import { lateCode } from '../../parts/loading/late-code.ts'

export const lateOptions = lateCode(async () => (await import('./condominium-options.tsx')).CondominiumOptions)
