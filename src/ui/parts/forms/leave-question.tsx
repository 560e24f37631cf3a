import { useSelector } from '@xstate/react'
import type { AnyActorRef } from 'xstate'
import { ModalDialog } from '../modal-dialog.tsx'

/** Form with the tag 'asking' while the person is asked whether to discard unsaved changes. */
export type LeftForm = Pick<AnyActorRef, 'subscribe' | 'getSnapshot'> & {
  send(event: { type: 'leave.stay' } | { type: 'leave.confirm' } | { type: 'form.leave'; to: string }): void
}

/** Asks whether to discard unsaved changes, while the form has the tag 'asking'. */
export function LeaveQuestion({ form }: { form: LeftForm | undefined }) {
  const isAsking = useSelector(form, (snapshot): boolean => snapshot?.hasTag('asking') ?? false)
  if (form === undefined || !isAsking) return null
  const stay = () => form.send({ type: 'leave.stay' })
  return (
    <ModalDialog
      title="Descartar alterações?"
      text={<p>O que você digitou ainda não foi salvo e se perde ao sair desta página.</p>}
      onDismiss={stay}
    >
      <button type="button" className="btn btn-primary" data-initial-focus onClick={stay}>
        Continuar editando
      </button>
      <button type="button" className="btn btn-quiet" onClick={() => form.send({ type: 'leave.confirm' })}>
        Descartar e sair
      </button>
    </ModalDialog>
  )
}
