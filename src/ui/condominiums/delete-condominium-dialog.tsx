import { useSelector } from '@xstate/react'
import { Link } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import type { condominiumDeleteMachine } from '../../machines/condominiums/condominium-delete.machine.ts'
import { devicesAddress } from '../device-list/device-addresses.ts'
import { useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { firstTag } from '../parts/first-tag.ts'
import { ModalDialog } from '../parts/modal-dialog.tsx'

/** Asks before a condominium is deleted, and shows why the server refused the deletion (CON-4). */
export function DeleteCondominiumDialog() {
  const deletion = useFlowState('condominiums', (flow) => flow.children.deletion)
  return deletion === undefined ? null : <Question deletion={deletion} />
}

function Question({ deletion }: { deletion: ActorRefFrom<typeof condominiumDeleteMachine> }) {
  const { condominium, failure } = useSelector(deletion, ({ context }) => context)
  const phase = useSelector(deletion, (snapshot) => firstTag(snapshot, ['deleted', 'kept', 'busy']))
  if (phase === 'deleted') return null
  const close = () => deletion.send({ type: 'deletion.close' })
  return (
    <ModalDialog
      title={`Excluir ${condominium.name}?`}
      onDismiss={close}
      text={
        <>
          <p>O cadastro e o endereço são apagados, com os eventos deste condomínio. A exclusão não tem volta.</p>
          {failure !== null && phase !== 'busy' && <FailureNotice text={failure.message} />}
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
          isBusy={phase === 'busy'}
          onClick={() => deletion.send({ type: 'deletion.confirm' })}
        >
          Excluir condomínio
        </BusyButton>
      )}
    </ModalDialog>
  )
}
