import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { treeWidths } from '../../../machines/inspector/tree-width.ts'
import { useInspector } from '../inspector-hooks.ts'

/** Resizes the list of actors by dragging or with the arrow keys. */
export function TreeSeparator() {
  const inspector = useInspector()
  const width = useSelector(inspector, ({ context }) => context.treeWidth)
  const grip = useRef<number | null>(null)
  const resize = (wanted: number) => inspector.send({ type: 'tree.resize', width: wanted })
  const onKeyDown = (event: KeyboardEvent) => {
    const { least, most, step } = treeWidths
    const away = isFromRight(event.currentTarget) ? -step : step
    const wanted = { ArrowLeft: width - away, ArrowRight: width + away, Home: least, End: most }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    resize(wanted)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the separator is movable, unlike an hr
    <div
      role="separator"
      className="tree-separator"
      aria-orientation="vertical"
      aria-label="Largura da lista de atores"
      aria-valuenow={width}
      aria-valuemin={treeWidths.least}
      aria-valuemax={treeWidths.most}
      title="Arraste ou use as setas"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={({ button, pointerId, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
        if (button !== 0) return
        currentTarget.setPointerCapture(pointerId)
        grip.current = width - way(currentTarget) * clientX
      }}
      onPointerMove={({ clientX, currentTarget }) => {
        if (grip.current !== null) resize(grip.current + way(currentTarget) * clientX)
      }}
      onLostPointerCapture={() => {
        grip.current = null
      }}
    />
  )
}

function isFromRight(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}

function way(element: Element): 1 | -1 {
  return isFromRight(element) ? -1 : 1
}
