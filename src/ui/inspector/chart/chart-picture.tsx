import { memo, useId } from 'react'
import type { DrawnChart } from '../../../inspector/charts/drawn-chart.ts'
import type { MoveTone } from '../../../inspector/charts/move-texts.ts'
import { ArrowLabel, ArrowWay, Door, Start } from './chart-arrow.tsx'
import { FoldSign, StateName, StateRow, StateShape } from './chart-state.tsx'

interface ChartPictureProps {
  drawn: DrawnChart
  active: ReadonlySet<string>
  moved: ReadonlySet<string>
  /** Ids of folded states. */
  folded: readonly string[]
  zoom: number
  label: string
}

const tones: readonly MoveTone[] = ['event', 'after', 'done', 'failed', 'always']

/** Draws the chart. Each part is memoized on plain values, so that only changed parts are rendered again. */
export const ChartPicture = memo(function ChartPicture({
  drawn,
  active,
  moved,
  folded,
  zoom,
  label,
}: ChartPictureProps) {
  const { width, height, states, arrows, doors } = drawn
  const heads = useId()
  return (
    <svg
      className="chart-picture"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={Math.round(width * zoom)}
      height={Math.round(height * zoom)}
    >
      <defs>
        {tones.map((tone) => (
          <marker
            key={tone}
            id={`${heads}${tone}`}
            className={`chart-head is-${tone}`}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0 10 5 0 10z" />
          </marker>
        ))}
      </defs>
      {states.map((state) => (
        <StateShape key={state.id} state={state} isActive={active.has(state.id)} />
      ))}
      {states.map(
        (state) => state.start !== null && <Start key={state.id} start={state.start} head={`${heads}event`} />,
      )}
      {doors.map((door) => (
        <Door key={door.id} door={door} />
      ))}
      {arrows.map((arrow) => (
        <ArrowWay
          key={arrow.id}
          arrow={arrow}
          head={`${heads}${arrow.tone}`}
          isMoved={arrow.labels.some(({ moveId }) => moved.has(moveId))}
        />
      ))}
      {arrows.flatMap(({ id, tone, labels }) =>
        labels.map((words) => (
          <ArrowLabel key={`${id} ${words.moveId}`} words={words} tone={tone} isMoved={moved.has(words.moveId)} />
        )),
      )}
      {states.map((state) => (
        <StateName key={state.id} state={state} />
      ))}
      {states.map(
        (state) =>
          state.parentId !== null &&
          (!state.isLeaf || folded.includes(state.id)) && <FoldSign key={state.id} state={state} />,
      )}
      {states.flatMap((state) =>
        state.rows.map((row) => (
          <StateRow
            key={`${state.id} ${row.y}`}
            row={row}
            state={state}
            isMoved={row.moveId !== null && moved.has(row.moveId)}
          />
        )),
      )}
    </svg>
  )
})
