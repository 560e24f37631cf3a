import { type SubmitEvent, useId, useState } from 'react'
import { FieldProblem } from '../parts/field-problem.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'

const longestReason = 200

interface ResetDialogProps {
  name: string
  onReset: (reason: string) => void
  onClose: () => void
}

/** Asks why the pause of a device is ended by hand: the reason is kept for auditors (CB-6, AUD-2). */
export function ResetDialog({ name, onReset, onClose }: ResetDialogProps) {
  const [isMissing, setMissing] = useState(false)
  const id = useId()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = `${new FormData(event.currentTarget).get('reason') ?? ''}`.trim()
    setMissing(reason === '')
    if (reason === '') document.getElementById(`${id}-reason`)?.focus()
    else onReset(reason)
  }

  return (
    <ModalDialog
      title={`Retomar ${name} agora?`}
      onDismiss={onClose}
      text={
        <form id={`${id}-form`} noValidate onSubmit={submit} className="reset-form">
          <p>As próximas chamadas são enviadas na hora, sem esperar o fim da pausa. O motivo fica na auditoria.</p>
          <label className="form-label" htmlFor={`${id}-reason`}>
            Motivo
          </label>
          <textarea
            id={`${id}-reason`}
            className="form-control"
            rows={3}
            maxLength={longestReason}
            required
            data-initial-focus
            name="reason"
            onChange={() => setMissing(false)}
            aria-invalid={isMissing}
            aria-describedby={isMissing ? `${id}-hint ${id}-problem` : `${id}-hint`}
          />
          <p id={`${id}-hint`} className="text-soft">
            Não escreva nomes de moradores.
          </p>
          <FieldProblem id={`${id}-problem`} text={isMissing ? 'Escreva o motivo.' : undefined} />
        </form>
      }
    >
      <button type="button" className="btn btn-quiet" onClick={onClose}>
        Voltar
      </button>
      <button type="submit" form={`${id}-form`} className="btn btn-primary">
        Retomar agora
      </button>
    </ModalDialog>
  )
}
