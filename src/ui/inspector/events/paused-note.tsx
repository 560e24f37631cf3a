import { indexOfSeq } from '../../../machines/inspector/inspector-moment.ts'
import { useInspector, useMoment, useRecording } from '../inspector-hooks.ts'
import { clockText } from '../time-text.ts'

/** Reports above the chart that the display is paused, and leads back to the live view (INS-1). */
export function PausedNote() {
  const inspector = useInspector()
  const { recording } = useRecording()
  const moment = useMoment()
  const event = moment === null ? undefined : recording.event(moment)
  const later = moment === null ? 0 : recording.seqs.length - 1 - indexOfSeq(recording.seqs, moment)
  return (
    <div className={moment === null || !recording.isLive ? 'paused-note' : 'paused-note is-shown'} role="status">
      {moment !== null && recording.isLive && (
        <>
          <p className="min-w-0 text-truncate">
            <strong>Pausado</strong>
            {event !== undefined && ` em ${clockText(event.at)}`}
            {later > 0 && (later === 1 ? ': 1 evento depois' : `: ${later.toLocaleString('pt-BR')} eventos depois`)}
          </p>
          <button
            type="button"
            className="btn btn-primary btn-sm flex-none"
            onClick={() => inspector.send({ type: 'moment.follow' })}
          >
            Voltar ao vivo
          </button>
        </>
      )}
    </div>
  )
}
