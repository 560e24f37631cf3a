import type { condominiumsMachine } from '../../machines/condominiums/condominiums.machine.ts'
import { ofUser } from '../../machines/panel/panel-protocol.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    condominiums: typeof condominiumsMachine
  }
}

async function form() {
  const [{ CondominiumFormPage }] = await Promise.all([
    import('../../ui/condominium-form/condominium-form-page.tsx'),
    import('../charts/signed-in/condominiums.ts').then((code) => code.importCondominiumForm()),
  ])
  return CondominiumFormPage
}

async function procedures() {
  const [{ ProceduresPage }] = await Promise.all([
    import('../../ui/procedures/procedures-page.tsx'),
    import('../charts/signed-in/condominiums.ts').then((code) => code.importProcedures()),
  ])
  return ProceduresPage
}

function charts() {
  return import('../charts/signed-in/condominiums.ts').then((code) => code.importCondominiumPages())
}

function contacts() {
  return import('../charts/signed-in/condominiums.ts').then((code) => code.importContacts())
}

/** The condominiums: list, page and form (CON), and their contacts and procedures (PROC-1). */
export const condominiums: Flow<'condominiums'> = {
  chart: ({ remembering }) =>
    import('../charts/signed-in/condominiums.ts').then((code) => code.condominiums(remembering)),
  input: ofUser,
  hears: [
    'condominiums.changed',
    'page.shown',
    'socket.batch',
    'socket.restored',
    'server.restored',
    'lastKnown.over',
    'storage.cleared',
  ],
  pages: [
    page('/condominiums', {
      code: async () => {
        const [{ CondominiumsPage }] = await Promise.all([
          import('../../ui/condominiums/condominiums-page.tsx'),
          charts(),
        ])
        return CondominiumsPage
      },
      permission: null,
    }),
    page('/condominiums/new', { code: form, permission: 'condominium:write' }),
    page('/condominiums/:id/edit', { code: form, permission: 'condominium:write' }),
    page('/condominiums/:id', {
      code: async () => {
        const [{ CondominiumPage }] = await Promise.all([
          import('../../ui/condominiums/condominium-page.tsx'),
          charts(),
          contacts(),
        ])
        return CondominiumPage
      },
      permission: null,
    }),
    page('/contacts', {
      code: async () => {
        const [{ ContactsPage }] = await Promise.all([import('../../ui/contacts/contacts-page.tsx'), contacts()])
        return ContactsPage
      },
      permission: 'procedures:write',
    }),
    page('/procedures', { code: procedures, permission: 'procedures:write' }),
    page('/procedures/:id', { code: procedures, permission: 'procedures:write' }),
  ],
  menu: { group: 'Portaria', label: 'Condomínios', icon: 'building' },
}
