import type { Right, Rights } from '../../../contract/rights.ts'
import {
  AuditIcon,
  BellIcon,
  BuildingIcon,
  DashboardIcon,
  DeviceIcon,
  HealthIcon,
  ImportIcon,
  InspectorIcon,
  PersonIcon,
} from '../parts/icons.tsx'

export interface MenuPage {
  href: string
  /** Every address at which it is the current page. */
  alias: RegExp
  label: string
  Icon: () => React.JSX.Element
  /** Shown to whoever has it. */
  permission?: Right
  /** Only where the inspector is switched on. */
  isInspector?: true
}

export interface MenuGroup {
  label: string
  pages: readonly MenuPage[]
}

/** The pages of the menu, in both layouts. */
const menuGroups: readonly MenuGroup[] = [
  {
    label: 'Portaria',
    pages: [
      { href: '/dashboard', alias: /^\/(?:dashboard|indexpage)\/?$/i, label: 'Painel', Icon: DashboardIcon },
      { href: '/condominiums', alias: /^\/condominiums(?:\/|$)/i, label: 'Condomínios', Icon: BuildingIcon },
      { href: '/devices', alias: /^\/devices(?:\/|$)/i, label: 'Dispositivos', Icon: DeviceIcon },
      {
        href: '/import',
        alias: /^\/import\/?$/i,
        label: 'Importação',
        Icon: ImportIcon,
        permission: 'import',
      },
    ],
  },
  {
    label: 'Acompanhamento',
    pages: [
      { href: '/health', alias: /^\/health\/?$/i, label: 'Saúde', Icon: HealthIcon },
      { href: '/audit', alias: /^\/audit\/?$/i, label: 'Auditoria', Icon: AuditIcon, permission: 'audit:read' },
      {
        href: '/inspector',
        alias: /^\/inspector\/?$/i,
        label: 'Inspetor',
        Icon: InspectorIcon,
        permission: 'qa',
        isInspector: true,
      },
    ],
  },
  {
    label: 'Conta',
    pages: [
      { href: '/notifications', alias: /^\/notifications\/?$/i, label: 'Notificações', Icon: BellIcon },
      { href: '/pages/profile', alias: /^\/pages\/profile\/?$/i, label: 'Perfil', Icon: PersonIcon },
    ],
  },
]

/** The groups with the pages that somebody with these permissions may open. */
export function permittedGroups(permissions: Rights, hasInspector: boolean): readonly MenuGroup[] {
  return menuGroups.map(({ label, pages }) => ({
    label,
    pages: pages.filter(
      ({ permission, isInspector = false }) =>
        (permission === undefined || permissions.includes(permission)) && (!isInspector || hasInspector),
    ),
  }))
}
