import { NavigationMenu } from 'radix-ui'
import { type PointerEvent, useState } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import { ChevronDownIcon, ChevronEndIcon, ChevronStartIcon } from '../parts/icons.tsx'
import { usePermissions } from '../session-hooks.ts'
import { useLook } from '../theme-hooks.ts'
import { type MenuGroup, type MenuPage, permittedGroups } from './menu-pages.ts'
import { useSlide } from './menu-slide.ts'
import './horizontal-menu.css'

/** The horizontal menu: its submenus open by click, or by hover too (THM-1); arrows slide it where it does not fit (spec §2). */
export function HorizontalMenu() {
  const isHover = useLook('layout') === 'horizontalHover'
  const { scroller, canSlide, slide } = useSlide()
  const [submenuStart, setSubmenuStart] = useState(0)
  return (
    <NavigationMenu.Root className="horizontal-menu menu-surface" aria-label="Menu principal">
      {canSlide.back && (
        <button type="button" className="menu-arrow" aria-label="Rolar menu para trás" onClick={() => slide('back')}>
          <ChevronStartIcon />
        </button>
      )}
      <div ref={scroller} className="horizontal-menu-track">
        <NavigationMenu.List className="horizontal-menu-list">
          {permittedGroups(usePermissions()).map((group) => (
            <Group key={group.label} group={group} isHover={isHover} onPlace={setSubmenuStart} />
          ))}
        </NavigationMenu.List>
      </div>
      {canSlide.on && (
        <button type="button" className="menu-arrow" aria-label="Rolar menu para frente" onClick={() => slide('on')}>
          <ChevronEndIcon />
        </button>
      )}
      <div className="submenu-place" style={{ insetInlineStart: submenuStart }}>
        <NavigationMenu.Viewport className="submenu popup-surface" />
      </div>
    </NavigationMenu.Root>
  )
}

interface GroupProps {
  group: MenuGroup
  isHover: boolean
  /** Says where, from the menu's beginning, a submenu belongs, in pixels. */
  onPlace: (start: number) => void
}

function Group({ group: { label, pages }, isHover, onPlace }: GroupProps) {
  const [path] = useLocation()
  const isCurrent = pages.some(({ alias }) => alias.test(path))
  const byClickAlone = isHover ? {} : { onPointerEnter: refuse, onPointerMove: refuse, onPointerLeave: refuse }
  const place = (item: HTMLElement) => onPlace(startWithin(item, item.closest<HTMLElement>('.horizontal-menu')))
  return (
    <NavigationMenu.Item
      onPointerEnter={(event) => place(event.currentTarget)}
      onFocus={(event) => place(event.currentTarget)}
    >
      <NavigationMenu.Trigger className="horizontal-menu-link" data-current={isCurrent} {...byClickAlone}>
        {label}
        <ChevronDownIcon />
      </NavigationMenu.Trigger>
      <NavigationMenu.Content {...byClickAlone}>
        <ul className="submenu-list">
          {pages.map((page) => (
            <li key={page.href}>
              <SubmenuLink page={page} />
            </li>
          ))}
        </ul>
      </NavigationMenu.Content>
    </NavigationMenu.Item>
  )
}

function SubmenuLink({ page }: { page: MenuPage }) {
  const [isCurrent] = useRoute(page.alias)
  const { Icon } = page
  return (
    <NavigationMenu.Link asChild active={isCurrent}>
      <Link href={page.href}>
        <Icon />
        <span>{page.label}</span>
      </Link>
    </NavigationMenu.Link>
  )
}

/** Radix opens and closes by hover unless its handlers are told not to. */
function refuse(event: PointerEvent) {
  event.preventDefault()
}

/** Pixels from the menu's beginning (its right edge in rtl) to the item's, so that the submenu stays inside. */
function startWithin(item: HTMLElement, menu: HTMLElement | null): number {
  if (menu === null) return 0
  const [inner, outer] = [item.getBoundingClientRect(), menu.getBoundingClientRect()]
  const start = getComputedStyle(menu).direction === 'rtl' ? outer.right - inner.right : inner.left - outer.left
  return Math.max(0, Math.min(start, outer.width - submenuWidthPx))
}

const submenuWidthPx = 256
