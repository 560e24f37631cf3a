import type { RefObject } from 'react'
import { Link } from 'wouter'
import { useSoundOn } from '../alerts/alert-hooks.ts'
import { CondominiumSearch } from '../condominiums/search/condominium-search.tsx'
import { SelectedCondominium } from '../condominiums/selected-condominium.tsx'
import { NotificationsBell } from '../notifications/notifications-bell.tsx'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { Brand } from '../parts/icons/brand.tsx'
import {
  EnterFullscreenIcon,
  LeaveFullscreenIcon,
  MenuIcon,
  MoonIcon,
  SoundIcon,
  SoundOffIcon,
  StyleIcon,
  SunIcon,
} from '../parts/icons/icons.tsx'
import { UserMenu } from '../session/user-menu.tsx'
import { useDrawerOpen, useSwitcher } from '../shell/shell-hooks.ts'
import { ConnectionState } from '../socket/connection-state.tsx'
import { useIsHorizontal, useToggleScheme } from '../theme/theme-hooks.ts'
import './header.css'

/** Header: menu, condominium search and selection, live connection, theme, user menu (SHELL-2, A11Y-2). */
export function Header({ switcherButton }: { switcherButton: RefObject<HTMLButtonElement | null> }) {
  const shell = useFlow('shell').send
  const isMenuOpen = useDrawerOpen()
  return (
    <header className="header d-flex align-items-center header-surface">
      <button
        type="button"
        className="icon-button header-menu"
        aria-label="Abrir menu"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={() => shell({ type: 'drawer.open' })}
      >
        <MenuIcon />
      </button>
      {useIsHorizontal() && (
        <Link href="/dashboard" className="header-brand">
          <Brand />
        </Link>
      )}
      <CondominiumSearch />
      <SelectedCondominium />
      <ConnectionState />
      <div className="header-tools d-flex align-items-center">
        <SoundToggle />
        <ThemeToggle />
        <FullscreenToggle />
        <button
          ref={switcherButton}
          type="button"
          className="icon-button header-tool"
          aria-label="Personalizar"
          title="Personalizar"
          aria-haspopup="dialog"
          aria-expanded={useSwitcher() !== 'closed'}
          onClick={() => shell({ type: 'switcher.toggle' })}
        >
          <StyleIcon />
        </button>
        <NotificationsBell />
        <UserMenu />
      </div>
    </header>
  )
}

function SoundToggle() {
  const isOn = useSoundOn()
  const alerts = useFlow('alerts').send
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Som de alerta"
      title={isOn ? 'Som de alerta ligado' : 'Som de alerta desligado'}
      aria-pressed={isOn}
      onClick={() => alerts({ type: isOn ? 'sound.switchOff' : 'sound.switchOn' })}
    >
      {isOn ? <SoundIcon /> : <SoundOffIcon />}
    </button>
  )
}

function ThemeToggle() {
  return (
    <button
      type="button"
      className="icon-button theme-toggle"
      aria-label="Alternar tema"
      title="Claro ou escuro"
      onClick={useToggleScheme()}
    >
      <MoonIcon />
      <SunIcon />
    </button>
  )
}

function FullscreenToggle() {
  const fullscreen = useFlowState('shell', (shell) => shell.value.fullscreen)
  const shell = useFlow('shell').send
  if (fullscreen === 'unsupported') return null
  return (
    <button
      type="button"
      className="icon-button header-tool"
      aria-label="Tela cheia"
      title={fullscreen === 'on' ? 'Sair da tela cheia' : 'Tela cheia'}
      aria-pressed={fullscreen === 'on'}
      onClick={() => shell({ type: 'fullscreen.toggle' })}
    >
      {fullscreen === 'on' ? <LeaveFullscreenIcon /> : <EnterFullscreenIcon />}
    </button>
  )
}
