import { page, type Shown } from '../flow.ts'

/** The inspector, which runs beside the root actor and loads no code before it is opened (INS-1). */
export const inspectorPages: Shown = {
  requires: 'inspector',
  pages: [
    page('/inspector', {
      code: () => import('../../ui/inspector/inspector-page.tsx').then((code) => code.InspectorPage),
      permission: 'qa',
      fetched: 'when opened',
    }),
  ],
  menu: { group: 'Acompanhamento', label: 'Inspetor', icon: 'inspector' },
}
