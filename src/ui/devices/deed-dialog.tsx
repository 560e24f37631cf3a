import { type SubmitEvent, useId, useRef } from 'react'
import type { Device } from '../../../contract/wire/answers/devices.ts'
import { type DeviceDeed, isReasonOptional } from '../../machines/devices/device-deed.machine.ts'
import { FieldProblem } from '../parts/field-problem.tsx'
import { useFirstProblemFocused } from '../parts/first-problem.ts'
import { ModalDialog } from '../parts/modal-dialog.tsx'
import { secondsText } from '../parts/time-texts.ts'
import { nextCallOf } from './circuit-view.ts'
import { useDeedQuestion, useReasonProblem, useReasonRefusals } from './deed-hooks.ts'
import { deedTexts } from './deed-texts.ts'
import { deletionWays } from './deletion-texts.ts'
import { useCircuit } from './device-hooks.ts'
import { nameOf } from './device-verdict.ts'

/** Says what a deed will do to whom passes at the device, and asks why: the reason is kept for auditors (LIVE-11). */
export function DeedDialog({ deed, device, now }: { deed: DeviceDeed; device: Device; now: number }) {
  const question = useDeedQuestion()
  const problem = useReasonProblem()
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const { title, effect, confirm } = deedTexts(deed, nameOf(device))
  const isMarked = problem !== ''
  useFirstProblemFocused(form, useReasonRefusals())

  function drop() {
    question?.send({ type: 'deed.drop' })
  }
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = `${new FormData(event.currentTarget).get('reason') ?? ''}`
    question?.send({ type: 'deed.confirm', deed, typed })
  }

  return (
    <ModalDialog
      title={title}
      onDismiss={drop}
      text={
        <form ref={form} id={`${id}-form`} noValidate onSubmit={submit} className="deed-form">
          <p>{effect}</p>
          {deed.kind === 'delete' && <DeletionWays />}
          <PauseNote deed={deed} now={now} />
          <label className="form-label" htmlFor={`${id}-reason`}>
            {isReasonOptional(deed) ? 'Motivo (opcional)' : 'Motivo'}
          </label>
          <textarea
            id={`${id}-reason`}
            className="form-control"
            rows={2}
            required={!isReasonOptional(deed)}
            data-initial-focus
            name="reason"
            onChange={() => question?.send({ type: 'deed.edited' })}
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
      <button type="button" className="btn btn-quiet" onClick={drop}>
        Voltar
      </button>
      <button
        type="submit"
        form={`${id}-form`}
        className={deed.kind === 'delete' ? 'btn btn-danger' : 'btn btn-primary'}
        onClick={(event) => {
          // The second half of a double click on what opened the dialog.
          if (event.detail > 1) event.preventDefault()
        }}
      >
        {confirm}
      </button>
    </ModalDialog>
  )
}

/** What is left behind by each way to delete (DEV-5). */
function DeletionWays() {
  return (
    <ol className="deletion-ways">
      {deletionWays.map(({ way, name, leaves }) => (
        <li key={way}>
          <strong>{name}</strong> {leaves}
        </li>
      ))}
    </ol>
  )
}

/** Said before it is asked: nothing would be sent now. */
function PauseNote({ deed, now }: { deed: DeviceDeed; now: number }) {
  const next = nextCallOf(useCircuit(deed.target.wordCode), now)
  if (next.kind !== 'refused' || deed.kind === 'reset' || deed.kind === 'delete') return null
  return <p>O dispositivo está em pausa até {secondsText(next.until)}: o que for pedido antes disso não é enviado.</p>
}
