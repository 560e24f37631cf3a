import { DropdownMenu } from 'radix-ui'
import { useLocation } from 'wouter'
import { useFlow } from '../panel-context.tsx'
import { HelpIcon } from '../parts/help-icon.tsx'
import { ChevronDownIcon, LeaveIcon, PersonIcon } from '../parts/icons.tsx'
import { useShell } from '../shell/shell-hooks.ts'
import { useSignedInUser } from './user-hooks.ts'
import { initialsOf } from './user-texts.ts'

/** Who is signed in, with the way to the profile and out (SHELL-2, A11Y-2). */
export function UserMenu() {
  const { name, email } = useSignedInUser()
  const session = useFlow('session')
  const shell = useShell()
  const [, navigate] = useLocation()
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="user-menu-button" aria-label="Menu do usuário">
        <span className="avatar" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="user-menu-name" aria-hidden="true">
          {name}
        </span>
        <ChevronDownIcon />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="dropdown-panel popup-surface" align="end" sideOffset={6} collisionPadding={8}>
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
        <DropdownMenu.Item className="dropdown-panel-item" onSelect={() => session?.send({ type: 'session.signOut' })}>
          <LeaveIcon />
          Sair
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
