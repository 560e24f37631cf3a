import { ModalDialog } from '../parts/modal-dialog.tsx'
import { deletionWays } from './deletion-texts.ts'

interface DeleteDialogProps {
  name: string
  onDelete: () => void
  onClose: () => void
}

/** Names the three ways of a deletion in their order, and what each leaves behind (DEV-5). */
export function DeleteDialog({ name, onDelete, onClose }: DeleteDialogProps) {
  return (
    <ModalDialog
      title={`Excluir ${name}?`}
      onDismiss={onClose}
      text={
        <>
          <p>A exclusão não tem volta. Ela é tentada de três modos, nesta ordem, até que um dê certo:</p>
          <ol className="deletion-ways">
            {deletionWays.map(({ way, name: wayName, leaves }) => (
              <li key={way}>
                <strong>{wayName}</strong> {leaves}
              </li>
            ))}
          </ol>
        </>
      }
    >
      <button type="button" className="btn btn-quiet" data-initial-focus onClick={onClose}>
        Voltar
      </button>
      <button type="button" className="btn btn-danger" onClick={onDelete}>
        Excluir dispositivo
      </button>
    </ModalDialog>
  )
}
