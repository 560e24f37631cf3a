import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useRangeWithActive } from '../parts/lists/virtual-rows.ts'

/**
 * The rows of a long list with a scrollbar of its own that exist, each `rowHeight` pixels high.
 * @param activeRow exists wherever the list is scrolled; -1: none
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
    /** No row exists before the list has been measured. */
    isActiveDrawn: rows.some(({ index }) => index === activeRow),
    blockSize: virtualizer.getTotalSize(),
    show: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
