import { lateCode } from '../parts/loading/late-code.ts'

/** Loads the panel of the bell. */
export const lateBellPanel = lateCode(async () => (await import('./bell-panel.tsx')).BellPanel)
