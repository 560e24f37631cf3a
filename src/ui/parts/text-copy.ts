import { useState } from 'react'

interface TextCopy {
  phase: 'idle' | 'copied' | 'byHand'
  /** What was to be copied. */
  text: string
}

/** Copies a text to the clipboard; if the browser has no clipboard or refuses it, the person copies by hand (PAGE-4, CFG-2). */
export function useTextCopy(): TextCopy & { start: (text: string) => Promise<void> } {
  const [copy, setCopy] = useState<TextCopy>({ phase: 'idle', text: '' })
  const start = async (text: string) => {
    setCopy({ phase: 'idle', text })
    try {
      await navigator.clipboard.writeText(text)
      setCopy({ phase: 'copied', text })
    } catch {
      setCopy({ phase: 'byHand', text })
    }
  }
  return { ...copy, start }
}
