import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { BrakeCondition } from '../../../inspector/brake/event-gate.ts'
import type { ChartDescription } from '../../../inspector/charts/chart-description.ts'
import { eventTypeOf } from '../../../inspector/charts/move-texts.ts'
import type { RecordedActor } from '../../../inspector/recording/recording.ts'
import { placeName } from '../chart/active-leaves.ts'
import { eventText, recordedEventText } from '../chart/state-text.ts'
import { useInspectorPart, useRecording } from '../inspector-hooks.ts'
import type { InspectorPart } from '../inspectors.ts'
import '../../parts/forms/form-select.css'
import './brake-control.css'

/** Slow motion: one event of the actor per second. */
const slow: BrakeCondition = { kind: 'slow', everyMs: 1_000 }

/** Stops an actor of the panel at a state or an event: its next events wait (INS-6). */
export function BrakeControl({ actor, chart }: { actor: RecordedActor; chart: ChartDescription }) {
  const brake = useInspectorPart('brake')
  const { recording } = useRecording()
  if (brake === null || !recording.isLive) return null
  return <KnownBrake brake={brake} actor={actor} chart={chart} />
}

interface BrakeProps {
  brake: InspectorPart<'brake'>
  actor: RecordedActor
  chart: ChartDescription
}

function KnownBrake({ brake, actor, chart }: BrakeProps) {
  const { braked, waiting, next, problem } = useSelector(brake, ({ context }) => context)
  const isStopped = useSelector(brake, (snapshot) => snapshot.hasTag('stopped'))
  const id = useId()
  const { recording } = useRecording()
  const isHere = braked?.actorId === actor.id
  const nextText =
    braked === null || next === null ? null : recordedEventText(recording, { type: next, targetId: braked.actorId })
  return (
    <div className="brake" data-stopped={isStopped || undefined}>
      <label className="visually-hidden" htmlFor={id}>
        Parar este ator
      </label>
      <select
        id={id}
        className="form-select form-select-sm"
        value={isHere ? keyOf(braked.condition) : ''}
        onChange={({ target }) => {
          const condition = conditionOf(target.value)
          if (condition === null) brake.send({ type: 'brake.remove' })
          else brake.send({ type: 'brake.set', braked: { actorId: actor.id, name: actor.name, condition } })
        }}
      >
        <option value="">Não parar este ator</option>
        <option value="now ">Parar agora</option>
        <option value="slow ">Câmera lenta: 1 evento por segundo</option>
        <optgroup label="Parar ao entrar em">
          {chart.states.slice(1).map(({ id }) => (
            <option key={id} value={`state ${id}`}>
              {placeName(chart, id)}
            </option>
          ))}
        </optgroup>
        <optgroup label="Parar antes de">
          {eventTypesOf(chart).map((type) => (
            <option key={type} value={`event ${type}`}>
              {eventText(type, chart)}
            </option>
          ))}
        </optgroup>
      </select>
      {isStopped && (
        <div className="d-flex gap-2">
          <button
            type="button"
            className="btn btn-sm btn-quiet"
            disabled={waiting === 0}
            onClick={() => brake.send({ type: 'brake.step' })}
          >
            Passo
          </button>
          <button
            type="button"
            className="btn btn-sm btn-quiet"
            title="O ator não recebe o próximo evento retido"
            disabled={waiting === 0}
            onClick={() => brake.send({ type: 'brake.discard' })}
          >
            Descartar
          </button>
          <button
            type="button"
            className="btn btn-sm btn-primary"
            onClick={() => brake.send({ type: 'brake.continue' })}
          >
            Continuar
          </button>
        </div>
      )}
      <p role="status">
        {braked !== null &&
          `${isHere ? '' : `${braked.name}: `}${brakeText(braked.condition, isStopped, waiting, nextText)}`}
      </p>
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

function brakeText(condition: BrakeCondition, isStopped: boolean, waiting: number, next: string | null): string {
  const queue = waiting === 1 ? '1 evento retido' : `${waiting} eventos retidos`
  const coming = next === null ? 'nenhum evento retido' : `${queue}, o próximo é ${next}`
  if (isStopped) return `Parado: ${coming}.`
  return condition.kind === 'slow' ? `Em câmera lenta: ${coming}.` : 'Vai parar.'
}

/** Types of the events that cause transitions, in the order of the chart. */
function eventTypesOf({ moves }: ChartDescription): readonly string[] {
  return [...new Set(moves.map(eventTypeOf))].filter(
    (type) => type !== '' && type !== '*' && !type.startsWith('xstate.done.state.'),
  )
}

function keyOf(condition: BrakeCondition): string {
  if (condition.kind === 'state') return `state ${condition.stateId}`
  return condition.kind === 'event' ? `event ${condition.eventType}` : `${condition.kind} `
}

function conditionOf(key: string): BrakeCondition | null {
  const [, kind, value = ''] = /^(\w+) (.*)$/.exec(key) ?? []
  if (kind === 'state') return { kind, stateId: value }
  if (kind === 'event') return { kind, eventType: value }
  if (kind === 'now') return { kind }
  return kind === 'slow' ? slow : null
}
