import type { RecordedEvent, Recording } from '../../../inspector/recording/recording.ts'
import { type Lifeline, lifelineId } from './filtered-events.ts'

/** Pixels. */
const lifelineWidth = 76

/** Names above the lifelines; hidden from screen readers, because each row has the same information as text. */
export function LifelineHeads({
  lifelines,
  selectedId,
}: {
  lifelines: readonly Lifeline[]
  selectedId: string | null
}) {
  return (
    <div className="event-heads justify-content-end border-bottom" aria-hidden="true">
      <div className="lifeline-heads d-flex flex-none" style={{ inlineSize: lifelines.length * lifelineWidth }}>
        {lifelines.map(({ id, name }) => (
          <span
            key={id}
            className={`flex-none text-truncate text-center text-soft text-sm ${id === selectedId ? 'is-selected' : ''}`}
            style={{ inlineSize: lifelineWidth }}
            title={name}
          >
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Lifelines of the event's source (`from`: null if outside the panel) and target; null if one has no lifeline. */
export function lifelineWay(
  { sourceId, targetId }: RecordedEvent,
  recording: Recording,
  lifelines: readonly Lifeline[],
): { from: number | null; to: number } | null {
  const indexOf = (id: string | null) => lifelines.findIndex((lifeline) => lifeline.id === lifelineId(recording, id))
  const to = indexOf(targetId)
  if (to < 0) return null
  if (sourceId === null) return { from: null, to }
  const from = indexOf(sourceId)
  return from < 0 ? null : { from, to }
}

/** Draws an event as an arrow, as a loop, or as an arrow from a dot if its source is outside. */
export function LifelineArrow({
  way,
  lifelines,
  height,
}: {
  way: { from: number | null; to: number } | null
  lifelines: readonly Lifeline[]
  /** Pixels. */
  height: number
}) {
  const centre = (lifeline: number) => (lifeline + 0.5) * lifelineWidth
  return (
    <svg
      className="lifeline-arrow flex-none"
      width={lifelines.length * lifelineWidth}
      height={height}
      aria-hidden="true"
    >
      {lifelines.map(({ id }, lifeline) => (
        <line key={id} className="lane" x1={centre(lifeline)} x2={centre(lifeline)} y1={0} y2={height} />
      ))}
      {way !== null && (
        <path
          className="arrow"
          d={arrowPath(way.from === null ? null : centre(way.from), centre(way.to), height / 2)}
        />
      )}
    </svg>
  )
}

/** @param y centre of the row in pixels */
function arrowPath(from: number | null, to: number, y: number): string {
  if (from === to) return `M ${to} ${y - 8} h 20 v 14 h -16 m 5 -4 l -5 4 l 5 4`
  if (from === null)
    return `M ${to - 28} ${y} m -3 0 a 3 3 0 1 0 6 0 a 3 3 0 1 0 -6 0 M ${to - 25} ${y} H ${to - 2} m -6 -5 l 6 5 l -6 5`
  const way = from < to ? -1 : 1
  return `M ${from} ${y} H ${to + way * 2} m ${way * 6} -5 l ${-way * 6} 5 l ${way * 6} 5`
}
