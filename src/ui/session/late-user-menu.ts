import { lateCode } from '../parts/loading/late-code.ts'

/** What the button with the person's name opens. */
export const lateUserMenu = lateCode(async () => (await import('./user-menu-panel.tsx')).UserMenuPanel)
