import { DropdownMenu } from 'radix-ui'
import type { RefObject } from 'react'
import { useLocation } from 'wouter'
import { useFlow } from '../panel-context.tsx'
import { HelpIcon } from '../parts/icons/help-icon.tsx'
import { LeaveIcon, PersonIcon } from '../parts/icons/icons.tsx'
import { usePopupOpener } from '../parts/popup-opener.ts'
import { useSignedInUser } from './user-hooks.ts'

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
        <DropdownMenu.Item className="dropdown-panel-item" onSelect={() => session.send({ type: 'session.signOut' })}>
          <LeaveIcon />
          Sair
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
