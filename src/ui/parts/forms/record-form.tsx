import { useSelector } from '@xstate/react'
import { type ReactNode, type RefObject, useRef } from 'react'
import type { AnyActorRef } from 'xstate'
import type { CallFailure } from '../../../machines/parts/call-failure.ts'
import { BusyButton } from '../busy-button.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { firstTag } from '../first-tag.ts'
import { useFirstProblemFocused } from './first-problem.ts'
import './record-form.css'

interface RecordFormProps {
  /** Increases each time problems are found. */
  refusals: number
  /** Reason of the last failed save; '' if there is none. */
  failure: string
  isBusy: boolean
  /** Null for a form that a person can only read: it has no button. */
  submitText: string | null
  /** Shown beside the button. */
  progress: ReactNode
  onSubmit: (form: HTMLFormElement) => void
  ref?: RefObject<HTMLFormElement | null>
  children: ReactNode
}

/** Form of a record: its fields, the outcome of the last save, and the button to save. */
export function RecordForm(props: RecordFormProps) {
  const { refusals, failure, isBusy, submitText, progress, onSubmit, children } = props
  const own = useRef<HTMLFormElement>(null)
  const form = props.ref ?? own
  useFirstProblemFocused(form, refusals)
  return (
    <form
      ref={form}
      className="card record-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && submitText !== null) onSubmit(event.currentTarget)
      }}
    >
      {children}
      {failure !== '' && <FailureNotice text={failure} />}
      <div className="record-form-actions">
        {submitText !== null && (
          <BusyButton type="submit" isBusy={isBusy}>
            {submitText}
          </BusyButton>
        )}
        {progress}
      </div>
    </form>
  )
}

type LoadedForm = Pick<AnyActorRef, 'subscribe' | 'getSnapshot'> & { send(event: { type: 'form.reload' }): void }

const stages = ['conflict', 'invited', 'open', 'missing', 'unavailable', 'saved', 'discarded'] as const

/** Stage of the form on the page of the record `id`; `otherDraft`: the unsaved draft belongs to another page. */
export type RecordStage = (typeof stages)[number] | 'loading' | 'otherDraft'

export function useRecordStage(form: LoadedForm | undefined, id: string | null): RecordStage {
  return useSelector(form, (snapshot): RecordStage => {
    if (snapshot?.context.id !== id) return snapshot?.hasTag('changed') ? 'otherDraft' : 'loading'
    return firstTag(snapshot, stages) ?? 'loading'
  })
}

interface NoRecordFormProps {
  form: LoadedForm | undefined
  stage: RecordStage
  texts: Record<'loading' | 'missing' | 'unavailable', string>
}

/** Shows why a page does not show its form; empty after the form was left. */
export function NoRecordForm({ form, stage, texts }: NoRecordFormProps) {
  const failure = useSelector(form, (snapshot): CallFailure | null => snapshot?.context.failure ?? null)
  if (stage === 'saved' || stage === 'discarded') return null
  if (stage === 'missing')
    return (
      <p role="alert" className="card card-note">
        {failure?.status === 403 ? failure.message : texts.missing}
      </p>
    )
  if (stage !== 'unavailable') return <p className="card-note">{texts.loading}</p>
  return (
    <FailureNotice
      text={`${texts.unavailable} ${failure?.message ?? ''}`}
      onRetry={() => form?.send({ type: 'form.reload' })}
    />
  )
}
