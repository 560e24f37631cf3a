import { MenuIcon } from '../parts/icons.tsx'
import { CondominiumSearch } from './condominium-search.tsx'
import { ConnectionState } from './connection-state.tsx'
import { SelectedCondominium } from './selected-condominium.tsx'
import { UserMenu } from './user-menu.tsx'

/** The header: menu, condominium search and selection, live connection, who is signed in (SHELL-2). */
export function Header({ isMenuOpen, onOpenMenu }: { isMenuOpen: boolean; onOpenMenu: () => void }) {
  return (
    <header className="header">
      <button
        type="button"
        className="icon-button header-menu"
        aria-label="Abrir menu"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onOpenMenu}
      >
        <MenuIcon />
      </button>
      <CondominiumSearch />
      <SelectedCondominium />
      <ConnectionState />
      <UserMenu />
    </header>
  )
}
