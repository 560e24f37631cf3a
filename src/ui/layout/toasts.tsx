import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import { Link } from 'wouter'
import { useAlertToasts } from '../alerts/alert-toasts.tsx'
import { useSoundNotice } from '../alerts/sound-notice.tsx'
import { useAuditVolatile } from '../audit/audit-hooks.ts'
import { useDraftUnreachable } from '../condominium-form/draft-hooks.ts'
import { condominiumFormAddress } from '../condominiums/condominium-address.ts'
import { useAccess, useFlow, useFlowState } from '../panel-context.tsx'
import { CloseIcon } from '../parts/icons/icons.tsx'
import { toastHost } from '../parts/toast-place.ts'
import { usePushToasts } from '../push/push-toast.tsx'
import { useVersionOffered } from '../version/version-hooks.ts'
import './toasts.css'

const versionToast = 'version'
const volatileToast = 'volatile'
const draftToast = 'draft'
const lossToast = 'selection-lost'
/** Short, because the toast covers controls; the form itself keeps the draft. */
const draftShownMs = 10_000
const volatileText =
  'Este navegador não permite guardar registros: a auditoria só existe até você sair ou fechar esta página.'

/**
 * Toasts, above the page or the open dialog, so that they cover no button (DESK-4); also for a new version (VER-2) and a
 * browser without storage (AUD-2).
 */
export function Toasts() {
  const isOffered = useVersionOffered()
  useEffect(() => {
    if (isOffered) toast(<VersionOffer />, { toastId: versionToast, autoClose: false, draggable: false })
    else toast.dismiss(versionToast)
  }, [isOffered])
  useDialogLeft()
  return (
    <>
      {createPortal(
        <ToastContainer
          position="top-right"
          aria-label="Avisos"
          transition={Slide}
          draggablePercent={80}
          closeButton={({ closeToast }) => (
            <button type="button" className="icon-button" aria-label="Fechar aviso" onClick={closeToast}>
              <CloseIcon />
            </button>
          )}
        />,
        toastHost(),
      )}
      {useAccess() === 'signedIn' && <SignedInToasts />}
    </>
  )
}

/** A link in a toast leaves the open dialog, as Esc in a toast does. */
function useDialogLeft(): void {
  useEffect(() => {
    const host = toastHost()
    const leave = (event: Event) => {
      const isLink = event.type === 'click' && event.target instanceof Element && event.target.closest('a') !== null
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (!isLink && !isEscape) return
      if (isEscape) event.preventDefault()
      const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      host.closest('dialog')?.dispatchEvent(press)
    }
    host.addEventListener('click', leave)
    host.addEventListener('keydown', leave)
    return () => {
      host.removeEventListener('click', leave)
      host.removeEventListener('keydown', leave)
    }
  }, [])
}

function SignedInToasts() {
  useVolatileWarning()
  useDraftOffered()
  useLossWarning()
  usePushToasts()
  useAlertToasts()
  useSoundNotice()
  useEffect(
    () => () => {
      for (const toastId of [draftToast, lossToast]) toast.dismiss(toastId)
    },
    [],
  )
  return null
}

function useVolatileWarning(): void {
  const isVolatile = useAuditVolatile()
  const wasShown = useRef(false)
  useEffect(() => {
    if (!isVolatile || wasShown.current) return
    wasShown.current = true
    toast.warn(volatileText, { toastId: volatileToast, autoClose: false, draggable: false, icon: false })
  }, [isVolatile])
}

function useDraftOffered(): void {
  const draft = useDraftUnreachable()
  useEffect(() => {
    if (draft !== null) toast(<DraftOffer {...draft} />, { toastId: draftToast, autoClose: draftShownMs })
    else toast.dismiss(draftToast)
  }, [draft])
}

/** Informs the person that the selected condominium was removed from their list (LIVE-6). */
function useLossWarning(): void {
  const flow = useFlow('condominiums')
  const name = useFlowState('condominiums', (flow) => flow.context.lost)
  useEffect(() => {
    if (name === null) toast.dismiss(lossToast)
    else
      toast.warn(`${name} não está mais na sua lista: o painel mostra agora todos os condomínios.`, {
        toastId: lossToast,
        autoClose: false,
        draggable: false,
        icon: false,
        onClose: () => flow.send({ type: 'loss.read' }),
      })
  }, [name, flow])
}

function DraftOffer({ id, name }: { id: string | null; name: string }) {
  return (
    <div className="toast-row d-flex flex-fill flex-wrap align-items-center min-w-0">
      <p>
        <strong>Alterações não salvas</strong>
      </p>
      <p>O que você digitou em {name || 'novo condomínio'} está guardado até fechar esta página.</p>
      <Link href={condominiumFormAddress(id)} className="btn btn-primary btn-sm">
        Voltar a editar
      </Link>
    </div>
  )
}

function VersionOffer() {
  const version = useFlow('version')
  return (
    <div className="toast-row d-flex flex-fill flex-wrap align-items-center min-w-0">
      <p>
        <strong>Nova versão disponível</strong>
      </p>
      <p>Atualize quando puder: você precisará entrar novamente.</p>
      <button type="button" className="btn btn-primary btn-sm" onClick={() => version.send({ type: 'version.update' })}>
        Atualizar agora
      </button>
    </div>
  )
}
