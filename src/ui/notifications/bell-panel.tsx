import { Popover } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { useUnscopedText } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { usePopupOpener } from '../parts/popup-opener.ts'
import { PushInvitation } from '../push/push-invitation.tsx'
import { useNotifications } from './notification-hooks.ts'
import { NotificationList } from './notification-item.tsx'
import '../parts/dropdown-panel.css'
import './bell-panel.css'

/** Number of notifications in the bell (spec §9). */
const bellLength = 10

/** Panel of the bell with the newest notifications; opening it does not mark them as read (NOT-2). */
export function BellPanel({ opener, isOpen }: { opener: RefObject<HTMLButtonElement | null>; isOpen: boolean }) {
  const shell = useFlow('shell').send
  const unscoped = useUnscopedText()
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <Popover.Root open={isOpen} onOpenChange={(isOpen) => shell({ type: isOpen ? 'bell.open' : 'bell.close' })}>
      <Popover.Anchor virtualRef={opener} />
      <Popover.Content
        className="dropdown-panel popup-surface bell-panel"
        align="end"
        sideOffset={6}
        collisionPadding={8}
        aria-label="Notificações"
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          title.current?.focus()
        }}
        {...usePopupOpener(opener)}
      >
        <h2 ref={title} tabIndex={-1}>
          Notificações
        </h2>
        {unscoped !== '' && <p className="bell-scope">{unscoped}</p>}
        <PushInvitation />
        <Newest />
      </Popover.Content>
    </Popover.Root>
  )
}

function Newest() {
  const notifications = useNotifications()
  const shell = useFlow('shell').send
  return (
    <>
      <NotificationList notifications={notifications.slice(0, bellLength)} none="Sem notificações" />
      {notifications.length > bellLength && (
        <Link href="/notifications" className="bell-all" onClick={() => shell({ type: 'bell.close' })}>
          Ver todas as notificações
        </Link>
      )}
    </>
  )
}
