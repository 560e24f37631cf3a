import { type SubmitEvent, useId, useRef, useState } from 'react'
import { wordsRule } from '../../../../contract/fields/incident-words.ts'
import { untilText } from '../../../../contract/texts/time-texts.ts'
import type { IncidentStory } from '../../../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import type { IncidentAction } from '../../../../contract/wire/requests/incidents.ts'
import type { AskedAction } from '../../../machines/incidents/incident-page.machine.ts'
import { type SilenceSpan, silenceEnd, silenceSpans } from '../../../machines/incidents/silence-spans.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { useFirstProblemFocused } from '../../parts/forms/first-problem.ts'
import { useKeptText } from '../../parts/forms/kept-text.ts'
import { ModalDialog } from '../../parts/modal-dialog.tsx'
import { CloseReasons } from './close-reasons.tsx'
import { useActionOutcome, useIncidentPage } from './open-incident-hooks.ts'
import '../../parts/forms/form-select.css'

interface IncidentDialogProps {
  asked: AskedAction
  incident: Incident
  colleagues: IncidentStory['colleagues']
  /** On the server's clock, in milliseconds since the epoch. */
  now: number
}

const asking: Readonly<Record<AskedAction, { title: string; effect: string; label: string; confirm: string }>> = {
  'hand-over': {
    title: 'Passar a ocorrência',
    effect: 'Quem recebe é chamado no painel e passa a cuidar dela. Todos veem quem é.',
    label: 'Para quem',
    confirm: 'Passar',
  },
  silence: {
    title: 'Silenciar esta ocorrência?',
    effect:
      'Até a hora escolhida ela não toca nem chama ninguém, em nenhum computador. O estado não muda: todos continuam a vê-la na lista. Para que só este computador não chame o dispositivo nem alerte sobre ele, durante um serviço, use Isolar na página do dispositivo.',
    label: 'Motivo',
    confirm: 'Silenciar',
  },
  close: {
    title: 'Encerrar esta ocorrência?',
    effect: 'Ela sai da lista. Se acontecer de novo, começa outra.',
    label: 'O que foi?',
    confirm: 'Encerrar',
  },
}

/** Asks for the values of an action: a text, a person or a time (INC-3, INC-4). */
export function IncidentDialog({ asked, incident, colleagues, now }: IncidentDialogProps) {
  const page = useIncidentPage()
  const { isBusy, message, refusals } = useActionOutcome()
  const form = useRef<HTMLFormElement>(null)
  const closing = useRef<HTMLInputElement>(null)
  const id = useId()
  const { title, effect, label, confirm } = asking[asked]
  const isMarked = refusals > 0
  const [entered, setEntered] = useState('')
  const [unmet, setUnmet] = useState('')
  const openSteps = asked === 'close' ? (incident.openSteps ?? []) : []
  const unmetProblem = isMarked ? wordsRule(unmet) : undefined
  useFirstProblemFocused(form, refusals)
  useKeptText(form, asked)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const given = new FormData(event.currentTarget)
    setEntered(String(given.get('field') ?? ''))
    setUnmet(String(given.get('unmet') ?? ''))
    page?.send({ type: 'action.confirm', deed: actionOf(asked, given, now) })
  }

  const problem = isMarked ? problemOf(asked, entered) : undefined
  const field = {
    id: `${id}-field`,
    name: 'field',
    required: true,
    'data-initial-focus': asked === 'close' ? undefined : true,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
  }
  return (
    <ModalDialog
      title={title}
      onDismiss={() => page?.send({ type: 'action.drop' })}
      text={
        <form ref={form} id={`${id}-form`} noValidate onSubmit={submit} className="dialog-form">
          <p>{effect}</p>
          {asked === 'silence' && <SpanChoice now={now} />}
          <label className="form-label" htmlFor={field.id}>
            {label}
          </label>
          {asked === 'hand-over' ? (
            <select {...field} className="form-select" defaultValue="">
              <option value="">Escolha uma pessoa</option>
              {colleagues.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.isPresent === true ? `${person.name} (no painel agora)` : person.name}
                </option>
              ))}
            </select>
          ) : asked === 'close' ? (
            <>
              <CloseReasons field={closing} />
              <input {...field} ref={closing} className="form-control" autoComplete="off" />
            </>
          ) : (
            <textarea {...field} className="form-control" rows={2} />
          )}
          <FieldProblem id={`${id}-problem`} text={problem} />
          {openSteps.length > 0 && (
            <>
              <label className="form-label" htmlFor={`${id}-unmet`}>
                {`Por que não foi feito: ${openSteps.join('; ')}`}
              </label>
              <input
                id={`${id}-unmet`}
                name="unmet"
                required
                className="form-control"
                autoComplete="off"
                aria-invalid={unmetProblem !== undefined}
                aria-describedby={unmetProblem === undefined ? undefined : `${id}-unmet-problem`}
              />
              <FieldProblem id={`${id}-unmet-problem`} text={unmetProblem} />
            </>
          )}
          {message !== '' && (
            <p role="alert" className="text-bad">
              {message}
            </p>
          )}
        </form>
      }
    >
      <button type="button" className="btn btn-quiet" onClick={() => page?.send({ type: 'action.drop' })}>
        Voltar
      </button>
      <BusyButton type="submit" form={`${id}-form`} isBusy={isBusy}>
        {confirm}
      </BusyButton>
    </ModalDialog>
  )
}

const spanTexts: Readonly<Record<SilenceSpan, string>> = {
  '1h': '1 hora, ',
  '4h': '4 horas, ',
  untilMorning: '',
  '12h': '12 horas, ',
}

function SpanChoice({ now }: { now: number }) {
  return (
    <fieldset className="span-choice mb-0">
      <legend className="form-label">Por quanto tempo</legend>
      {silenceSpans.map((span) => {
        const end = silenceEnd(span, now)
        return end === null ? null : (
          <label key={span}>
            <input type="radio" className="form-check-input" name="span" value={span} defaultChecked={span === '1h'} />
            {`${spanTexts[span]}${untilText(end, now)}`.replace(/^a/, 'A')}
          </label>
        )
      })}
    </fieldset>
  )
}

function actionOf(asked: AskedAction, fields: FormData, now: number): IncidentAction {
  const typed = `${fields.get('field') ?? ''}`.trim()
  switch (asked) {
    case 'hand-over':
      return { deed: 'hand-over', to: typed }
    case 'close':
      return {
        deed: 'close',
        word: typed,
        ...(fields.has('unmet') && { unmetReason: `${fields.get('unmet')}`.trim() }),
      }
    case 'silence': {
      const span = silenceSpans.find((each) => each === fields.get('span')) ?? '1h'
      const end = silenceEnd(span, now) ?? silenceEnd('1h', now) ?? now
      return { deed: 'silence', reason: typed, until: new Date(end).toISOString() }
    }
  }
}

function problemOf(asked: AskedAction, entered: string): string | undefined {
  return asked === 'hand-over' ? 'Escolha uma pessoa.' : wordsRule(entered)
}
