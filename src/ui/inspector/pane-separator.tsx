import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Pane, paneWidths, widthStep } from '../../machines/inspector/pane-widths.ts'
import { useInspector } from './inspector-hooks.ts'

const labels: Readonly<Record<Pane, string>> = {
  tree: 'Largura da lista de atores',
  events: 'Largura da lista de eventos',
}

/** Resizes a list beside the chart by dragging or with the arrow keys. */
export function PaneSeparator({ pane }: { pane: Pane }) {
  const inspector = useInspector()
  const width = useSelector(inspector, ({ context }) => context.widths[pane])
  const grip = useRef<number | null>(null)
  const { least, most } = paneWidths[pane]
  const resize = (wanted: number) => inspector.send({ type: 'pane.resize', pane, width: wanted })
  const onKeyDown = (event: KeyboardEvent) => {
    const away = widthStep * way(event.currentTarget, pane)
    const wanted = { ArrowLeft: width - away, ArrowRight: width + away, Home: least, End: most }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    resize(wanted)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the separator is movable, unlike an hr
    <div
      role="separator"
      className={`pane-separator is-of-${pane}`}
      aria-orientation="vertical"
      aria-label={labels[pane]}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      title="Arraste ou use as setas"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={({ button, pointerId, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
        if (button !== 0) return
        currentTarget.setPointerCapture(pointerId)
        grip.current = width - way(currentTarget, pane) * clientX
      }}
      onPointerMove={({ clientX, currentTarget }) => {
        if (grip.current !== null) resize(grip.current + way(currentTarget, pane) * clientX)
      }}
      onLostPointerCapture={() => {
        grip.current = null
      }}
    />
  )
}

/** Whether the list grows when its separator moves to the right (1) or to the left (-1). */
function way(element: Element, pane: Pane): 1 | -1 {
  const isFromRight = getComputedStyle(element).direction === 'rtl'
  return isFromRight === (pane === 'tree') ? -1 : 1
}
