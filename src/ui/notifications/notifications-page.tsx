import { Link, useSearch } from 'wouter'
import { useUnscopedText } from '../condominiums/condominium-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { useFocusHandedOn } from '../parts/handed-on-focus.ts'
import { PageHeading } from '../parts/page-heading.tsx'
import { useNotifications, useUnreadCount } from './notification-hooks.ts'
import { NotificationList } from './notification-item.tsx'
import '../parts/forms/choices.css'

/** Lists all notifications, or only the unread ones (NOT-2). */
export function NotificationsPage() {
  const unread = useUnreadCount()
  return (
    <>
      <PageHeading
        title="Notificações"
        context={[unread === 0 ? 'Nenhuma por ler' : `${unread} por ler`, useUnscopedText()]
          .filter(Boolean)
          .join(' · ')}
        actions={unread > 0 && <ReadAllButton />}
      />
      <Choices unread={unread} />
      <List />
    </>
  )
}

function ReadAllButton() {
  const { send } = useFlow('notifications')
  const button = useFocusHandedOn<HTMLButtonElement>()
  return (
    <button
      ref={button}
      type="button"
      className="btn btn-quiet"
      onClick={() => send({ type: 'notifications.readAll' })}
    >
      Marcar todas como lidas
    </button>
  )
}

function useUnreadAlone(): boolean {
  return new URLSearchParams(useSearch()).get('mostrar') === 'nao-lidas'
}

function Choices({ unread }: { unread: number }) {
  const isUnreadAlone = useUnreadAlone()
  const all = useNotifications().length
  return (
    <nav className="choices" aria-label="Quais notificações">
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
  return (
    <section className="card" aria-label="Lista de notificações">
      <NotificationList
        notifications={isUnreadAlone ? notifications.filter(({ isRead }) => !isRead) : notifications}
        none={isUnreadAlone ? 'Nenhuma notificação por ler' : 'Sem notificações'}
      />
    </section>
  )
}
