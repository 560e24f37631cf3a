import { type PointerEvent, type RefObject, useLayoutEffect, useState } from 'react'
import type { Box, DrawnChart, Point } from '../../../inspector/charts/drawn-chart.ts'
import { drawnLeaves } from './active-leaves.ts'
import { seenPart } from './chart-zoom.ts'
import { freeCorner } from './zoom-rules.ts'

interface MinimapProps {
  drawn: DrawnChart
  active: ReadonlySet<string>
  zoom: number
  frame: RefObject<HTMLElement | null>
  /** Shows this point of the drawing in the middle. */
  onGo: (point: Point) => void
}

/** Largest size in pixels. */
const largest = { width: 180, height: 120 }
/** Margin in pixels, as in the style sheet. */
const margin = 20
/** Largest part of the frame's width and height: the minimap must not cover the states in the middle. */
const largestShare = 0.3

/** A small picture of the whole chart with the visible part, while the chart is larger than its frame (INS-8). */
export function ChartMinimap({ drawn, active, zoom, frame, onGo }: MinimapProps) {
  const seen = useSeenPart(frame, drawn, zoom)
  if (seen === null || (seen.width >= drawn.width && seen.height >= drawn.height)) return null
  const scale = Math.min(
    Math.min(largest.width, largestShare * seen.width * zoom) / drawn.width,
    Math.min(largest.height, largestShare * seen.height * zoom) / drawn.height,
  )
  const go = ({ clientX, clientY, currentTarget, buttons }: PointerEvent<SVGSVGElement>) => {
    if (buttons !== 1) return
    const { left, top } = currentTarget.getBoundingClientRect()
    onGo({ x: (clientX - left) / scale, y: (clientY - top) / scale })
  }
  // The minimap is in a corner where the drawing continues, so that scrolling uncovers every part of the drawing. It
  // covers no active state.
  const leaves = drawnLeaves(drawn, active)
  const { block, inline } = freeCorner(
    seen,
    { width: (drawn.width * scale + margin) / zoom, height: (drawn.height * scale + margin) / zoom },
    drawn.states.filter(({ id }) => leaves.includes(id)),
    {
      block: seen.y + seen.height >= drawn.height - 1 ? 'start' : 'end',
      inline: seen.x + seen.width >= drawn.width - 1 ? 'start' : 'end',
    },
  )
  return (
    // The keyboard scrolls the frame; the minimap is a second way to scroll for the pointer.
    <svg
      className="chart-minimap"
      style={{ placeSelf: `${block} ${inline}` }}
      aria-hidden="true"
      viewBox={`0 0 ${drawn.width} ${drawn.height}`}
      width={drawn.width * scale}
      height={drawn.height * scale}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={go}
    >
      {drawn.states.map(({ id, x, y, width, height }) => (
        <rect key={id} x={x} y={y} width={width} height={height} data-active={active.has(id) || undefined} />
      ))}
      <rect className="chart-minimap-seen" x={seen.x} y={seen.y} width={seen.width} height={seen.height} />
    </svg>
  )
}

function useSeenPart(frame: RefObject<HTMLElement | null>, drawn: DrawnChart, zoom: number): Box | null {
  const [seen, setSeen] = useState<Box | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing changes the visible part
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const look = () => setSeen(seenPart(frame, zoom))
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [frame, drawn, zoom])
  return seen
}
