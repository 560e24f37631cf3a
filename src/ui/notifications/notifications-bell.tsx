import { Popover } from 'radix-ui'
import { useRef } from 'react'
import { Link } from 'wouter'
import { useUnscopedText } from '../condominiums/condominium-hooks.ts'
import { useServerNow } from '../parts/clock-hooks.ts'
import { useDrawn } from '../parts/drawn-hooks.ts'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { BellIcon } from '../parts/icons.tsx'
import { PushInvitation } from '../push/push-invitation.tsx'
import { useBellOpen, useShell } from '../shell/shell-hooks.ts'
import {
  useNotificationActions,
  useNotifications,
  useNotificationsStatus,
  useUnreadCount,
} from './notification-hooks.ts'
import { NotificationItem } from './notification-item.tsx'
import './notifications-bell.css'

/** Spec §9: how many the bell shows. */
const bellLength = 10
const mostCounted = 99

/** The bell with how many are unread, and the newest of them; opening it is not reading (NOT-2). */
export function NotificationsBell() {
  const unread = useUnreadCount()
  const shell = useShell()
  const unscoped = useUnscopedText()
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <Popover.Root
      open={useDrawn(useBellOpen())}
      onOpenChange={(isOpen) => shell({ type: isOpen ? 'bell.open' : 'bell.close' })}
    >
      <Popover.Trigger className="icon-button bell" aria-label="Notificações" title="Notificações">
        <BellIcon />
        {unread > 0 && (
          <span className="bell-badge">
            <span aria-hidden="true">{unread > mostCounted ? `${mostCounted}+` : unread}</span>
          </span>
        )}
      </Popover.Trigger>
      <span role="status" className="visually-hidden">
        {unread === 0 ? '' : unread === 1 ? '1 notificação não lida' : `${unread} notificações não lidas`}
      </span>
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
  const send = useNotificationActions()
  const shell = useShell()
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
      <ul className="notification-list">
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
