import { memo } from 'react'
import type { DrawnArrow, DrawnDoor, DrawnLabel, DrawnState } from '../../../inspector/charts/drawn-chart.ts'
import type { MoveTone } from '../../../inspector/charts/move-texts.ts'
import { ClockSign } from './chart-signs.tsx'
import { roundedPath } from './rounded-path.ts'
import { TextLines } from './text-lines.tsx'

interface ArrowWayProps {
  arrow: DrawnArrow
  head: string
  isMoved: boolean
}

export const ArrowWay = memo(function ArrowWay({ arrow: { points, tone }, head, isMoved }: ArrowWayProps) {
  return (
    <g className={`chart-arrow is-${tone}`} data-moved={isMoved || undefined}>
      <path d={roundedPath(points)} markerEnd={`url(#${head})`} />
    </g>
  )
})

interface ArrowLabelProps {
  words: DrawnLabel
  tone: MoveTone
  isMoved: boolean
}

export const ArrowLabel = memo(function ArrowLabel({ words, tone, isMoved }: ArrowLabelProps) {
  const { x, y, width, height, lines, title } = words
  const isTimed = tone === 'after'
  return (
    <g className={`chart-label is-${tone}`} data-moved={isMoved || undefined} data-move={words.moveId}>
      <title>{title}</title>
      <rect x={x} y={y} width={width} height={height} rx="4" />
      {isTimed && <ClockSign x={x + 4} y={y + 3} />}
      <TextLines lines={lines} x={x + (isTimed ? 22 : 6)} y={y} />
    </g>
  )
})

export const Door = memo(function Door({ door: { x, y, width, height, text, stateId } }: { door: DrawnDoor }) {
  return (
    <g className="chart-door" data-goal={stateId}>
      <title>Ir para {stateId}</title>
      <rect x={x} y={y} width={width} height={height} rx={height / 2} />
      <text x={x + width / 2} y={y + height / 2 + 4}>
        {text}
      </text>
    </g>
  )
})

interface StartProps {
  start: NonNullable<DrawnState['start']>
  head: string
}

/** Draws the arrow to an initial state. */
export const Start = memo(function Start({ start: { dot, points }, head }: StartProps) {
  return (
    <g className="chart-arrow is-event chart-start">
      <circle cx={dot.x} cy={dot.y} r="6" />
      <path d={roundedPath(points)} markerEnd={`url(#${head})`} />
    </g>
  )
})
