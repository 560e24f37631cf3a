import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useFlow } from '../../panel-context.tsx'
import { Brand } from '../../parts/icons/brand.tsx'
import { CloseIcon, CollapseIcon } from '../../parts/icons/icons.tsx'
import { holdToasts } from '../../parts/toast-place.ts'
import { useDrawerOpen } from '../../shell/shell-hooks.ts'
import { useIsHorizontal, useThemeSettings } from '../../theme/theme-hooks.ts'
import { useOffered } from '../page/offered-hooks.ts'
import { isCurrent, type MenuEntry, permittedMenu } from './menu.ts'
import { MenuCount } from './menu-count.tsx'
import { menuIcons } from './menu-icons.ts'
import './side-menu.css'

/**
 * Vertical menu: beside the page in wide windows, unless the layout is horizontal; a modal drawer in narrow windows.
 */
export function SideMenu({ menu }: { menu: readonly MenuEntry[] }) {
  return (
    <>
      {!useIsHorizontal() && <MenuBesideThePage menu={menu} />}
      <MenuDrawer menu={menu} />
    </>
  )
}

function MenuBesideThePage({ menu }: { menu: readonly MenuEntry[] }) {
  const isCollapsed = useThemeSettings('menuWidth') === 'collapsed'
  const choose = useFlow('theme').send
  return (
    <aside className="side-menu menu-surface">
      <Link href="/dashboard" className="side-menu-brand d-flex flex-none align-items-center text-decoration-none">
        <Brand />
      </Link>
      <PageLinks menu={menu} />
      <button
        type="button"
        className="side-menu-toggle d-flex align-items-center gap-12 w-100 fw-normal text-start text-decoration-none"
        aria-expanded={!isCollapsed}
        onClick={() => choose({ type: isCollapsed ? 'ExpandMenu' : 'CollapseMenu' })}
      >
        <CollapseIcon />
        <span className="side-menu-label">Recolher menu</span>
      </button>
    </aside>
  )
}

function MenuDrawer({ menu }: { menu: readonly MenuEntry[] }) {
  const isOpen = useDrawerOpen()
  const shell = useFlow('shell').send
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = drawer.current
    if (!isOpen || element === null) return
    element.showModal()
    const releaseToasts = holdToasts(element)
    return () => {
      releaseToasts?.()
      element.close()
    }
  }, [isOpen])
  const close = () => shell({ type: 'drawer.close' })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; so does Esc
    <dialog
      ref={drawer}
      className="menu-drawer m-0 p-0 menu-surface"
      aria-label="Menu"
      onClose={close}
      onClick={(event) => {
        if (event.target === drawer.current) close()
      }}
    >
      <div className="menu-drawer-content">
        <div className="d-flex align-items-center justify-content-between mb-3 ps-2">
          <Brand />
          <button type="button" className="icon-button" aria-label="Fechar menu" onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <PageLinks menu={menu} onFollow={close} />
      </div>
    </dialog>
  )
}

function PageLinks({ menu, onFollow }: { menu: readonly MenuEntry[]; onFollow?: () => void }) {
  return (
    <nav aria-label="Menu principal" className="page-links d-grid gap-3">
      {permittedMenu(menu, useOffered()).map(({ label, entries }) => (
        <div key={label}>
          <p className="page-links-label mb-1 text-soft text-xs fw-semibold">{label}</p>
          <ul className="d-grid gap-1">
            {entries.map((entry) => (
              <li key={entry.href}>
                <PageLink entry={entry} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function PageLink({ entry, onFollow }: { entry: MenuEntry; onFollow: (() => void) | undefined }) {
  const [path] = useLocation()
  const Icon = menuIcons[entry.icon]
  return (
    <Link
      href={entry.href}
      className="d-flex align-items-center gap-12 w-100 fw-normal text-start text-decoration-none"
      title={entry.label}
      aria-current={isCurrent(entry, path) ? 'page' : undefined}
      onClick={() => onFollow?.()}
    >
      <Icon />
      <span className="side-menu-label">{entry.label}</span>
      <MenuCount entry={entry} />
    </Link>
  )
}
