import { type SubmitEvent, useId, useRef, useState } from 'react'
import { contactFor, contactRoleWords, contactText } from '../../../../contract/contacts/contacts.ts'
import { wordsRule } from '../../../../contract/fields/incident-words.ts'
import { procedureKindWords } from '../../../../contract/procedures/procedure-kinds.ts'
import { clockText } from '../../../../contract/texts/time-texts.ts'
import type { ProcedureRun, RunStep } from '../../../../contract/wire/answers/procedures.ts'
import type { StepAction } from '../../../../contract/wire/requests/incidents.ts'
import { useShownContacts } from '../../contacts/contact-hooks.ts'
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
  const { isBusy, message, of } = useActionOutcome()
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
  now: number
  onAct: (action: Act) => void
}

function Step({ step, condominiumId, isOver, now, onAct }: StepProps) {
  const { text, isRequired, state, calls } = step
  const [isSkipping, setSkipping] = useState(false)
  const isDone = state === 'done'
  return (
    <li>
      <label className="form-check procedure-step mb-0">
        <input
          type="checkbox"
          className="form-check-input"
          checked={isDone}
          disabled={isOver || state === 'skipped'}
          onChange={() => onAct({ deed: isDone ? 'reopen-step' : 'do-step' })}
        />
        <span>
          {text}
          {isRequired && <span className="text-soft text-sm"> (obrigatório)</span>}
        </span>
      </label>
      {calls.map(({ by, at, to, isAnswered }) => (
        <p key={at} className="text-soft text-sm">
          {`${clockText(at, now)}: ${nameText(by)} ligou para ${to}, ${isAnswered ? 'atendeu' : 'não atendeu'}.`}
        </p>
      ))}
      {state !== 'open' && <p className="text-soft text-sm">{settledText(step, now)}</p>}
      {!isOver && state === 'skipped' && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => onAct({ deed: 'reopen-step' })}>
          Reabrir
        </button>
      )}
      {!isOver && state === 'open' && (
        <div className="d-flex flex-wrap align-items-center gap-2">
          {step.role !== null && <CallOfStep role={step.role} condominiumId={condominiumId} onAct={onAct} />}
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
        <SkipForm
          onSkip={(reason) => {
            setSkipping(false)
            onAct({ deed: 'skip-step', reason })
          }}
        />
      )}
    </li>
  )
}

interface CallOfStepProps extends Pick<StepProps, 'condominiumId' | 'onAct'> {
  role: NonNullable<RunStep['role']>
}

/** Shows the contact to call with the telephone, or the role if there is no contact, and the result of the call. */
function CallOfStep({ role, condominiumId, onAct }: CallOfStepProps) {
  const contact = contactFor(role, useShownContacts(condominiumId))
  const to = contact === undefined ? contactRoleWords[role] : contactText(contact)
  return (
    <>
      <span>
        <PhoneText text={`Ligar: ${to}`} />
      </span>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        onClick={() => onAct({ deed: 'call', to, isAnswered: true })}
      >
        Atendeu
      </button>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        onClick={() => onAct({ deed: 'call', to, isAnswered: false })}
      >
        Não atendeu
      </button>
    </>
  )
}

function SkipForm({ onSkip }: { onSkip: (reason: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState({ times: 0, reason: '' })
  const id = useId()
  useFirstProblemFocused(form, refused.times)
  const problem = refused.times === 0 ? undefined : wordsRule(refused.reason)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
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
      <button type="submit" className="btn btn-quiet btn-sm">
        Marcar como não feito
      </button>
    </form>
  )
}

function settledText({ state, by, at, reason }: RunStep, now: number): string {
  if (state === 'unneeded') return 'Não foi preciso.'
  const who = by === null ? '' : nameText(by)
  const when = at === null ? '' : `, ${clockText(at, now)}`
  return state === 'done' ? `Feito: ${who}${when}.` : `Não feito: ${reason} (${who}${when}).`
}
