import { ModalDialog } from '../parts/modal-dialog.tsx'
import { useLeavingAsked } from './condominium-form-hooks.ts'
import { useCondominiumForm } from './draft-hooks.ts'

/** Asks before a link leads away from what is unsaved (CON-4). */
export function LeaveDialog() {
  const form = useCondominiumForm()
  if (!useLeavingAsked()) return null
  const stay = () => form?.send({ type: 'leave.stay' })
  return (
    <ModalDialog
      title="Descartar alterações?"
      text={<p>O que você digitou ainda não foi salvo e se perde ao sair desta página.</p>}
      onDismiss={stay}
    >
      <button type="button" className="btn btn-primary" data-initial-focus onClick={stay}>
        Continuar editando
      </button>
      <button type="button" className="btn btn-quiet" onClick={() => form?.send({ type: 'leave.confirm' })}>
        Descartar e sair
      </button>
    </ModalDialog>
  )
}
