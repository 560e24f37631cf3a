import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import { TrashIcon } from '../parts/icons.tsx'
import { clockText } from '../parts/time-texts.ts'
import { useNotificationActions } from './notification-hooks.ts'
import './notification-item.css'

interface NotificationItemProps {
  notification: Notification
  /** Milliseconds since the epoch, on the server's clock. */
  now: number
}

/** One notification: bold until it is read, read by a click, with a way to delete it (NOT-2). */
export function NotificationItem({ notification, now }: NotificationItemProps) {
  const { id, title, body, isRead, createdAt } = notification
  const send = useNotificationActions()
  return (
    <li className={isRead ? 'notification' : 'notification is-unread'}>
      <button type="button" className="notification-text" onClick={() => send({ type: 'notifications.read', id })}>
        {!isRead && <span className="visually-hidden">Não lida. </span>}
        <span className="notification-title">{title === '' ? 'Novo aviso' : title}</span>
        {body !== '' && <span className="notification-body">{body}</span>}
        <time dateTime={createdAt}>{clockText(createdAt, now)}</time>
      </button>
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
