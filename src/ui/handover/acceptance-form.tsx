import { type SubmitEvent, useRef } from 'react'
import type { HandoverField, HandoverProblems } from '../../machines/handover/handover.machine.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { useFirstProblemFocused } from '../parts/forms/first-problem.ts'
import { TextField } from '../parts/forms/text-field.tsx'
import { useFocusHandedOn } from '../parts/handed-on-focus.ts'

const texts = {
  effect:
    'Quem recebe entra aqui com o próprio e-mail e senha. A sua sessão continua, e aquilo de que você está cuidando passa a quem recebeu.',
  missing: 'Preencha este campo.',
} as const

/** Sign-in of the next person on the same screen, with a note of the person who leaves (INC-7). */
export function AcceptanceForm() {
  const { send } = useFlow('handover')
  const { note, problems, refusals, failure } = useFlowState('handover', ({ context }) => context)
  const isBusy = useFlowState('handover', (flow) => flow.hasTag('busy'))
  const form = useRef<HTMLFormElement>(null)
  const card = useFocusHandedOn<HTMLElement>()
  useFirstProblemFocused(form, refusals)
  const edited = (field: HandoverField) => () => send({ type: 'handover.edited', field })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const entered = new FormData(event.currentTarget)
    const textOf = (field: HandoverField) => `${entered.get(field) ?? ''}`
    send({
      type: 'handover.accept',
      email: textOf('email'),
      password: textOf('password'),
      note: textOf('note'),
    })
  }

  return (
    <section ref={card} className="card handover-acceptance mb-3 p-3" aria-labelledby="recebimento">
      <div className="card-heading">
        <h2 id="recebimento">Receber o turno</h2>
        <p>{texts.effect}</p>
      </div>
      <form ref={form} noValidate onSubmit={submit}>
        <div className="handover-wide">
          <label className="form-label" htmlFor="turno-recado">
            Recado de quem sai (opcional)
          </label>
          <textarea
            id="turno-recado"
            name="note"
            className="form-control"
            rows={3}
            readOnly={isBusy}
            defaultValue={note}
            onChange={({ currentTarget }) => {
              send({ type: 'handover.noted', note: currentTarget.value })
              send({ type: 'handover.edited', field: 'note' })
            }}
            aria-invalid={problems.note !== undefined}
            aria-describedby={problems.note === undefined ? undefined : 'turno-recado-problem'}
          />
          <FieldProblem id="turno-recado-problem" text={textOfProblem(problems, 'note')} />
        </div>
        <TextField
          id="turno-email"
          name="email"
          type="email"
          label="E-mail de quem recebe"
          readOnly={isBusy}
          problem={textOfProblem(problems, 'email')}
          onChange={edited('email')}
        />
        <TextField
          id="turno-senha"
          name="password"
          type="password"
          label="Senha de quem recebe"
          readOnly={isBusy}
          problem={textOfProblem(problems, 'password')}
          onChange={edited('password')}
        />
        <div className="handover-wide handover-end d-flex flex-wrap gap-12 align-items-center">
          <BusyButton type="submit" isBusy={isBusy}>
            Receber o turno
          </BusyButton>
          <p role="alert">{failure}</p>
        </div>
      </form>
    </section>
  )
}

function textOfProblem(problems: HandoverProblems, field: HandoverField): string | undefined {
  const problem = problems[field]
  if (problem === undefined) return undefined
  return 'text' in problem ? problem.text : texts.missing
}
