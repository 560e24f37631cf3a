import { useSelector } from '@xstate/react'
import { type SubmitEvent, useId } from 'react'
import type { RecordedActor } from '../../../inspector/recording/recording.ts'
import { isServerMirror } from '../../../inspector/recording/server-mirror-names.ts'
import { eventsOfPeriod } from '../../../inspector/replay/replay-document.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { TextField } from '../../parts/forms/text-field.tsx'
import { ModalDialog } from '../../parts/modal-dialog.tsx'
import { useInspectorPart, useMoment, useRecording } from '../inspector-hooks.ts'
import type { InspectorPart } from '../inspectors.ts'
import './replay-dialog.css'

/**
 * Makes a test of the recorded events of an actor, up to the selected moment (INS-5). A mirror of the server has only
 * states, so it becomes no test.
 */
export function ReplayButton({ actor }: { actor: RecordedActor }) {
  const maker = useInspectorPart('replayMaker')
  if (isServerMirror(actor.name))
    return <p className="text-soft text-sm">Só o servidor tem os eventos deste quadro: não há teste a gravar dele.</p>
  return maker === null ? null : <KnownMaker maker={maker} actor={actor} />
}

function KnownMaker({ maker, actor }: { maker: InspectorPart<'replayMaker'>; actor: RecordedActor }) {
  const isOpen = useSelector(maker, (snapshot) => snapshot.hasTag('open'))
  const isSaved = useSelector(maker, (snapshot) => snapshot.hasTag('saved'))
  const fileName = useSelector(maker, ({ context }) => context.fileName)
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => maker.send({ type: 'replay.want' })}>
        Virar teste
      </button>
      {isOpen && <ReplayDialog maker={maker} actor={actor} />}
      <p role="status" className="text-soft text-sm text-anywhere">
        {isSaved && (
          <>
            Salvo. No projeto: <code>npm test -- replay {fileName}</code>
          </>
        )}
      </p>
    </>
  )
}

function ReplayDialog({ maker, actor }: { maker: InspectorPart<'replayMaker'>; actor: RecordedActor }) {
  const { recording } = useRecording()
  const moment = useMoment()
  const isBusy = useSelector(maker, (snapshot) => snapshot.hasTag('busy'))
  const isRefused = useSelector(maker, (snapshot) => snapshot.hasTag('refused'))
  const problem = useSelector(maker, ({ context }) => context.problem)
  const id = useId()
  const first = recording.lifeOf(actor.id).firstSeq
  const last = moment ?? recording.endSeq - 1
  const count = eventsOfPeriod(recording, { actorId: actor.id, firstSeq: first, lastSeq: last }).length
  const cancel = () => maker.send({ type: 'replay.cancel' })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    const period = {
      actorId: actor.id,
      firstSeq: Number(entered.get('first')),
      lastSeq: Number(entered.get('last')),
      note: `${entered.get('note') ?? ''}`,
    }
    maker.send({ type: 'replay.save', period })
  }

  return (
    <ModalDialog
      title="Virar teste"
      onDismiss={cancel}
      text={
        <form id={id} noValidate className="d-grid gap-12" onSubmit={submit}>
          <p>
            Grava os eventos de <bdi>{actor.name}</bdi> num arquivo, que o projeto repete com{' '}
            <code>npm test -- replay</code>. {count === 1 ? 'Há 1 evento' : `Há ${count} eventos`} deste ator até este
            momento. Senhas, tokens, e-mails, nomes e textos de pessoas são trocados.
          </p>
          <TextField
            id={`${id}-note`}
            name="note"
            label="O que se viu"
            problem={undefined}
            onChange={() => {}}
            data-initial-focus
          />
          <div className="replay-period d-flex flex-wrap gap-12">
            <TextField
              id={`${id}-first`}
              name="first"
              label="Do evento"
              inputMode="numeric"
              defaultValue={first}
              problem={undefined}
              onChange={() => {}}
            />
            <TextField
              id={`${id}-last`}
              name="last"
              label="Até o evento"
              inputMode="numeric"
              defaultValue={last}
              problem={isRefused ? (problem ?? undefined) : undefined}
              onChange={() => {}}
            />
          </div>
        </form>
      }
    >
      <button type="button" className="btn btn-quiet" onClick={cancel}>
        Cancelar
      </button>
      <BusyButton type="submit" form={id} isBusy={isBusy}>
        Salvar teste
      </BusyButton>
    </ModalDialog>
  )
}
