import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useRangeWithActive } from '../parts/lists/virtual-rows.ts'

/**
 * Virtual rows of a list with its own scrollbar. `rowHeight` in pixels.
 * @param activeRow always rendered, at any scroll position; -1: none
 */
export function useScrolledRows(count: number, rowHeight: number, activeRow: number) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor: useRangeWithActive(activeRow),
  })
  const rows = virtualizer.getVirtualItems()
  return {
    frame,
    rows,
    /** False until the list has been measured. */
    isActiveDrawn: rows.some(({ index }) => index === activeRow),
    blockSize: virtualizer.getTotalSize(),
    show: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
