import { Menubar } from 'radix-ui'
import { type PointerEvent, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useFlow, useFlowState } from '../../panel-context.tsx'
import { ChevronDownIcon, ChevronEndIcon, ChevronStartIcon } from '../../parts/icons/icons.tsx'
import { useThemeSettings } from '../../theme/theme-hooks.ts'
import { useOffered } from '../page/offered-hooks.ts'
import { isCurrent, type MenuEntry, type MenuGroup, permittedMenu } from './menu.ts'
import { MenuCount } from './menu-count.tsx'
import { menuIcons } from './menu-icons.ts'
import { useSlide } from './menu-slide.ts'
import '../../parts/dropdown-panel.css'
import './horizontal-menu.css'

/**
 * The daily pages are links; the other groups are submenus, opened by click, or also by hover (THM-1). Arrow buttons
 * scroll a wide menu (spec §2).
 */
export function HorizontalMenu({ menu }: { menu: readonly MenuEntry[] }) {
  const shell = useFlow('shell').send
  const isHover = useThemeSettings('layout') === 'horizontalHover'
  const { scroller, canSlide, slide } = useSlide()
  const [daily, ...groups] = permittedMenu(menu, useOffered())
  return (
    <nav
      className="horizontal-menu position-relative d-flex align-items-center h-100 border-bottom menu-surface"
      aria-label="Menu principal"
    >
      {canSlide.back && (
        <button
          type="button"
          className="menu-arrow d-inline-grid flex-none rounded-circle"
          aria-label="Rolar menu para trás"
          onClick={() => slide('back')}
        >
          <ChevronStartIcon />
        </button>
      )}
      <div ref={scroller} className="horizontal-menu-track d-flex flex-fill gap-1 min-w-0">
        <ul className="horizontal-menu-list d-flex gap-1 py-1">
          {daily?.entries.map((entry) => (
            <DailyLink key={entry.href} entry={entry} />
          ))}
        </ul>
        <Menubar.Root
          className="horizontal-menu-list d-flex gap-1 py-1"
          value={useFlowState('shell', (shell) => (shell.matches({ submenu: 'closed' }) ? '' : shell.context.submenu))}
          onValueChange={(submenu) =>
            shell(submenu === '' ? { type: 'submenu.close' } : { type: 'submenu.open', submenu })
          }
        >
          {groups.map((group) => (
            <Group key={group.label} group={group} isHover={isHover} />
          ))}
        </Menubar.Root>
      </div>
      {canSlide.on && (
        <button
          type="button"
          className="menu-arrow d-inline-grid flex-none rounded-circle"
          aria-label="Rolar menu para frente"
          onClick={() => slide('on')}
        >
          <ChevronEndIcon />
        </button>
      )}
    </nav>
  )
}

function DailyLink({ entry }: { entry: MenuEntry }) {
  const [path] = useLocation()
  const isHere = isCurrent(entry, path)
  return (
    <li>
      <Link
        href={entry.href}
        className="horizontal-menu-link d-inline-flex align-items-center rounded text-nowrap text-decoration-none"
        data-current={isHere}
        aria-current={isHere ? 'page' : undefined}
      >
        {entry.label}
      </Link>
    </li>
  )
}

function Group({ group: { label, entries }, isHover }: { group: MenuGroup; isHover: boolean }) {
  const [path] = useLocation()
  const shell = useFlow('shell').send
  const isByPointer = useRef(false)
  const leave = () => shell({ type: 'submenu.leave' })
  const hover = () => {
    isByPointer.current = true
    shell({ type: 'submenu.open', submenu: label })
  }
  const notByPointer = () => {
    isByPointer.current = false
  }
  // Hovering must not take the focus from a text field. Radix passes `onOpenAutoFocus` on, although its types omit it.
  const keepFocus = (event: Event) => {
    if (isByPointer.current) event.preventDefault()
  }
  return (
    <Menubar.Menu value={label}>
      <Menubar.Trigger
        className="horizontal-menu-link d-inline-flex align-items-center rounded border-0 fw-normal text-nowrap"
        data-current={entries.some((entry) => isCurrent(entry, path))}
        onKeyDown={notByPointer}
        onPointerDown={notByPointer}
        {...(isHover && { onPointerEnter: hover, onPointerLeave: leave })}
      >
        {label}
        {entries.map((entry) => (
          <MenuCount key={entry.href} entry={entry} />
        ))}
        <ChevronDownIcon />
      </Menubar.Trigger>
      <Menubar.Portal>
        <Menubar.Content
          className="dropdown-panel submenu popup-surface"
          sideOffset={6}
          collisionPadding={8}
          {...{ onOpenAutoFocus: keepFocus }}
          onCloseAutoFocus={keepFocus}
          {...(isHover && { onPointerEnter: () => shell({ type: 'submenu.stay' }), onPointerLeave: leave })}
        >
          {entries.map((entry) => (
            <SubmenuLink key={entry.href} entry={entry} isHover={isHover} />
          ))}
        </Menubar.Content>
      </Menubar.Portal>
    </Menubar.Menu>
  )
}

function SubmenuLink({ entry, isHover }: { entry: MenuEntry; isHover: boolean }) {
  const [path] = useLocation()
  const Icon = menuIcons[entry.icon]
  return (
    <Menubar.Item asChild {...(isHover && { onPointerMove: refuse, onPointerLeave: refuse })}>
      <Link
        href={entry.href}
        className="submenu-link d-flex align-items-center gap-12 rounded text-decoration-none"
        aria-current={isCurrent(entry, path) ? 'page' : undefined}
      >
        <Icon />
        <span>{entry.label}</span>
        <MenuCount entry={entry} />
      </Link>
    </Menubar.Item>
  )
}

/** Prevents Radix from focusing the item under the pointer. */
function refuse(event: PointerEvent) {
  event.preventDefault()
}
