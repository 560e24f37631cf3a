import { type RefObject, useRef } from 'react'

/**
 * What a popup of Radix has to know of a button that is none of its own: a press on it is no press outside, and the focus goes back to it,
 * unless somebody has pressed somewhere else.
 */
export function usePopupOpener(opener: RefObject<HTMLElement | null>) {
  const isLeft = useRef(false)
  return {
    onInteractOutside(event: CustomEvent<{ originalEvent: Event }>) {
      const { target } = event
      if (target instanceof Node && opener.current?.contains(target)) event.preventDefault()
      else isLeft.current = true
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      if (!isLeft.current) opener.current?.focus()
      isLeft.current = false
    },
  }
}
