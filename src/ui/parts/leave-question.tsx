import { ModalDialog } from './modal-dialog.tsx'

/** Asks whether what is unsaved may be lost. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ModalDialog
      title="Descartar alterações?"
      text={<p>O que você digitou ainda não foi salvo e se perde ao sair desta página.</p>}
      onDismiss={onStay}
    >
      <button type="button" className="btn btn-primary" data-initial-focus onClick={onStay}>
        Continuar editando
      </button>
      <button type="button" className="btn btn-quiet" onClick={onLeave}>
        Descartar e sair
      </button>
    </ModalDialog>
  )
}
