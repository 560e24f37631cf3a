import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { eventText } from '../chart/state-text.ts'
import { useInspector, useMoment, useRecording } from '../inspector-hooks.ts'
import { PauseIcon, StepBackIcon, StepOnIcon } from '../inspector-icons.tsx'
import { ToolButton } from '../tool-button.tsx'
import './moment-bar.css'

/** Selects the moment that the page shows; going back does not change the panel (INS-1). */
export function MomentBar() {
  const inspector = useInspector()
  const { recording } = useRecording()
  const moment = useMoment()
  const id = useId()
  const { firstSeq, endSeq, isLive } = recording
  const last = endSeq - 1
  const seq = moment ?? last
  const event = recording.event(seq)
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
          <button type="button" className="btn btn-primary" onClick={() => inspector.send({ type: 'moment.follow' })}>
            Voltar ao vivo
          </button>
        ))}
      <ToolButton name="Evento anterior" disabled={seq <= firstSeq} onClick={() => step(-1)}>
        <StepBackIcon />
      </ToolButton>
      <ToolButton name="Próximo evento" disabled={moment === null || seq >= last} onClick={() => step(1)}>
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
          min={firstSeq}
          max={Math.max(firstSeq, last)}
          value={Math.max(firstSeq, seq)}
          aria-valuetext={event === undefined ? 'Nenhum evento' : `Evento ${seq}: ${eventText(event.type)}`}
          onChange={({ target }) => inspector.send({ type: 'moment.goTo', seq: target.valueAsNumber })}
        />
        <p className="text-soft text-sm text-anywhere" data-moment={moment === null ? 'live' : 'past'}>
          {moment === null ? (
            <>
              <span className="moment-live fw-semibold">Ao vivo</span>{' '}
              {endSeq - firstSeq === 1
                ? '1 evento gravado'
                : `${(endSeq - firstSeq).toLocaleString('pt-BR')} eventos gravados`}
            </>
          ) : (
            <>
              Depois do evento {seq.toLocaleString('pt-BR')} de {last.toLocaleString('pt-BR')}
              {event !== undefined && (
                <>
                  {': '}
                  <bdi>{eventText(event.type)}</bdi>
                </>
              )}
            </>
          )}
        </p>
      </div>
    </section>
  )
}
