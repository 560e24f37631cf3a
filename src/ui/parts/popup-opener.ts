import { type RefObject, useRef } from 'react'

/**
 * Event handlers for a Radix popup with an external button: a press on the button is not outside, and the button gets
 * the focus back unless a press elsewhere closed the popup.
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
