import { type ComponentProps, type SubmitEvent, useId, useRef, useState } from 'react'
import { contactForStep, contactRoleWords, contactText } from '../../../../contract/contacts/contacts.ts'
import { wordsRule } from '../../../../contract/fields/incident-words.ts'
import { procedureKindWords } from '../../../../contract/procedures/procedure-kinds.ts'
import { clockText } from '../../../../contract/texts/time-texts.ts'
import type { ProcedureRun, RunStep } from '../../../../contract/wire/answers/procedures.ts'
import type { StepAction } from '../../../../contract/wire/requests/incidents.ts'
import { useShownContacts } from '../../contacts/contact-hooks.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { useFirstProblemFocused } from '../../parts/forms/first-problem.ts'
import { PhoneText } from '../../parts/phone-text.tsx'
import { usePageKeys } from '../../shell/page-keys.ts'
import { nameText } from '../incident-texts.ts'
import { KeyHint } from '../worklist/key-hint.tsx'
import { worklistKeys } from '../worklist/worklist-keys.ts'
import { useActionOutcome, useIncidentPage } from './open-incident-hooks.ts'
import './incident-procedure.css'

interface IncidentProcedureProps {
  procedure: ProcedureRun
  condominiumId: string | null
  /** On the server's clock, in milliseconds since the epoch. */
  now: number
}

/** The steps of the procedure, with the actions for each step (PROC-2). */
export function IncidentProcedure({ procedure, condominiumId, now }: IncidentProcedureProps) {
  const { run, kind, steps, isOver } = procedure
  const page = useIncidentPage()
  const { isBusy, message, of, step: sent } = useActionOutcome()
  const list = useRef<HTMLOListElement>(null)
  usePageKeys([
    {
      key: worklistKeys.procedure,
      what: 'ir ao próximo passo do procedimento',
      press: () => list.current?.querySelector<HTMLInputElement>('input:not(:checked):not(:disabled)')?.focus(),
    },
  ])
  return (
    <section className="card mb-3" aria-labelledby="procedimento">
      <div className="card-heading">
        <h2 id="procedimento">Procedimento {!isOver && <KeyHint of={worklistKeys.procedure} />}</h2>
        <p>{procedureKindWords[kind]}</p>
      </div>
      <ol ref={list} className="procedure-steps card-part mb-0">
        {steps.map((step, position) => (
          <Step
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a run never move
            key={position}
            step={step}
            condominiumId={condominiumId}
            isOver={isOver}
            isOff={isBusy}
            isSent={isBusy && sent === position}
            now={now}
            onAct={(action) => {
              if (!isBusy) page?.send({ type: 'action.do', deed: { ...action, run, step: position } })
            }}
          />
        ))}
      </ol>
      <p role="status" className="card-part text-bad">
        {of === 'step' && message}
      </p>
    </section>
  )
}

type Act<Action = StepAction> = Action extends StepAction ? Omit<Action, 'run' | 'step'> : never

interface StepProps {
  step: RunStep
  condominiumId: string | null
  isOver: boolean
  /** An action is being sent: a further one would do nothing. */
  isOff: boolean
  /** The action is of this step. */
  isSent: boolean
  now: number
  onAct: (action: Act) => void
}

