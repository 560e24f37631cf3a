import { useEffect, useRef } from 'react'
import { Link, useRoute } from 'wouter'
import { Brand } from '../parts/brand.tsx'
import { AuditIcon, BuildingIcon, CloseIcon, DashboardIcon, DeviceIcon, HealthIcon } from '../parts/icons.tsx'
import { usePermissions } from '../session-hooks.ts'

const pages = [
  { href: '/dashboard', alias: /^\/(?:dashboard|indexpage)\/?$/i, label: 'Painel', Icon: DashboardIcon },
  { href: '/condominiums', alias: /^\/condominiums\/?$/i, label: 'Condomínios', Icon: BuildingIcon },
  { href: '/devices', alias: /^\/devices(?:\/|$)/i, label: 'Dispositivos', Icon: DeviceIcon },
  { href: '/health', alias: /^\/health\/?$/i, label: 'Saúde', Icon: HealthIcon },
] as const

/** For who may read it. */
const auditPage = { href: '/audit', alias: /^\/audit\/?$/i, label: 'Auditoria', Icon: AuditIcon } as const

/** Bootstrap's `lg`: from here on the menu stands beside the page. */
const wideEnough = '(min-width: 992px)'

/** The menu: beside the page on wide screens, over it and modal on narrow ones. */
export function SideMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) drawer.current?.showModal()
    else drawer.current?.close()
  }, [isOpen])
  useEffect(() => {
    const wide = matchMedia(wideEnough)
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])
  return (
    <>
      <aside className="side-menu">
        <Link href="/dashboard" className="side-menu-brand">
          <Brand />
        </Link>
        <PageLinks />
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Esc does the same by keyboard */}
      <dialog
        ref={drawer}
        className="menu-drawer"
        aria-label="Menu"
        onClose={onClose}
        onClick={(event) => {
          if (event.target === drawer.current) onClose()
        }}
      >
        <div className="menu-drawer-content">
          <div className="menu-drawer-top">
            <Brand />
            <button type="button" className="icon-button" aria-label="Fechar menu" onClick={onClose}>
              <CloseIcon />
            </button>
          </div>
          <PageLinks onFollow={onClose} />
        </div>
      </dialog>
    </>
  )
}

function PageLinks({ onFollow }: { onFollow?: () => void }) {
  const shown = usePermissions().includes('audit:read') ? [...pages, auditPage] : pages
  return (
    <nav aria-label="Menu principal">
      <ul className="page-links">
        {shown.map((page) => (
          <li key={page.href}>
            <PageLink page={page} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PageLink({
  page,
  onFollow,
}: {
  page: (typeof pages)[number] | typeof auditPage
  onFollow: (() => void) | undefined
}) {
  const [isCurrent] = useRoute(page.alias)
  const { Icon } = page
  return (
    <Link href={page.href} aria-current={isCurrent ? 'page' : undefined} onClick={() => onFollow?.()}>
      <Icon />
      <span>{page.label}</span>
    </Link>
  )
}
