import { useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'
import { useLocation } from 'wouter'
import { isOfIncident } from '../../machines/alerts/incident-alerts.ts'
import type { IncidentAlert } from '../../services/alerts/alert-keeper.ts'
import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { alertAddress } from './alert-actions.tsx'
import { useAlertsMany, useSound, useSoundOn, useUnseenAlerts } from './alert-hooks.ts'
import { AlertStrip } from './alert-strip.tsx'
import { soundBlockedText } from './sound-texts.ts'
import './alert-toasts.css'

const staying = {
  autoClose: false,
  draggable: false,
  closeOnClick: false,
  position: 'top-center',
} as const

/** Shows the unseen alerts in one toast, and a toast if the browser blocks the sound (ALERT-1). Both are above other toasts. */
export function useAlertToasts(): void {
  useSeenByArrival()
  const isAny = useUnseenAlerts().length > 0
  const isBlocked = useSound() === 'blocked'
  const isSoundOn = useSoundOn()
  useEffect(() => {
    if (!isAny) return
    // Each toast gets a new id, because the previous id stays in use until its toast has left the screen.
    const id = toast(<AlertStrip />, { ...staying, closeButton: false, className: 'is-alert' })
    return () => toast.dismiss(id)
  }, [isAny])
  useEffect(() => {
    if (!isBlocked || !isSoundOn) return
    const id = toast(<SoundToast />, staying)
    return () => toast.dismiss(id)
  }, [isBlocked, isSoundOn])
}

/**
 * Marks an alert as seen when its page is open (DESK-4). If there are many alerts, the list of incidents counts as the
 * page of each alert.
 */
function useSeenByArrival(): void {
  const unseen = useUnseenAlerts()
  const isMany = useAlertsMany()
  const isPageSeen = useFlowState('connectivity', (page) => !page.matches({ page: 'hidden' }))
  const selectedId = useSelectedCondominium()?.id ?? null
  const [path] = useLocation()
  const { send } = useFlow('alerts')
  useEffect(() => {
    if (!isPageSeen) return
    for (const alert of unseen) {
      const isListed = isMany && path === '/incidents' && isOfIncident(alert) && isScoped(alert, selectedId)
      if (isListed || path === alertAddress(alert)) send({ type: 'alerts.see', id: alert.id })
    }
  }, [unseen, isMany, isPageSeen, selectedId, path, send])
}

function isScoped({ incident: { condominiumId } }: IncidentAlert, selectedId: string | null): boolean {
  return selectedId === null || condominiumId === null || condominiumId === selectedId
}

function SoundToast() {
  const { send } = useFlow('alerts')
  return (
    <div className="toast-row d-flex flex-fill flex-wrap align-items-center min-w-0 text-anywhere">
      <p>{soundBlockedText}</p>
      <p className="toast-actions d-flex flex-wrap align-items-center gap-2">
        <button type="button" className="btn btn-primary btn-sm" onClick={() => send({ type: 'sound.listen' })}>
          Ouvir
        </button>
      </p>
    </div>
  )
}
