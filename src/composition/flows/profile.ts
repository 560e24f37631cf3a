import type { mySessionsMachine } from '../../machines/profile/my-sessions.machine.ts'
import type { passwordMachine } from '../../machines/profile/password.machine.ts'
import type { profileMachine } from '../../machines/profile/profile.machine.ts'
import type { wallLinksMachine } from '../../machines/profile/wall-links.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    password: typeof passwordMachine
    mySessions: typeof mySessionsMachine
    profile: typeof profileMachine
    wallLinks: typeof wallLinksMachine
  }
}

/** The password change and the profile page. */
export const password: Flow<'password'> = {
  chart: (neighbours) => import('../charts/signed-in/profile.ts').then((code) => code.password(neighbours)),
  pages: [
    page('/pages/profile', {
      code: async () => {
        const [{ ProfilePage }] = await Promise.all([
          import('../../ui/profile/profile-page.tsx'),
          import('../../services/profile/profile-api.ts'),
          import('../charts/signed-in/profile.ts').then((code) =>
            Promise.all([code.importProof(), code.importSecondFactor()]),
          ),
        ])
        return ProfilePage
      },
      permission: null,
    }),
  ],
  menu: { group: 'Conta', label: 'Perfil', icon: 'person' },
}

export const mySessions: Flow<'mySessions'> = {
  chart: (neighbours) => import('../charts/signed-in/profile.ts').then((code) => code.mySessions(neighbours)),
}

/** The links of wall views (INC-8). */
export const wallLinks: Flow<'wallLinks'> = {
  chart: (neighbours) => import('../charts/signed-in/profile.ts').then((code) => code.wallLinks(neighbours)),
}

/** Loads the chart of the profile page, which contains the second factor (SES-12). */
export const profile: Flow<'profile'> = {
  chart: (neighbours) => import('../charts/signed-in/profile.ts').then((code) => code.profile(neighbours)),
}
