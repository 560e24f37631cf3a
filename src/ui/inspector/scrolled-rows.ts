import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

/** The rows of a long list with a scrollbar of its own that exist, each `rowHeight` pixels high. */
export function useScrolledRows(count: number, rowHeight: number) {
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  return {
    frame,
    rows: virtualizer.getVirtualItems(),
    blockSize: virtualizer.getTotalSize(),
    show: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