function Step({ step, condominiumId, isOver, isOff, isSent, now, onAct }: StepProps) {
  const { text, isRequired, state, calls } = step
  const [isSkipping, setSkipping] = useState(false)
  const isDone = state === 'done'
  // The form stays until the server has the reason.
  if (isSkipping && state !== 'open') setSkipping(false)
  return (
    <li aria-busy={isSent}>
      <label className="form-check procedure-step mb-0">
        <input
          type="checkbox"
          className="form-check-input"
          checked={isDone}
          disabled={isOver || state === 'skipped'}
          aria-disabled={isOff}
          onChange={() => onAct({ deed: isDone ? 'reopen-step' : 'do-step' })}
        />
        <span>
          {text}
          {isRequired && <span className="text-soft text-sm"> (obrigatório)</span>}
        </span>
        {isSent && <span className="spinner" aria-hidden="true" />}
      </label>
      {calls.map(({ by, at, to, isAnswered }) => (
        <p key={at} className="text-soft text-sm">
          {`${clockText(at, now)}: ${nameText(by)} ligou para ${to}, ${isAnswered ? 'atendeu' : 'não atendeu'}.`}
        </p>
      ))}
      {state !== 'open' && <p className="text-soft text-sm">{settledText(step, now)}</p>}
      {!isOver && state === 'skipped' && (
        <ActButton isOff={isOff} onClick={() => onAct({ deed: 'reopen-step' })}>
          Reabrir
        </ActButton>
      )}
      {!isOver && state === 'open' && (
        <div className="d-flex flex-wrap align-items-center gap-2">
          {step.role !== null && (
            <CallOfStep step={step} role={step.role} condominiumId={condominiumId} isOff={isOff} onAct={onAct} />
          )}
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            aria-expanded={isSkipping}
            onClick={() => setSkipping(!isSkipping)}
          >
            Não fazer…
          </button>
        </div>
      )}
      {!isOver && state === 'open' && isSkipping && (
        <SkipForm isOff={isOff} onSkip={(reason) => onAct({ deed: 'skip-step', reason })} />
      )}
    </li>
  )
}

/** A button for an action on a step. */
function ActButton(props: Pick<ComponentProps<typeof BusyButton>, 'type' | 'isOff' | 'onClick' | 'children'>) {
  return <BusyButton {...props} isBusy={false} className="btn btn-quiet btn-sm" />
}

interface CallOfStepProps extends Pick<StepProps, 'step' | 'condominiumId' | 'isOff' | 'onAct'> {
  role: NonNullable<RunStep['role']>
}

/** Shows the contact to call with the telephone, or the role if there is no contact, and the result of the call. */
function CallOfStep({ step, role, condominiumId, isOff, onAct }: CallOfStepProps) {
  const contact = contactForStep(step, useShownContacts(condominiumId))
  const to = contact === undefined ? contactRoleWords[role] : contactText(contact)
  return (
    <>
      <span>
        <PhoneText text={`Ligar: ${to}`} />
      </span>
      <ActButton isOff={isOff} onClick={() => onAct({ deed: 'call', to, isAnswered: true })}>
        Atendeu
      </ActButton>
      <ActButton isOff={isOff} onClick={() => onAct({ deed: 'call', to, isAnswered: false })}>
        Não atendeu
      </ActButton>
    </>
  )
}

function SkipForm({ isOff, onSkip }: { isOff: boolean; onSkip: (reason: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState({ times: 0, reason: '' })
  const id = useId()
  useFirstProblemFocused(form, refused.times)
  const problem = refused.times === 0 ? undefined : wordsRule(refused.reason)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isOff) return
    const reason = `${new FormData(event.currentTarget).get('reason') ?? ''}`.trim()
    if (wordsRule(reason) === undefined) onSkip(reason)
    else setRefused(({ times }) => ({ times: times + 1, reason }))
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="procedure-skip d-grid gap-2">
      <label className="form-label mb-0" htmlFor={`${id}-reason`}>
        Por que não foi feito?
      </label>
      <input
        id={`${id}-reason`}
        name="reason"
        className="form-control"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
        autoFocus
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      />
      <FieldProblem id={`${id}-problem`} text={problem} />
      <ActButton type="submit" isOff={isOff}>
        Marcar como não feito
      </ActButton>
    </form>
  )
}

function settledText({ state, by, at, reason }: RunStep, now: number): string {
  if (state === 'unneeded') return 'Não foi preciso.'
  const who = by === null ? '' : nameText(by)
  const when = at === null ? '' : `, ${clockText(at, now)}`
  return state === 'done' ? `Feito: ${who}${when}.` : `Não feito: ${reason} (${who}${when}).`
}
