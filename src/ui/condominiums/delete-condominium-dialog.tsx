import { Link } from 'wouter'
import { devicesAddress } from '../device-list/device-addresses.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'
import { useCondominiumDeletion } from './condominium-hooks.ts'

/** Asks before a condominium is deleted, and shows why the server refused the deletion (CON-4). */
export function DeleteCondominiumDialog() {
  const [deletion, send] = useCondominiumDeletion()
  if (deletion === null) return null
  const { condominium, phase, message } = deletion
  const close = () => send({ type: 'deletion.close' })
  return (
    <ModalDialog
      title={`Excluir ${condominium.name}?`}
      onDismiss={close}
      text={
        <>
          <p>O cadastro e o endereço são apagados, com os eventos deste condomínio. A exclusão não tem volta.</p>
          {message !== null && phase !== 'deleting' && <FailureNotice text={message} />}
        </>
      }
    >
      <button type="button" className="btn btn-quiet" data-initial-focus onClick={close}>
        Voltar
      </button>
      {phase === 'kept' ? (
        <Link href={devicesAddress({ condominiumId: condominium.id })} className="btn btn-primary" onClick={close}>
          Ver os dispositivos
        </Link>
      ) : (
        <BusyButton
          className="btn btn-danger"
          isBusy={phase === 'deleting'}
          onClick={() => send({ type: 'deletion.confirm' })}
        >
          Excluir condomínio
        </BusyButton>
      )}
    </ModalDialog>
  )
}
