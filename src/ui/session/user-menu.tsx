import { useId, useRef, useState } from 'react'
import { ChevronDownIcon } from '../parts/icons/icons.tsx'
import { useLateCode } from '../parts/loading/late-code.ts'
import { initialsOf } from './initials.ts'
import { lateUserMenu } from './late-user-menu.ts'
import { useSignedInUser } from './user-hooks.ts'

/** User menu: name, profile and sign-out (SHELL-2, A11Y-2). */
export function UserMenu() {
  const { name } = useSignedInUser()
  const [isOpen, setOpen] = useState(false)
  const Panel = useLateCode(lateUserMenu, isOpen)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <div className="user-menu position-relative">
      <button
        ref={button}
        id={id}
        type="button"
        className="user-menu-button d-inline-flex align-items-center gap-2 p-1"
        aria-label="Menu do usuário"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <span className="avatar flex-none rounded-circle text-brand fw-semibold" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="user-menu-name text-truncate" aria-hidden="true">
          {name}
        </span>
        <ChevronDownIcon />
      </button>
      {Panel !== null && <Panel opener={button} openerId={id} isOpen={isOpen} onOpenChange={setOpen} />}
    </div>
  )
}
