import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import type { condominiumDeleteMachine } from '../../machines/condominiums/condominium-delete.machine.ts'
import { devicesAddress } from '../device-list/device-addresses.ts'
import { useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'

/** Asks before a condominium is deleted, and shows why the server refused the deletion (CON-4). */
export function DeleteCondominiumDialog() {
  const deletion = useFlowState('condominiums', (flow) => flow.children.deletion)
  return deletion === undefined ? null : <Question deletion={deletion} />
}

function Question({ deletion }: { deletion: ActorRefFrom<typeof condominiumDeleteMachine> }) {
  const snapshot = useSelector(deletion, (current) => current)
  if (snapshot.hasTag('deleted')) return null
  const { condominium, failure } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const close = () => deletion.send({ type: 'deletion.close' })
  return (
    <ModalDialog
      title={`Excluir ${condominium.name}?`}
      onDismiss={close}
      text={
        <>
          <p>O cadastro e o endereço são apagados, com os eventos deste condomínio. A exclusão não tem volta.</p>
          {failure !== null && !isBusy && <FailureNotice text={failure.message} />}
        </>
      }
    >
      <button type="button" className="btn btn-quiet" data-initial-focus onClick={close}>
        Voltar
      </button>
      {snapshot.hasTag('kept') ? (
        <Link href={devicesAddress({ condominiumId: condominium.id })} className="btn btn-primary" onClick={close}>
          Ver os dispositivos
        </Link>
      ) : (
        <BusyButton
          className="btn btn-danger"
          isBusy={isBusy}
          onClick={() => deletion.send({ type: 'deletion.confirm' })}
        >
          Excluir condomínio
        </BusyButton>
      )}
    </ModalDialog>
  )
}
