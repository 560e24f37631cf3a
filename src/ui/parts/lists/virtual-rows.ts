import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '../print/print-page.ts'
import '../print/printed.css'

/** Rows that go on paper: some 60 sheets. */
export const mostPrinted = 2_000

/** A row that is on screen, or nearly. */
export interface VirtualRow<Item> {
  item: Item
  index: number
  /** Pixels from the top of the list. */
  start: number
  /** Height in pixels. */
  size: number
}

/**
 * The rows of a long list in the page that exist; the list has their height whether they do or not.
 * @param rowHeight pixels of each; for rows that are measured rather too many than too few, else the way to the end falls short
 * @param keyOf of rows that are measured, by which their heights are kept: a function that stays the same from render to render
 */
export function useVirtualRows<Item>(
  items: readonly Item[],
  rowHeight: number | ((item: Item) => number),
  keyOf?: (item: Item) => string,
): {
  list: RefObject<HTMLUListElement | null>
  rows: VirtualRow<Item>[]
  /** `auto` on paper, where all rows follow one another. */
  blockSize: number | 'auto'
  /** Ref of a row (with `data-index`) that is as high as what it holds; others have the height that was said. */
  measure: (row: Element | null) => void
} {
  const list = useRef<HTMLUListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    if (list.current !== null) setScrollMargin(list.current.getBoundingClientRect().top + scrollY)
  }, [])
  // Another function makes the virtualizer ask for the keys of all rows again.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined || keyOf === undefined ? index : keyOf(item)
    },
    [items, keyOf],
  )
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => {
      if (typeof rowHeight === 'number') return rowHeight
      const item = items[index]
      return item === undefined ? 0 : rowHeight(item)
    },
    ...(keyOf !== undefined && { getItemKey }),
    overscan: 3,
    scrollMargin,
  })
  // Correcting the position for rows that turn out higher would stop the smooth way to the end of the page.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height have their places reckoned anew
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, typeof rowHeight === 'number' ? rowHeight : null])
  const isPrinting = usePrinting()
  const shown = isPrinting ? virtualizer.measurementsCache.slice(0, mostPrinted) : virtualizer.getVirtualItems()
  const rows = shown.flatMap(({ index, start, size }) => {
    const item = items[index]
    return item === undefined ? [] : [{ item, index, start: isPrinting ? 0 : start - scrollMargin, size }]
  })
  return {
    list,
    rows,
    blockSize: isPrinting ? 'auto' : virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  }
}

/** The range extractor of a list whose active row (-1: none) exists wherever the list is scrolled: `aria-activedescendant` names it. */
export function useRangeWithActive(activeRow: number): (range: Range) => number[] {
  return useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range)
      if (activeRow < 0 || activeRow >= range.count || rows.includes(activeRow)) return rows
      return [...rows, activeRow].toSorted((left, right) => left - right)
    },
    [activeRow],
  )
}
