import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { indexOfSeq } from '../../../machines/inspector/inspector-moment.ts'
import { recordedEventText } from '../chart/state-text.ts'
import { useInspector, useMoment, useRecording } from '../inspector-hooks.ts'
import { PauseIcon, PlayIcon, StepBackIcon, StepOnIcon } from '../inspector-icons.tsx'
import { ToolButton } from '../tool-button.tsx'
import './moment-bar.css'

/** Selects the moment that the page shows; going back does not change the panel (INS-1). */
export function MomentBar() {
  const inspector = useInspector()
  const { recording } = useRecording()
  const moment = useMoment()
  const id = useId()
  const { seqs, isLive } = recording
  const last = seqs.length - 1
  const index = moment === null ? last : indexOfSeq(seqs, moment)
  const seq = seqs[index]
  const event = seq === undefined ? undefined : recording.event(seq)
  const isReading = useSelector(inspector, (snapshot) => snapshot.hasTag('reading'))
  const step = (by: number) => inspector.send({ type: 'moment.step', by })
  return (
    <section className="moment-bar d-flex align-items-center min-w-0" aria-label="Momento" aria-busy={isReading}>
      {isLive &&
        (moment === null ? (
          <ToolButton name="Pausar" onClick={() => inspector.send({ type: 'moment.pause' })}>
            <PauseIcon />
          </ToolButton>
        ) : (
          <ToolButton name="Continuar ao vivo" onClick={() => inspector.send({ type: 'moment.follow' })}>
            <PlayIcon />
          </ToolButton>
        ))}
      <ToolButton name="Evento anterior" disabled={index <= 0} onClick={() => step(-1)}>
        <StepBackIcon />
      </ToolButton>
      <ToolButton name="Próximo evento" disabled={moment === null || index >= last} onClick={() => step(1)}>
        <StepOnIcon />
      </ToolButton>
      <div className="moment-line min-w-0 px-2">
        <label className="visually-hidden" htmlFor={id}>
          Linha do tempo
        </label>
        <input
          id={id}
          type="range"
          className="form-range"
          min={0}
          max={Math.max(0, last)}
          value={Math.max(0, index)}
          aria-valuetext={
            event === undefined ? 'Nenhum evento' : `Evento ${seq}: ${recordedEventText(recording, event)}`
          }
          onChange={({ target }) => inspector.send({ type: 'moment.goTo', seq: seqs[target.valueAsNumber] ?? 0 })}
        />
        <p className="text-soft text-sm text-anywhere" data-moment={moment === null ? 'live' : 'past'}>
          {moment === null ? (
            <>
              <span className="moment-live fw-semibold">Ao vivo</span>{' '}
              {seqs.length === 1 ? '1 evento gravado' : `${seqs.length.toLocaleString('pt-BR')} eventos gravados`}
            </>
          ) : (
            <>
              Depois do evento {seq} (último: {seqs[last]})
              {event !== undefined && (
                <>
                  {': '}
                  <bdi>{recordedEventText(recording, event)}</bdi>
                </>
              )}
            </>
          )}
        </p>
      </div>
    </section>
  )
}
