import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from './printing.ts'
import './printed.css'

/** Rows that go on paper: some 60 sheets. */
export const mostPrinted = 2_000

/** What a list shows: an array, or what gives its items one by one. */
export interface ListItems<Item> {
  readonly length: number
  at(index: number): Item | undefined
}

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
  items: ListItems<Item>,
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
      const item = items.at(index)
      return item === undefined || keyOf === undefined ? index : keyOf(item)
    },
    [items, keyOf],
  )
  const placeCount = usePlaceCount(items.length)
  const isOfOneHeight = keyOf === undefined && typeof rowHeight === 'number'
  const virtualizer = useWindowVirtualizer({
    // Each other count has the places of all rows reckoned anew, at each key of a search: where all are of one height they stay.
    count: isOfOneHeight ? placeCount : items.length,
    estimateSize: (index) => {
      if (typeof rowHeight === 'number') return rowHeight
      const item = items.at(index)
      return item === undefined ? 0 : rowHeight(item)
    },
    ...(keyOf !== undefined && { getItemKey }),
    // Rows of their own heights are measured before they are seen.
    ...useRowsBeyond(isOfOneHeight ? items.length : 0),
    scrollMargin,
  })
  // Correcting the position for rows that turn out higher would stop the smooth way to the end of the page.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height have their places reckoned anew
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, typeof rowHeight === 'number' ? rowHeight : null])
  const isPrinting = usePrinting()
  const shown = isPrinting ? virtualizer.measurementsCache.slice(0, mostPrinted) : virtualizer.getVirtualItems()
  const rows = shown.flatMap(({ index, start, size }) => {
    const item = items.at(index)
    return item === undefined ? [] : [{ item, index, start: isPrinting ? 0 : start - scrollMargin, size }]
  })
  return {
    list,
    rows,
    blockSize: isPrinting ? 'auto' : isOfOneHeight ? items.length * rowHeight : virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
  }
}

/** A longer list is searched rather than looked through. */
const longCount = 100

/**
 * How many rows exist beyond the screen: of a long list more while somebody scrolls, for what a key finds is drawn in each of them.
 * @param count of all rows
 */
export function useRowsBeyond(count: number): {
  overscan: number
  onChange: (virtualizer: { isScrolling: boolean }) => void
} {
  const [isScrolling, setScrolling] = useState(false)
  const onChange = useCallback(({ isScrolling }: { isScrolling: boolean }) => setScrolling(isScrolling), [])
  return { overscan: isScrolling || count <= longCount ? 3 : 1, onChange }
}

/** For how many rows to reckon places: at least `count`, and another number as seldom as may be, whether the list grows or is searched. */
export function usePlaceCount(count: number): number {
  const [places, setPlaces] = useState(0)
  const enough = count > places ? 2 ** Math.ceil(Math.log2(count)) : places
  if (enough !== places) setPlaces(enough)
  return enough
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
