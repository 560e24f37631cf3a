import { Popover } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { useUnscopedText } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { usePopupOpener } from '../parts/popup-opener.ts'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { PushInvitation } from '../push/push-invitation.tsx'
import { useNotifications, useNotificationsStatus } from './notification-hooks.ts'
import { NotificationItem } from './notification-item.tsx'

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
  const status = useNotificationsStatus()
  const { send } = useFlow('notifications')
  const shell = useFlow('shell').send
  const now = useServerNow()
  return (
    <>
      {status === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar as notificações."
          onRetry={() => send({ type: 'notifications.reload' })}
        />
      )}
      {status === 'loading' && <p className="card-note">Carregando notificações…</p>}
      {status === 'ready' && notifications.length === 0 && <p className="card-note">Sem notificações</p>}
      <ul className="notification-list d-grid">
        {notifications.slice(0, bellLength).map((notification) => (
          <NotificationItem key={notification.id} notification={notification} now={now} />
        ))}
      </ul>
      {notifications.length > bellLength && (
        <Link href="/notifications" className="bell-all" onClick={() => shell({ type: 'bell.close' })}>
          Ver todas as notificações
        </Link>
      )}
    </>
  )
}
