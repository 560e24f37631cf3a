import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Box, DrawnChart, Point } from '../../../inspector/charts/drawn-chart.ts'
import { around, clampedZoom, firstView, fittingZoom, middleOf, seenTogether } from './zoom-rules.ts'

type Frame = RefObject<HTMLElement | null>

const step = 1.25

/**
 * Zoom and scroll position of a chart; the frame scrolls natively.
 * @param leaves ids of the innermost active states; if they do not fit into the frame together, the first is shown
 * @param isGoingAlong whether newly active states are scrolled into view
 * @param onFold called for a click on the sign that folds or opens a state
 */
export function useChartZoom(
  frame: Frame,
  drawn: DrawnChart,
  leaves: readonly string[],
  isGoingAlong: boolean,
  onFold: (stateId: string) => void,
) {
  const [zoom, setZoom] = useState(1)
  /** Point of the drawing that keeps its position in the frame while the zoom changes. */
  const kept = useRef<{ point: Point; at: Point } | null>(null)

  const keep = (point: Point, at: Point, wanted: number) => {
    kept.current = { point, at }
    if (wanted === zoom) settle(frame, kept, zoom)
    else setZoom(wanted)
  }
  const zoomTo = (wanted: number, at = middleOfFrame(frame)) => {
    const corner = cornerOf(frame)
    keep({ x: (at.x - corner.x) / zoom, y: (at.y - corner.y) / zoom }, at, clampedZoom(wanted))
  }
  const centre = (boxes: readonly Box[], wanted: number) => keep(middleOf(boxes), middleOfFrame(frame), wanted)
  const nearer = () => zoomTo(zoom * step)
  const farther = () => zoomTo(zoom / step)
  const showAll = () => centre([wholeOf(drawn)], fittingZoom(drawn, sizeOf(frame)))
  const showActive = () => {
    const boxes = boxesOf(drawn, leaves)
    centre(boxes, fittingZoom(around(boxes), sizeOf(frame)))
  }
  const showState = (id: string) =>
    centre(boxesOf(drawn, [id]).slice(0, 1), Math.max(zoom, firstView(drawn, sizeOf(frame)).zoom))

  const showPoint = (point: Point) => keep(point, middleOfFrame(frame), zoom)

  useLayoutEffect(() => settle(frame, kept, zoom), [frame, zoom])

  const seen = useRef<DrawnChart>(null)
  useLayoutEffect(() => {
    if (seen.current === drawn) return
    seen.current = drawn
    const size = sizeOf(frame)
    const first = firstView(drawn, size)
    centre(first.isWhole ? [wholeOf(drawn)] : seenTogether(boxesOf(drawn, leaves), first.zoom, size), first.zoom)
  })

  const lit = useRef(leaves)
  useEffect(() => {
    const fresh = leaves.filter((id) => !lit.current.includes(id))
    lit.current = leaves
    if (isGoingAlong && fresh.length > 0) goTo(frame, seenTogether(boxesOf(drawn, fresh), zoom, sizeOf(frame)), zoom)
  }, [frame, drawn, leaves, isGoingAlong, zoom])

  // A message above the page makes the frame smaller, and must not push the active states out of the frame.
  const resized = useRef(() => {})
  useLayoutEffect(() => {
    resized.current = () => {
      if (isGoingAlong) goTo(frame, seenTogether(boxesOf(drawn, leaves), zoom, sizeOf(frame)), zoom)
    }
  })
  useEffect(() => {
    const { current: element } = frame
    if (element === null) return
    let isFirst = true
    const sizes = new ResizeObserver(() => {
      if (!isFirst) resized.current()
      isFirst = false
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [frame])

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
    // React's own wheel listeners are passive, so that they cannot stop the browser from zooming the page.
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
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { currentTarget } = event
      // Touch scrolls natively. With pointer capture, a clickable part would get no click.
      if (event.button !== 0 || event.pointerType === 'touch' || isClickable(event.target)) return
      currentTarget.setPointerCapture(event.pointerId)
      grip.current = { x: event.clientX + currentTarget.scrollLeft, y: event.clientY + currentTarget.scrollTop }
    },
    onPointerMove: ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      if (grip.current !== null) currentTarget.scrollTo(grip.current.x - clientX, grip.current.y - clientY)
    },
    onLostPointerCapture: () => {
      grip.current = null
    },
    onClick: ({ target }: MouseEvent) => {
      const goal = namedBy(target, 'data-goal')
      if (goal !== null) showState(goal)
      const fold = namedBy(target, 'data-fold')
      if (fold !== null) onFold(fold)
    },
  }
  return { zoom, nearer, farther, showAll, showActive, showState, showPoint, pan }
}

function settle(frame: Frame, kept: RefObject<{ point: Point; at: Point } | null>, zoom: number) {
  if (kept.current === null) return
  const { point, at } = kept.current
  kept.current = null
  const corner = cornerOf(frame)
  frame.current?.scrollBy(corner.x + point.x * zoom - at.x, corner.y + point.y * zoom - at.y)
}

function goTo(frame: Frame, boxes: readonly Box[], zoom: number) {
  const box = around(boxes)
  const corner = cornerOf(frame)
  const { width, height } = sizeOf(frame)
  const left = corner.x + box.x * zoom
  const top = corner.y + box.y * zoom
  if (left >= 0 && top >= 0 && left + box.width * zoom <= width && top + box.height * zoom <= height) return
  frame.current?.scrollBy({
    left: left + (box.width * zoom - width) / 2,
    top: top + (box.height * zoom - height) / 2,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
  })
}

/** State to which a clicked part of the drawing leads (`data-goal`), or which it folds (`data-fold`); else null. */
function namedBy(target: EventTarget, attribute: string): string | null {
  return target instanceof Element ? (target.closest(`[${attribute}]`)?.getAttribute(attribute) ?? null) : null
}

function isClickable(target: EventTarget): boolean {
  return namedBy(target, 'data-goal') !== null || namedBy(target, 'data-fold') !== null
}

/** The visible part of the drawing. */
export function seenPart(frame: Frame, zoom: number): Box {
  const corner = cornerOf(frame)
  const { width, height } = sizeOf(frame)
  return { x: -corner.x / zoom, y: -corner.y / zoom, width: width / zoom, height: height / zoom }
}

function cornerOf({ current }: Frame): Point {
  const outer = current?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const inner = current?.firstElementChild?.getBoundingClientRect() ?? outer
  return { x: inner.x - outer.x, y: inner.y - outer.y }
}

function sizeOf({ current }: Frame): { width: number; height: number } {
  return { width: current?.clientWidth ?? 0, height: current?.clientHeight ?? 0 }
}

function middleOfFrame(frame: Frame): Point {
  const { width, height } = sizeOf(frame)
  return { x: width / 2, y: height / 2 }
}

function wholeOf({ width, height }: DrawnChart): Box {
  return { x: 0, y: 0, width, height }
}

/** The boxes in the order of the ids. */
function boxesOf(drawn: DrawnChart, ids: readonly string[]): Box[] {
  const found = ids.flatMap((wanted) => drawn.states.find(({ id }) => id === wanted) ?? [])
  return found.length === 0 ? [wholeOf(drawn)] : found
}
