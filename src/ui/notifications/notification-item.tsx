import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import { useFlow } from '../panel-context.tsx'
import { TrashIcon } from '../parts/icons/icons.tsx'
import { clockText } from '../parts/time/time-texts.ts'
import { notificationPlace } from './notification-place.ts'
import './notification-item.css'

interface NotificationItemProps {
  notification: Notification
  /** Milliseconds since the epoch, on the server's clock. */
  now: number
}

/** A click marks the notification as read and opens its page (NOT-2, ALERT-2). */
export function NotificationItem({ notification, now }: NotificationItemProps) {
  const { id, title, body, isRead, createdAt } = notification
  const { send } = useFlow('notifications')
  return (
    <li
      className={
        isRead
          ? 'notification d-flex align-items-center gap-1'
          : 'notification d-flex align-items-center gap-1 is-unread'
      }
    >
      <Way notification={notification}>
        {!isRead && <span className="visually-hidden">Não lida. </span>}
        <span className="notification-title">{title === '' ? 'Novo aviso' : title}</span>
        {body !== '' && <span className="notification-body">{body}</span>}
        <time dateTime={createdAt}>{clockText(createdAt, now)}</time>
      </Way>
      <button
        type="button"
        className="icon-button"
        aria-label="Excluir notificação"
        title="Excluir notificação"
        onClick={() => send({ type: 'notifications.delete', id })}
      >
        <TrashIcon />
      </button>
    </li>
  )
}

function Way({ notification: { id, data }, children }: { notification: Notification; children: ReactNode }) {
  const { send } = useFlow('notifications')
  const shell = useFlow('shell').send
  const href = notificationPlace(data)
  const read = () => send({ type: 'notifications.read', id })
  if (href === null)
    return (
      <button type="button" className="notification-text d-grid flex-fill min-w-0 text-decoration-none" onClick={read}>
        {children}
      </button>
    )
  return (
    <Link
      href={href}
      className="notification-text d-grid flex-fill min-w-0 text-decoration-none"
      onClick={() => {
        read()
        shell({ type: 'bell.close' })
      }}
    >
      {children}
    </Link>
  )
}
