import { lateCode } from '../parts/loading/late-code.ts'

export const lateSessionWarning = lateCode(async () => (await import('./session-warning.tsx')).SessionWarning)
