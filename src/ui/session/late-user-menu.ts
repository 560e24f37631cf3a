import { lateCode } from '../parts/loading/late-code.ts'

export const lateUserMenu = lateCode(async () => (await import('./user-menu-panel.tsx')).UserMenuPanel)
