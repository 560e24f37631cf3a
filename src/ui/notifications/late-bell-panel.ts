import { lateCode } from '../parts/loading/late-code.ts'

/** What the bell opens. */
export const lateBellPanel = lateCode(async () => (await import('./bell-panel.tsx')).BellPanel)
