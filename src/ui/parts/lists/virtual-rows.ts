import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '../print/print-page.ts'
import '../print/printed.css'
import './virtual-rows.css'

/** Maximum number of printed rows: about 60 sheets. */
export const mostPrinted = 2_000

/** Row on or near the screen. */
export interface VirtualRow<Item> {
  item: Item
  index: number
  /** Pixels from the top of the list. */
  start: number
  /** Height in pixels. */
  size: number
  /** Class of the column; '' in a list with one column. */
  column: string
}

/** Minimum width in pixels of a list with two columns of rows of one height, filled row by row. */
const twoColumnsPx = 1_200
const columns = ['is-first-column', 'is-second-column']

/**
 * Virtual rows of a long list that scrolls with the page; the list always has the height of all rows.
 * @param rowHeight pixels of a row. For measured rows, an upper estimate: with a lower one, scrolling to the end stops
 * early
 * @param keyOf key of a measured row, under which its height is stored; must be a stable function
 */
export function useVirtualRows<Item>(
  items: readonly Item[],
  rowHeight: number | ((item: Item) => number),
  keyOf?: (item: Item) => string,
): {
  list: RefObject<HTMLUListElement | null>
  rows: VirtualRow<Item>[]
  /** `auto` when printing, because all rows follow one another. */
  blockSize: number | 'auto'
  /** Ref for a measured row (with `data-index`); other rows have the height `rowHeight`. */
  measure: (row: Element | null) => void
} {
  const list = useRef<HTMLUListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    setScrollMargin(element.getBoundingClientRect().top + scrollY)
    const measure = () => setWide(element.clientWidth >= twoColumnsPx)
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [])
  const lanes = isWide && typeof rowHeight === 'number' ? 2 : 1
  // A new function makes the virtualizer read the keys of all rows again.
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
    lanes,
  })
  // A correction of the position would stop smooth scrolling to the end of the page.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height changes the positions of all rows
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, lanes, typeof rowHeight === 'number' ? rowHeight : null])
  const isPrinting = usePrinting()
  const shown = isPrinting ? virtualizer.measurementsCache.slice(0, mostPrinted) : virtualizer.getVirtualItems()
  const rows = shown.flatMap(({ index, start, size, lane }) => {
    const item = items[index]
    const column = lanes === 1 || isPrinting ? '' : (columns[lane] ?? '')
    return item === undefined ? [] : [{ item, index, start: isPrinting ? 0 : start - scrollMargin, size, column }]
  })
  return {
    list,
    rows,
    blockSize: isPrinting ? 'auto' : virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  }
}

/** Range extractor that always includes the active row (-1: none), because `aria-activedescendant` refers to it. */
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
