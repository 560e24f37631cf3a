import { useSelector } from '@xstate/react'
import { type SubmitEvent, useId, useState } from 'react'
import { searchOf } from '../../inspector/recording/inspector-link.ts'
import { LinkField } from '../parts/forms/link-field.tsx'
import { ModalDialog } from '../parts/modal-dialog.tsx'
import { useInspector, useMoment, useRecording, useSelectedActor } from './inspector-hooks.ts'
import { dayAndClockText } from './time-text.ts'

/** Makes a file and a link for a report: the period of the filter, the moment, and a note (INS-1). */
export function ReportDialog() {
  const inspector = useInspector()
  const [note, setNote] = useState('')
  const { from, to } = useSelector(inspector, ({ context }) => context.filter)
  const id = useId()
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isMasked = !new FormData(event.currentTarget).has('names')
    inspector.send({ type: 'report.save', note, isMasked })
  }
  return (
    <ModalDialog
      title="Anexar a um relato"
      onDismiss={() => inspector.send({ type: 'report.cancel' })}
      text={
        <form id={`${id}-form`} className="dialog-form report-form d-grid gap-12" onSubmit={save}>
          <p id={`${id}-contents`}>
            O arquivo tem{' '}
            {from === null && to === null
              ? 'a gravação inteira. Para um trecho, use «Desde este evento» e «Até este evento» nos filtros.'
              : `o trecho${from === null ? '' : ` desde ${dayAndClockText(from)}`}${to === null ? '' : ` até ${dayAndClockText(to)}`}.`}{' '}
            Arquivo e link levam o momento, o filtro, a nota como foi escrita, a versão e o navegador.
          </p>
          <div>
            <label className="form-label" htmlFor={`${id}-note`}>
              Nota (opcional)
            </label>
            <textarea
              id={`${id}-note`}
              className="form-control"
              rows={3}
              maxLength={1_000}
              data-initial-focus
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </div>
          <label className="form-check gap-2 m-0">
            <input type="checkbox" className="form-check-input" name="names" />
            <span className="form-check-label">Incluir nomes, e-mails, telefones e textos escritos</span>
          </label>
          <MomentLink note={note} describedBy={`${id}-contents`} />
        </form>
      }
    >
      <button type="button" className="btn btn-quiet" onClick={() => inspector.send({ type: 'report.cancel' })}>
        Cancelar
      </button>
      <button type="submit" form={`${id}-form`} className="btn btn-primary">
        Baixar arquivo
      </button>
    </ModalDialog>
  )
}

function MomentLink({ note, describedBy }: { note: string; describedBy: string }) {
  const { recording } = useRecording()
  const moment = useMoment()
  const actor = useSelectedActor()
  const filter = useSelector(useInspector(), ({ context }) => context.filter)
  // The newest event at the opening of the dialog: the link must not change while a person copies it.
  const [newest] = useState(() => recording.seqs.at(-1) ?? null)
  const event = moment ?? newest
  const search = searchOf({
    actor: actor?.name ?? null,
    event,
    at: event === null ? null : (recording.event(event)?.at ?? null),
    filter,
    note,
    build: __PANEL_VERSION__,
    browser: navigator.userAgent,
    recording: recording.startedAt,
  })
  return (
    <div>
      <LinkField
        label="Link para este momento"
        address={`${location.origin}/inspector?${search}`}
        className="d-flex gap-2"
        copied="Link copiado."
        describedBy={describedBy}
      />
    </div>
  )
}
