import { useDeferredValue, useRef } from 'react'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BellIcon } from '../parts/icons/icons.tsx'
import { useLateCode } from '../parts/loading/late-code.ts'
import { lateBellPanel } from './late-bell-panel.ts'
import { useUnreadCount } from './notification-hooks.ts'
import './notifications-bell.css'

const mostCounted = 99

/** Bell with the number of unread notifications; opening it does not mark them as read (NOT-2). */
export function NotificationsBell() {
  const unread = useUnreadCount()
  const shell = useFlow('shell').send
  const isOpen = useFlowState('shell', (shell) => shell.matches({ bell: 'open' }))
  const isDrawn = useDeferredValue(isOpen) && isOpen
  const Panel = useLateCode(lateBellPanel, isOpen)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button bell position-relative"
        aria-label="Notificações"
        title="Notificações"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => shell({ type: isOpen ? 'bell.close' : 'bell.open' })}
      >
        <BellIcon />
        {unread > 0 && (
          <span className="bell-badge px-1 text-xs fw-semibold text-center">
            <span aria-hidden="true">{unread > mostCounted ? `${mostCounted}+` : unread}</span>
          </span>
        )}
      </button>
      <span role="status" className="visually-hidden">
        {unread === 0 ? '' : unread === 1 ? '1 notificação não lida' : `${unread} notificações não lidas`}
      </span>
      {Panel !== null && <Panel opener={button} isOpen={isDrawn} />}
    </>
  )
}
