import { useState } from 'react'
import type { RecordedActor } from '../../../inspector/recording/recording.ts'
import { valueDifferences } from '../../../inspector/recording/value-differences.ts'
import { useActorState, useMoment, useRecording } from '../inspector-hooks.ts'
import { recordedEventText } from './state-text.ts'
import './context-changes.css'

interface Mark {
  actorId: string
  seq: number
}

/** The parts of an actor's context that its last transition changed, or that changed since a marked moment (INS-8). */
export function ContextChanges({ actor }: { actor: RecordedActor }) {
  const { recording } = useRecording()
  const moment = useMoment()
  const state = useActorState(actor.id)
  const [mark, setMark] = useState<Mark | null>(null)
  const marked = mark?.actorId === actor.id ? mark.seq : null
  const last = recording.lastMove(actor.id, moment)
  const since = marked ?? (last === undefined ? null : last.seq - 1)
  const before = since === null ? undefined : recording.stateAt(actor.id, since)
  const changes = before === undefined || state === null ? null : valueDifferences(before.context, state.context)
  return (
    <section className="context-changes" aria-label="O que mudou">
      <div className="d-flex flex-wrap align-items-baseline justify-content-between gap-2">
        <h3>
          {marked === null
            ? `Mudou com ${last === undefined ? '…' : recordedEventText(recording, last)}`
            : `Desde o evento ${marked}`}
        </h3>
        {marked === null ? (
          <button
            type="button"
            className="btn btn-link"
            onClick={() => setMark({ actorId: actor.id, seq: moment ?? recording.endSeq - 1 })}
          >
            Comparar a partir daqui
          </button>
        ) : (
          <button type="button" className="btn btn-link" onClick={() => setMark(null)}>
            Comparar com o evento anterior
          </button>
        )}
      </div>
      {changes === null || changes.length === 0 ? (
        <p className="text-soft">
          {changes === null ? 'O estado anterior não foi gravado.' : 'Nada mudou no contexto.'}
        </p>
      ) : (
        <ul aria-label="Mudanças" dir="ltr">
          {changes.map(({ path, before, after }) => (
            <li key={path}>
              <span className="value-key">{path}</span>: <del>{before ?? 'ausente'}</del>{' '}
              <span aria-hidden="true">→</span> <ins>{after ?? 'ausente'}</ins>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
