import type { rulesMachine } from '../../machines/rules/rules.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    rules: typeof rulesMachine
  }
}

/** The rules in force on a day (EVI-10). */
export const rules: Flow<'rules'> = {
  chart: (neighbours) => import('../charts/signed-in/rules.ts').then((code) => code.rules(neighbours)),
  hears: ['server.restored'],
  // A server without incidents has no chain of records either.
  requires: 'incidents',
  pages: [
    page('/regras', {
      code: async () => {
        const [{ RulesPage }] = await Promise.all([
          import('../../ui/rules/rules-page.tsx'),
          import('../../services/rules/rules-api.ts'),
        ])
        return RulesPage
      },
      permission: null,
    }),
  ],
  menu: { group: 'Acompanhamento', label: 'Regras', icon: 'rules' },
}
