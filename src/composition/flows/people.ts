import type { peopleMachine } from '../../machines/people/people.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    people: typeof peopleMachine
  }
}

async function person() {
  const [{ PersonPage }] = await Promise.all([import('../../ui/people/person-page.tsx'), work()])
  return PersonPage
}

function work() {
  return import('../charts/signed-in/people.ts').then((code) => code.importPersonPage())
}

/** The customer's people: list and form (ACC-2). */
export const people: Flow<'people'> = {
  chart: (neighbours) => import('../charts/signed-in/people.ts').then((code) => code.people(neighbours)),
  hears: ['server.restored'],
  pages: [
    page('/users', {
      code: async () => {
        const [{ PeoplePage }] = await Promise.all([import('../../ui/people/people-page.tsx'), work()])
        return PeoplePage
      },
      permission: 'users:write',
    }),
    page('/users/new', { code: person, permission: 'users:write' }),
    page('/users/:id', { code: person, permission: 'users:write' }),
    page('/integrations', {
      code: async () => {
        const [{ IntegrationsPage }] = await Promise.all([
          import('../../ui/people/integrations/integrations-page.tsx'),
          import('../charts/signed-in/people.ts').then((code) => code.importIntegrations()),
        ])
        return IntegrationsPage
      },
      permission: 'users:write',
    }),
  ],
  menu: { group: 'Conta', label: 'Pessoas', icon: 'people' },
}
