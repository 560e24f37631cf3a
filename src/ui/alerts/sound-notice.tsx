import { useEffect } from 'react'
import { toast } from 'react-toastify/unstyled'
import { useFlow } from '../panel-context.tsx'
import { useSoundUnasked } from './alert-hooks.ts'

const noticeToast = 'sound off'

/** Shows that the sound of alerts is off, until a person chooses: once in each browser (DESK-4). */
export function useSoundNotice(): void {
  const isUnasked = useSoundUnasked()
  const { send } = useFlow('alerts')
  useEffect(() => {
    if (isUnasked)
      toast(<SoundNotice />, {
        toastId: noticeToast,
        autoClose: false,
        draggable: false,
        closeOnClick: false,
        role: 'status',
        onClose: (isByPerson) => {
          if (isByPerson === true) send({ type: 'sound.switchOff' })
        },
      })
    else toast.dismiss(noticeToast)
  }, [isUnasked, send])
  useEffect(() => () => toast.dismiss(noticeToast), [])
}

function SoundNotice() {
  const { send } = useFlow('alerts')
  return (
    <div className="toast-row d-flex flex-fill min-w-0 flex-wrap align-items-center">
      <p>O som de alerta está desligado neste navegador. O botão fica no topo da página.</p>
      <p className="toast-actions d-flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary btn-sm" onClick={() => send({ type: 'sound.switchOn' })}>
          Ligar o som
        </button>
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => send({ type: 'sound.switchOff' })}>
          Deixar desligado
        </button>
      </p>
    </div>
  )
}
