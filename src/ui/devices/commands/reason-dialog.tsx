import { type ReactNode, type SubmitEvent, useId, useRef } from 'react'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { useFirstProblemFocused } from '../../parts/forms/first-problem.ts'
import { useKeptText } from '../../parts/forms/kept-text.ts'
import { ModalDialog } from '../../parts/modal-dialog.tsx'

interface ReasonDialogProps {
  title: string
  confirm: string
  isDangerous?: boolean
  isOptional?: boolean
  /** Problem with the reason as text, or ''. */
  problem: string
  /** Increases each time the dialog must move the focus to the problem. */
  refusals: number
  onEdited: () => void
  /** Receives the reason as typed, and all fields of the form. */
  onConfirm: (typed: string, fields: FormData) => void
  onDrop: () => void
  /** Effect of the command, for the people concerned. */
  children: ReactNode
}

/** Confirmation dialog that asks for a reason for auditors (LIVE-11). */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, confirm, isDangerous = false, isOptional = false, problem, refusals } = props
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const isMarked = problem !== ''
  useFirstProblemFocused(form, refusals)
  useKeptText(form, title)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    props.onConfirm(`${fields.get('reason') ?? ''}`, fields)
  }

  return (
    <ModalDialog
      title={title}
      onDismiss={props.onDrop}
      text={
        <form ref={form} id={`${id}-form`} noValidate onSubmit={submit} className="dialog-form">
          {props.children}
          <label className="form-label" htmlFor={`${id}-reason`}>
            {isOptional ? 'Motivo (opcional)' : 'Motivo'}
          </label>
          <textarea
            id={`${id}-reason`}
            className="form-control"
            rows={2}
            required={!isOptional}
            data-initial-focus
            name="reason"
            onChange={props.onEdited}
            aria-invalid={isMarked}
            aria-describedby={isMarked ? `${id}-hint ${id}-problem` : `${id}-hint`}
          />
          <p id={`${id}-hint`} className="text-soft">
            Fica na auditoria. Não escreva nomes de moradores.
          </p>
          <FieldProblem id={`${id}-problem`} text={isMarked ? problem : undefined} />
        </form>
      }
    >
      <button type="button" className="btn btn-quiet" onClick={props.onDrop}>
        Voltar
      </button>
      <button
        type="submit"
        form={`${id}-form`}
        className={isDangerous ? 'btn btn-danger' : 'btn btn-primary'}
        onClick={(event) => {
          // Ignores the second click of a double click on the button that opened the dialog.
          if (event.detail > 1) event.preventDefault()
        }}
      >
        {confirm}
      </button>
    </ModalDialog>
  )
}
