import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { wordsRule } from '../../../../contract/fields/incident-words.ts'
import { isBlank } from '../../../../contract/fields/rule.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { pageHeading } from '../../parts/handed-on-focus.ts'
import { usePageKeys } from '../../shell/page-keys.ts'
import { KeyHint } from '../worklist/key-hint.tsx'
import { worklistKeys } from '../worklist/worklist-keys.ts'
import { useActionOutcome, useAskedAction, useIncidentPage } from './open-incident-hooks.ts'

const texts = {
  effect: 'Fica na história, com o seu nome. Não escreva nomes de moradores.',
  missing: 'Escreva o comentário.',
} as const

/** The comment of the person, kept in this browser until it is sent (DESK-2). */
export function IncidentComment() {
  const page = useIncidentPage()
  const comment = useSelector(page, (shown) => shown?.context.comment ?? '')
  const { isBusy, message, refusals, of } = useActionOutcome()
  const isRefused = useAskedAction() === null && refusals > 0
  const isEmpty = isBlank(comment)
  // An empty comment is marked only after the person tried to send it.
  const ofEmpty = isRefused ? texts.missing : undefined
  const problem = isEmpty ? ofEmpty : wordsRule(comment)
  const isMarked = problem !== undefined
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  usePageKeys([{ key: worklistKeys.comment, what: 'comentar; Ctrl Enter envia', press: () => field.current?.focus() }])
  useEffect(() => {
    if (isRefused) field.current?.focus()
  }, [isRefused])

  function press(event: KeyboardEvent) {
    // Leaves the field, so that the keys of the page work again; the text stays.
    if (event.key === 'Escape') pageHeading()?.focus()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isBusy) page?.send({ type: 'comment.send' })
  }

  return (
    <section className="card incident-comment d-grid mb-3" aria-label="Comentar">
      <label className="form-label mb-0" htmlFor={`${id}-field`}>
        Comentário <KeyHint of={worklistKeys.comment} />
      </label>
      <textarea
        ref={field}
        id={`${id}-field`}
        className="form-control"
        rows={1}
        aria-keyshortcuts={worklistKeys.comment}
        aria-invalid={isMarked}
        aria-describedby={`${id}-effect${isMarked ? ` ${id}-problem` : ''}`}
        readOnly={isBusy && of === 'comment'}
        value={comment}
        onChange={({ currentTarget }) => page?.send({ type: 'comment.typed', comment: currentTarget.value })}
        onKeyDown={press}
      />
      <BusyButton
        className="btn btn-quiet"
        isBusy={isBusy && of === 'comment'}
        isOff={isBusy}
        aria-keyshortcuts="Control+Enter"
        onClick={() => page?.send({ type: 'comment.send' })}
      >
        Comentar <KeyHint of="Ctrl Enter" />
      </BusyButton>
      <FieldProblem id={`${id}-problem`} text={problem} />
      <p id={`${id}-effect`} className="text-soft text-sm">
        {texts.effect}
      </p>
      {of === 'comment' && message !== '' && (
        <p role="alert" className="text-bad">
          {message}
        </p>
      )}
    </section>
  )
}
