import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { clockText } from '../../../contract/texts/time-texts.ts'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { pageHeading, useFocusHandedOn } from '../parts/handed-on-focus.ts'
import { TrashIcon } from '../parts/icons/icons.tsx'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { useNotificationsStatus } from './notification-hooks.ts'
import { notificationPlace } from './notification-place.ts'
import './notification-item.css'

interface NotificationListProps {
  notifications: readonly Notification[]
  /** Text of an empty list. */
  none: string
}

export function NotificationList({ notifications, none }: NotificationListProps) {
  const status = useNotificationsStatus()
  const { send } = useFlow('notifications')
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
      {status === 'ready' && notifications.length === 0 && <p className="card-note">{none}</p>}
      <ul className="notification-list d-grid">
        {notifications.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} now={now} />
        ))}
      </ul>
    </>
  )
}

interface NotificationItemProps {
  notification: Notification
  /** Milliseconds since the epoch, on the server's clock. */
  now: number
}

/** A click marks the notification as read and opens its page (NOT-2, ALERT-2). */
function NotificationItem({ notification, now }: NotificationItemProps) {
  const { id, title, body, isRead, createdAt } = notification
  const { send } = useFlow('notifications')
  const row = useFocusHandedOn<HTMLLIElement>(nextText)
  return (
    <li ref={row} className={`notification d-flex align-items-center gap-1${isRead ? '' : ' is-unread'}`}>
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

/** The text of the next notification, else the heading of the bell or the page. */
function nextText(row: HTMLElement): HTMLElement | null {
  const next = row.nextElementSibling?.querySelector<HTMLElement>('.notification-text')
  return next ?? row.closest('.bell-panel')?.querySelector('h2') ?? pageHeading()
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
