import { lateCode } from '../parts/loading/late-code.ts'

/** Loads the panel of the user menu. */
export const lateUserMenu = lateCode(async () => (await import('./user-menu-panel.tsx')).UserMenuPanel)
