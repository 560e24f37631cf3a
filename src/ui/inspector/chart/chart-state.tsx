import { memo } from 'react'
import type { DrawnRow, DrawnState } from '../../../inspector/charts/drawn-chart.ts'
import { measures, rowSign } from '../../../inspector/charts/state-box.ts'
import { ClockSign, LoopSign } from './chart-signs.tsx'
import { TextLines } from './text-lines.tsx'

interface StateShapeProps {
  state: DrawnState
  isActive: boolean
}

export const StateShape = memo(function StateShape({ state, isActive }: StateShapeProps) {
  const { x, y, width, height, kind, isRegion, isLeaf } = state
  const classes = ['chart-state', isRegion && 'is-region', isLeaf && 'is-leaf', kind === 'final' && 'is-final']
  return (
    <g className={classes.filter(Boolean).join(' ')} data-active={isActive || undefined} data-state={state.id}>
      <rect x={x} y={y} width={width} height={height} rx="8" />
      {kind === 'final' && <rect x={x + 4} y={y + 4} width={width - 8} height={height - 8} rx="5" />}
      {!isLeaf && <path className="chart-rule" d={`M${x} ${y + state.header}h${width}`} />}
      <circle className="chart-lamp" cx={x + measures.side + 5} cy={y + 15} r={isActive ? 5 : 3.5} />
    </g>
  )
})

/** Drawn above the arrows, because some arrows enter the state through its header. */
export const StateName = memo(function StateName({ state: { key, x, y, isLeaf } }: { state: DrawnState }) {
  return (
    <text
      className={isLeaf ? 'chart-name fw-semibold' : 'chart-name fw-semibold is-crossed'}
      x={x + measures.side + measures.sign}
      y={y + 20}
    >
      {key}
    </text>
  )
})

/** A click folds an open state, or opens a folded state. */
export const FoldSign = memo(function FoldSign({ state: { id, x, y, width, height, isLeaf } }: { state: DrawnState }) {
  const left = x + width - 18
  return (
    <g className="chart-fold" data-fold={id}>
      <title>{isLeaf ? 'Abrir' : 'Dobrar'}</title>
      {isLeaf ? (
        <rect className="chart-fold-area" x={x} y={y} width={width} height={height} rx="8" />
      ) : (
        <>
          <rect x={left} y={y + 8} width="13" height="13" rx="3" />
          <path d={`M${left + 3} ${y + 14.5}h7`} />
        </>
      )}
    </g>
  )
})

interface StateRowProps {
  row: DrawnRow
  state: DrawnState
  isMoved: boolean
}

/** Row of a state: its description, an invoked service, or a transition that does not leave the state. */
export const StateRow = memo(function StateRow({ row, state: { isLeaf, x, y }, isMoved }: StateRowProps) {
  const left = x + measures.side
  const top = y + row.y
  return (
    <g
      className={`chart-row is-${row.kind} is-${row.tone}${isLeaf ? '' : ' is-crossed'}`}
      data-moved={isMoved || undefined}
    >
      {row.kind === 'invoke' && <LoopSign x={left} y={top + 3} />}
      {row.kind === 'move' &&
        (row.tone === 'after' ? <ClockSign x={left} y={top + 3} /> : <circle cx={left + 5} cy={top + 9} r="2.5" />)}
      <TextLines lines={row.lines} x={left + rowSign(row)} y={top} />
    </g>
  )
})
