import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Box, DrawnChart, Point } from '../../../inspector/drawn-chart.ts'
import { clampedZoom, firstView, fittingZoom, middleOf } from './zoom-rules.ts'

const step = 1.25

/** How near the chart is seen, and from where; the frame itself scrolls. */
export function useChartZoom(frame: RefObject<HTMLElement | null>, drawn: DrawnChart, leaves: readonly string[]) {
  const [zoom, setZoom] = useState(1)
  /** The point of the drawing that stays where it is in the frame while the zoom changes. */
  const kept = useRef<{ point: Point; at: Point } | null>(null)

  const zoomTo = (wanted: number, at?: Point) => {
    const element = frame.current
    if (element === null) return
    const inFrame = at ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    kept.current ??= {
      point: { x: (element.scrollLeft + inFrame.x) / zoom, y: (element.scrollTop + inFrame.y) / zoom },
      at: inFrame,
    }
    setZoom(clampedZoom(wanted))
  }
  const centre = (point: Point, wanted: number) => {
    const element = frame.current
    if (element === null) return
    kept.current = { point, at: { x: element.clientWidth / 2, y: element.clientHeight / 2 } }
    setZoom(wanted)
    if (wanted === zoom) settle(element, kept, zoom)
  }
  const nearer = () => zoomTo(zoom * step)
  const farther = () => zoomTo(zoom / step)
  const showAll = () => {
    const element = frame.current
    if (element !== null) centre(middleOf([wholeOf(drawn)]), fittingZoom(drawn, sizeOf(element)))
  }
  const showActive = () => centre(middleOf(boxesOf(drawn, leaves)), zoom)

  useLayoutEffect(() => {
    if (frame.current !== null) settle(frame.current, kept, zoom)
  }, [frame, zoom])

  const seen = useRef<DrawnChart>(null)
  useLayoutEffect(() => {
    if (frame.current === null || seen.current === drawn) return
    seen.current = drawn
    const first = firstView(drawn, sizeOf(frame.current))
    centre(middleOf(first.isWhole ? [wholeOf(drawn)] : boxesOf(drawn, leaves)), first.zoom)
  })

  const turned = useRef(zoomTo)
  useLayoutEffect(() => {
    turned.current = (wanted, at) => zoomTo(wanted * zoom, at)
  })
  useEffect(() => {
    const element = frame.current
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey || element === null) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      turned.current(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top })
    }
    // React's own listeners are passive: the page would zoom along.
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [frame])

  const grip = useRef<Point | null>(null)
  const pan = {
    onKeyDown: ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey) return
      if (key === '+' || key === '=') nearer()
      if (key === '-') farther()
      if (key === '0') showAll()
    },
    onPointerDown: ({ button, pointerType, pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      // A finger scrolls by itself.
      if (button !== 0 || pointerType === 'touch') return
      currentTarget.setPointerCapture(pointerId)
      grip.current = { x: clientX + currentTarget.scrollLeft, y: clientY + currentTarget.scrollTop }
    },
    onPointerMove: ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      if (grip.current !== null) currentTarget.scrollTo(grip.current.x - clientX, grip.current.y - clientY)
    },
    onLostPointerCapture: () => {
      grip.current = null
    },
  }
  return { zoom, nearer, farther, showAll, showActive, pan }
}

function settle(element: HTMLElement, kept: RefObject<{ point: Point; at: Point } | null>, zoom: number) {
  if (kept.current === null) return
  const { point, at } = kept.current
  kept.current = null
  element.scrollTo(point.x * zoom - at.x, point.y * zoom - at.y)
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement) {
  return { width: clientWidth, height: clientHeight }
}

function wholeOf({ width, height }: DrawnChart): Box {
  return { x: 0, y: 0, width, height }
}

function boxesOf(drawn: DrawnChart, ids: readonly string[]): Box[] {
  const found = drawn.states.filter(({ id }) => ids.includes(id))
  return found.length === 0 ? [wholeOf(drawn)] : found
}
