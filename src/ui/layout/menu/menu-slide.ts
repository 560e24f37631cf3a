import { type RefObject, useEffect, useRef, useState } from 'react'

/** Scroll distance of an arrow button (spec §9). */
const slidePx = 100

interface Slide {
  scroller: RefObject<HTMLDivElement | null>
  /** Whether entries are hidden before or after the visible part. */
  canSlide: { back: boolean; on: boolean }
  slide: (where: 'back' | 'on') => void
}

/** Scrolls a menu that may be wider than its container; from right to left in rtl. */
export function useSlide(): Slide {
  const scroller = useRef<HTMLDivElement>(null)
  const [canSlide, setCanSlide] = useState({ back: false, on: false })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => {
      const hidden = element.scrollWidth - element.clientWidth
      const before = Math.abs(element.scrollLeft)
      setCanSlide({ back: hidden > 1 && before > 1, on: hidden > 1 && before < hidden - 1 })
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    for (const child of element.children) resized.observe(child)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  return {
    scroller,
    canSlide,
    slide(where) {
      const element = scroller.current
      if (element === null) return
      const forward = getComputedStyle(element).direction === 'rtl' ? -slidePx : slidePx
      element.scrollBy({ left: where === 'on' ? forward : -forward })
    },
  }
}
