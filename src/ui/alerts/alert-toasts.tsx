import { useEffect, useRef } from 'react'
import { type ToastOptions, toast } from 'react-toastify/unstyled'
import { Link, useLocation } from 'wouter'
import { clockText } from '../../../contract/texts/time-texts.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { isOfIncident } from '../../machines/alerts/incident-alerts.ts'
import type { Alert, IncidentAlert } from '../../services/alerts/alert-keeper.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiums, useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { deviceAddress, placeAddress } from '../device-list/device-addresses.ts'
import { eventKinds } from '../event-feed/event-kinds.ts'
import { incidentAddress } from '../incidents/incident-address.ts'
import { useIncidentsPresent } from '../incidents/incident-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { CloseIcon } from '../parts/icons/icons.tsx'
import { useByTime } from '../parts/time/clock-hooks.ts'
import { useAlertsApart, useAlertsTogether, useSound, useSoundOn, useUnseenAlerts } from './alert-hooks.ts'
import { IncidentToast } from './incident-toast.tsx'
import { soundBlockedText } from './sound-texts.ts'
import './alert-toasts.css'

const togetherToast = 'alerts'
const soundToast = 'alert sound'

/** Alert toasts are above the others, and stay until the alert is marked as seen. */
const staying = {
  autoClose: false,
  draggable: false,
  closeOnClick: false,
  position: 'top-center',
  className: 'is-alert',
} as const

/** Shows unseen alerts, each in its own toast or all in one, and a toast if the browser blocks the sound (ALERT-1). */
export function useAlertToasts(): void {
  useSeenByArrival()
  const apart = useAlertsApart()
  const isTogether = useAlertsTogether() > 0
  const isBlocked = useSound() === 'blocked'
  const isSoundOn = useSoundOn()
  const shown = useRef<string[]>([])
  useEffect(() => {
    const ids = apart.map(toastIdOf)
    for (const gone of shown.current) if (!ids.includes(gone)) toast.dismiss(gone)
    for (const alert of apart)
      toast(isOfIncident(alert) ? <IncidentToast alert={alert} /> : <AlertToast alert={alert} />, {
        ...staying,
        ...seenByClosing({ type: 'alerts.see', id: alert.id }),
        toastId: toastIdOf(alert),
      })
    shown.current = ids
  }, [apart])
  useEffect(() => {
    if (isTogether)
      toast(<AlertsToast />, { ...staying, ...seenByClosing({ type: 'alerts.seeAll' }), toastId: togetherToast })
    else toast.dismiss(togetherToast)
  }, [isTogether])
  useEffect(() => {
    if (isBlocked && isSoundOn) toast(<SoundToast />, { ...staying, toastId: soundToast })
    else toast.dismiss(soundToast)
  }, [isBlocked, isSoundOn])
  useEffect(
    () => () => {
      for (const toastId of [...shown.current.splice(0), togetherToast, soundToast]) toast.dismiss(toastId)
    },
    [],
  )
}

/** An alert is seen when its page is open (DESK-4); for alerts that share a toast, the list of incidents is the page. */
function useSeenByArrival(): void {
  const unseen = useUnseenAlerts()
  const isTogether = useAlertsTogether() > 0
  const isPageSeen = useFlowState('connectivity', (page) => !page.matches({ page: 'hidden' }))
  const selectedId = useSelectedCondominium()?.id ?? null
  const [path] = useLocation()
  const { send } = useFlow('alerts')
  useEffect(() => {
    if (!isPageSeen) return
    for (const alert of unseen) {
      const isListed = isTogether && path === '/incidents' && isOfIncident(alert) && isScoped(alert, selectedId)
      if (isListed || path === placeOf(alert)) send({ type: 'alerts.see', id: alert.id })
    }
  }, [unseen, isTogether, isPageSeen, selectedId, path, send])
}

function placeOf(alert: Alert): string {
  return isOfIncident(alert) ? incidentAddress(alert.incident.id) : placeAddress(alert)
}

function isScoped({ incident: { condominiumId } }: IncidentAlert, selectedId: string | null): boolean {
  return selectedId === null || condominiumId === null || condominiumId === selectedId
}

function toastIdOf({ id }: Alert): string {
  return `alert ${id}`
}

type Seeing = { type: 'alerts.see'; id: string } | { type: 'alerts.seeAll' }

/** Adds a close button that only sends an event: the toast closes after the chart has handled the event. */
function seenByClosing(seeing: Seeing): ToastOptions {
  return { closeButton: <SeenButton seeing={seeing} /> }
}

function SeenButton({ seeing }: { seeing: Seeing }) {
  const { send } = useFlow('alerts')
  return (
    <button type="button" className="icon-button" aria-label="Fechar alerta" onClick={() => send(seeing)}>
      <CloseIcon />
    </button>
  )
}

function AlertToast({ alert }: { alert: Activity }) {
  const { id, kind, wordCode, deviceName, condominiumId, at } = alert
  const condominium = useCondominiums().find((each) => each.id === condominiumId)
  const clock = useByTime(({ serverNow }) => clockText(at, serverNow))
  const { send } = useFlow('alerts')
  const see = () => send({ type: 'alerts.see', id })
  const { text, Icon } = eventKinds[kind]
  return (
    <div className="toast-row d-flex flex-fill flex-wrap align-items-center min-w-0 text-anywhere tone-bad">
      <p className="alert-what d-flex gap-2">
        <Icon />
        <strong>{text}</strong>
      </p>
      <p className="text-sm">
        {wordCode !== '' && (
          <Link href={deviceAddress(wordCode)} onClick={see}>
            {deviceName === '' ? wordCode : deviceName}
          </Link>
        )}
        {wordCode !== '' && condominium !== undefined && ' · '}
        {condominium !== undefined && (
          <Link href={condominiumAddress(condominiumId)} onClick={see}>
            {condominium.name}
          </Link>
        )}
      </p>
      <p className="toast-actions d-flex flex-wrap align-items-center gap-2">
        <Link href={placeAddress(alert)} className="btn btn-primary btn-sm" onClick={see}>
          {wordCode === '' ? 'Ver condomínio' : 'Ver dispositivo'}
        </Link>
        <button type="button" className="btn btn-quiet btn-sm" onClick={see}>
          Visto
        </button>
        <time className="ms-auto text-soft text-sm" dateTime={at}>
          {clock}
        </time>
      </p>
    </div>
  )
}

function AlertsToast() {
  const count = useAlertsTogether()
  const isOfIncidents = useIncidentsPresent()
  const { send } = useFlow('alerts')
  const see = () => send({ type: 'alerts.seeAll' })
  return (
    <div className="toast-row d-flex flex-fill flex-wrap align-items-center min-w-0 text-anywhere tone-bad">
      <p className="alert-what d-flex gap-2">
        <strong>{count} alertas não vistos</strong>
      </p>
      <p className="toast-actions d-flex flex-wrap align-items-center gap-2">
        <Link href={isOfIncidents ? '/incidents' : '/notifications'} className="btn btn-primary btn-sm" onClick={see}>
          {isOfIncidents ? 'Ver ocorrências' : 'Ver notificações'}
        </Link>
        <button type="button" className="btn btn-quiet btn-sm" onClick={see}>
          Visto
        </button>
      </p>
    </div>
  )
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
