import { useEffect, useRef } from 'react'
import { Link, useRoute } from 'wouter'
import { Brand } from '../parts/brand.tsx'
import { CloseIcon, CollapseIcon } from '../parts/icons.tsx'
import { useInspectorOffered, usePermissions } from '../session/user-hooks.ts'
import { useDrawerOpen, useShell } from '../shell/shell-hooks.ts'
import { useChoose, useIsHorizontal, useLook } from '../theme/theme-hooks.ts'
import { type MenuPage, permittedGroups } from './menu-pages.ts'
import './side-menu.css'

/** The vertical menu: beside the page on wide windows, unless the layout is horizontal; over it and modal on narrow ones. */
export function SideMenu() {
  return (
    <>
      {!useIsHorizontal() && <MenuBesideThePage />}
      <MenuDrawer />
    </>
  )
}

function MenuBesideThePage() {
  const isCollapsed = useLook('menuWidth') === 'collapsed'
  const choose = useChoose()
  return (
    <aside className="side-menu menu-surface">
      <Link href="/dashboard" className="side-menu-brand">
        <Brand />
      </Link>
      <PageLinks />
      <button
        type="button"
        className="side-menu-toggle"
        aria-expanded={!isCollapsed}
        onClick={() => choose({ type: isCollapsed ? 'ExpandMenu' : 'CollapseMenu' })}
      >
        <CollapseIcon />
        <span className="side-menu-label">Recolher menu</span>
      </button>
    </aside>
  )
}

function MenuDrawer() {
  const isOpen = useDrawerOpen()
  const shell = useShell()
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) drawer.current?.showModal()
    else drawer.current?.close()
  }, [isOpen])
  const close = () => shell({ type: 'drawer.close' })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Esc does the same by keyboard
    <dialog
      ref={drawer}
      className="menu-drawer menu-surface"
      aria-label="Menu"
      onClose={close}
      onClick={(event) => {
        if (event.target === drawer.current) close()
      }}
    >
      <div className="menu-drawer-content">
        <div className="menu-drawer-top">
          <Brand />
          <button type="button" className="icon-button" aria-label="Fechar menu" onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <PageLinks onFollow={close} />
      </div>
    </dialog>
  )
}

function PageLinks({ onFollow }: { onFollow?: () => void }) {
  return (
    <nav aria-label="Menu principal" className="page-links">
      {permittedGroups(usePermissions(), useInspectorOffered()).map(({ label, pages }) => (
        <div key={label}>
          <p className="page-links-label">{label}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.href}>
                <PageLink page={page} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function PageLink({ page, onFollow }: { page: MenuPage; onFollow: (() => void) | undefined }) {
  const [isCurrent] = useRoute(page.alias)
  const { Icon } = page
  return (
    <Link
      href={page.href}
      title={page.label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onFollow?.()}
    >
      <Icon />
      <span className="side-menu-label">{page.label}</span>
    </Link>
  )
}
