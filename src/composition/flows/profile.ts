import type { profileMachine } from '../../machines/profile/profile.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    profile: typeof profileMachine
  }
}

/** The profile page with the password change, the other sessions, the wall links (INC-8) and the second factor (SES-12). */
export const profile: Flow<'profile'> = {
  chart: (neighbours) => import('../charts/signed-in/profile.ts').then((code) => code.profile(neighbours)),
  pages: [
    page('/pages/profile', {
      code: async () => {
        const [{ ProfilePage }] = await Promise.all([
          import('../../ui/profile/profile-page.tsx'),
          import('../charts/signed-in/profile.ts').then((code) => code.importProfileParts()),
        ])
        return ProfilePage
      },
      permission: null,
    }),
  ],
  menu: { group: 'Conta', label: 'Perfil', icon: 'person' },
}
