import { Link, useSearch } from 'wouter'
import { useUnscopedText } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { useServerNow } from '../parts/time/clock-hooks.ts'
import { useNotifications, useNotificationsStatus, useUnreadCount } from './notification-hooks.ts'
import { NotificationItem } from './notification-item.tsx'
import '../parts/forms/choices.css'

/** Lists all notifications, or only the unread ones (NOT-2). */
export function NotificationsPage() {
  const unread = useUnreadCount()
  const { send } = useFlow('notifications')
  return (
    <>
      <PageHeading
        title="Notificações"
        context={[unread === 0 ? 'Nenhuma por ler' : `${unread} por ler`, useUnscopedText()]
          .filter(Boolean)
          .join(' · ')}
        actions={
          unread > 0 && (
            <button type="button" className="btn btn-quiet" onClick={() => send({ type: 'notifications.readAll' })}>
              Marcar todas como lidas
            </button>
          )
        }
      />
      <Choices unread={unread} />
      <List />
    </>
  )
}

function useUnreadAlone(): boolean {
  return new URLSearchParams(useSearch()).get('mostrar') === 'nao-lidas'
}

function Choices({ unread }: { unread: number }) {
  const isUnreadAlone = useUnreadAlone()
  const all = useNotifications().length
  return (
    <nav className="choices d-flex flex-wrap gap-2" aria-label="Quais notificações">
      <Link href="/notifications" aria-current={isUnreadAlone ? undefined : 'page'}>
        Todas <span>{all}</span>
      </Link>
      <Link href="/notifications?mostrar=nao-lidas" aria-current={isUnreadAlone ? 'page' : undefined}>
        Não lidas <span>{unread}</span>
      </Link>
    </nav>
  )
}

function List() {
  const isUnreadAlone = useUnreadAlone()
  const notifications = useNotifications()
  const status = useNotificationsStatus()
  const { send } = useFlow('notifications')
  const listed = isUnreadAlone ? notifications.filter(({ isRead }) => !isRead) : notifications
  const now = useServerNow()
  return (
    <section className="card" aria-label="Lista de notificações">
      {status === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar as notificações."
          onRetry={() => send({ type: 'notifications.reload' })}
        />
      )}
      {status === 'loading' && <p className="card-note">Carregando notificações…</p>}
      {status === 'ready' && listed.length === 0 && (
        <p className="card-note">{isUnreadAlone ? 'Nenhuma notificação por ler' : 'Sem notificações'}</p>
      )}
      <ul className="notification-list d-grid">
        {listed.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} now={now} />
        ))}
      </ul>
    </section>
  )
}
