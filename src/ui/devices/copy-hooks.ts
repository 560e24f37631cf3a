import { useSelector } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import { useDesk } from './desk-hooks.ts'

interface TextCopy {
  phase: 'idle' | 'copied' | 'byHand'
  /** What was to be copied. */
  text: string
  start: (text: string) => void
}

/** A text for the clipboard, and how that went; it is forgotten with the view. */
export function useTextCopy(): TextCopy {
  const copy = useDesk()?.copy
  const phase = useSelector(copy, (copying) => {
    if (copying?.hasTag('copied')) return 'copied'
    return copying?.hasTag('byHand') ? 'byHand' : 'idle'
  })
  const text = useSelector(copy, (copying) => copying?.context.text ?? '')
  useEffect(() => () => copy?.send({ type: 'copy.dropped' }), [copy])
  const start = useCallback((wanted: string) => copy?.send({ type: 'copy.wanted', text: wanted }), [copy])
  return { phase, text, start }
}
