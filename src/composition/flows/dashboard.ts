import { page, type Shown } from '../flow.ts'

const code = () => import('../../ui/dashboard/dashboard-page.tsx').then((each) => each.DashboardPage)

/** The dashboard page, which combines several flows. */
export const dashboardPages: Shown = {
  pages: [
    page('/dashboard', { code, permission: null, fetched: 'with the flows' }),
    page('/indexpage', { code, permission: null, fetched: 'with the flows' }),
  ],
  menu: { group: 'Portaria', label: 'Painel', icon: 'dashboard' },
}
