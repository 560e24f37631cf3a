import { useState } from 'react'

interface TextCopy {
  phase: 'idle' | 'copied' | 'byHand'
  text: string
}

/** Copies a text; if the clipboard is missing or refused, the person copies manually (PAGE-4, CFG-2). */
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
