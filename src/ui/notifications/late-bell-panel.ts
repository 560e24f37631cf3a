import { lateCode } from '../parts/loading/late-code.ts'

export const lateBellPanel = lateCode(async () => (await import('./bell-panel.tsx')).BellPanel)
