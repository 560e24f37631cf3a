import { Menubar } from 'radix-ui'
import { type PointerEvent, useRef } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { ChevronDownIcon, ChevronEndIcon, ChevronStartIcon } from '../parts/icons.tsx'
import { useInspectorOffered, usePermissions } from '../session/user-hooks.ts'
import { useShell, useSubmenu } from '../shell/shell-hooks.ts'
import { useLook } from '../theme/theme-hooks.ts'
import { type MenuGroup, type MenuPage, permittedGroups } from './menu-pages.ts'
import { useSlide } from './menu-slide.ts'
import './horizontal-menu.css'

/** The horizontal menu: its submenus open by click, or by hover too (THM-1); arrows slide it where it does not fit (spec §2). */
export function HorizontalMenu() {
  const shell = useShell()
  const isHover = useLook('layout') === 'horizontalHover'
  const { scroller, canSlide, slide } = useSlide()
  return (
    <nav className="horizontal-menu menu-surface" aria-label="Menu principal">
      {canSlide.back && (
        <button type="button" className="menu-arrow" aria-label="Rolar menu para trás" onClick={() => slide('back')}>
          <ChevronStartIcon />
        </button>
      )}
      <div ref={scroller} className="horizontal-menu-track">
        <Menubar.Root
          className="horizontal-menu-list"
          value={useSubmenu()}
          onValueChange={(submenu) =>
            shell(submenu === '' ? { type: 'submenu.close' } : { type: 'submenu.open', submenu })
          }
        >
          {permittedGroups(usePermissions(), useInspectorOffered()).map((group) => (
            <Group key={group.label} group={group} isHover={isHover} />
          ))}
        </Menubar.Root>
      </div>
      {canSlide.on && (
        <button type="button" className="menu-arrow" aria-label="Rolar menu para frente" onClick={() => slide('on')}>
          <ChevronEndIcon />
        </button>
      )}
    </nav>
  )
}

function Group({ group: { label, pages }, isHover }: { group: MenuGroup; isHover: boolean }) {
  const [path] = useLocation()
  const shell = useShell()
  const isByPointer = useRef(false)
  const leave = () => shell({ type: 'submenu.leave' })
  const hover = () => {
    isByPointer.current = true
    shell({ type: 'submenu.open', submenu: label })
  }
  const notByPointer = () => {
    isByPointer.current = false
  }
  // Hovering must not take the focus from where somebody types. Radix hands the first on, though its types don't say so.
  const keepFocus = (event: Event) => {
    if (isByPointer.current) event.preventDefault()
  }
  return (
    <Menubar.Menu value={label}>
      <Menubar.Trigger
        className="horizontal-menu-link"
        data-current={pages.some(({ alias }) => alias.test(path))}
        onKeyDown={notByPointer}
        onPointerDown={notByPointer}
        {...(isHover && { onPointerEnter: hover, onPointerLeave: leave })}
      >
        {label}
        <ChevronDownIcon />
      </Menubar.Trigger>
      <Menubar.Portal>
        <Menubar.Content
          className="submenu popup-surface"
          sideOffset={6}
          collisionPadding={8}
          {...{ onOpenAutoFocus: keepFocus }}
          onCloseAutoFocus={keepFocus}
          {...(isHover && { onPointerEnter: () => shell({ type: 'submenu.stay' }), onPointerLeave: leave })}
        >
          {pages.map((page) => (
            <SubmenuLink key={page.href} page={page} isHover={isHover} />
          ))}
        </Menubar.Content>
      </Menubar.Portal>
    </Menubar.Menu>
  )
}

function SubmenuLink({ page, isHover }: { page: MenuPage; isHover: boolean }) {
  const [isCurrent] = useRoute(page.alias)
  const { Icon } = page
  return (
    <Menubar.Item asChild {...(isHover && { onPointerMove: refuse, onPointerLeave: refuse })}>
      <Link href={page.href} className="submenu-link" aria-current={isCurrent ? 'page' : undefined}>
        <Icon />
        <span>{page.label}</span>
      </Link>
    </Menubar.Item>
  )
}

/** Radix gives the focus to the item under the pointer unless its handlers are told not to. */
function refuse(event: PointerEvent) {
  event.preventDefault()
}
