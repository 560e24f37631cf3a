import { DropdownMenu } from 'radix-ui'
import type { RefObject } from 'react'
import { useLocation } from 'wouter'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { HelpIcon } from '../parts/icons/help-icon.tsx'
import { EnterFullscreenIcon, LeaveIcon, MoonIcon, PersonIcon, StyleIcon } from '../parts/icons/icons.tsx'
import { usePopupOpener } from '../parts/popup-opener.ts'
import { useToggleScheme } from '../theme/theme-hooks.ts'
import { useSignedInUser } from './user-hooks.ts'
import '../parts/dropdown-panel.css'

/** Window in which the header has no room for its tools (header.css). */
const narrow = '(max-width: 767.98px)'

interface UserMenuPanelProps {
  opener: RefObject<HTMLButtonElement | null>
  openerId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function UserMenuPanel({ opener, openerId, isOpen, onOpenChange }: UserMenuPanelProps) {
  const { name, email } = useSignedInUser()
  const session = useFlow('session')
  const shell = useFlow('shell').send
  const [, navigate] = useLocation()
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild disabled>
        <span className="user-menu-anchor" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        className="dropdown-panel popup-surface"
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-labelledby={openerId}
        {...usePopupOpener(opener)}
      >
        <DropdownMenu.Label className="dropdown-panel-label">
          <strong>{name}</strong>
          {email !== '' && <span>{email}</span>}
        </DropdownMenu.Label>
        <DropdownMenu.Item className="dropdown-panel-item" onSelect={() => navigate('/pages/profile')}>
          <PersonIcon />
          Perfil
        </DropdownMenu.Item>
        <DropdownMenu.Item className="dropdown-panel-item" onSelect={() => shell({ type: 'help.show' })}>
          <HelpIcon />
          Teclas
        </DropdownMenu.Item>
        {matchMedia(narrow).matches && <HeaderTools />}
        <DropdownMenu.Item className="dropdown-panel-item" onSelect={() => session.send({ type: 'session.signOut' })}>
          <LeaveIcon />
          Sair
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function HeaderTools() {
  const shell = useFlow('shell').send
  const hasFullscreen = useFlowState('shell', ({ value }) => value.fullscreen !== 'unsupported')
  return (
    <>
      <DropdownMenu.Item className="dropdown-panel-item" onSelect={useToggleScheme()}>
        <MoonIcon />
        Alternar tema
      </DropdownMenu.Item>
      {hasFullscreen && (
        <DropdownMenu.Item className="dropdown-panel-item" onSelect={() => shell({ type: 'fullscreen.toggle' })}>
          <EnterFullscreenIcon />
          Tela cheia
        </DropdownMenu.Item>
      )}
      <DropdownMenu.Item className="dropdown-panel-item" onSelect={() => shell({ type: 'switcher.toggle' })}>
        <StyleIcon />
        Personalizar
      </DropdownMenu.Item>
    </>
  )
}
