import { useEffect, useRef } from 'react'

/**
 * Shows the result of the button above, and scrolls a new text into view. An empty text means that there is no result
 * yet.
 */
export function ResultLine({ text }: { text: string }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (text !== '') line.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <p ref={line} role="status">
      {text}
    </p>
  )
}
