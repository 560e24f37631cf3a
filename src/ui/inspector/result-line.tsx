import { useEffect, useRef } from 'react'

/** Reports the result of a button above it; a new text is scrolled into view. Empty: no result yet. */
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
