import { useLayoutEffect, useRef, useState } from 'react'
import type { Mask } from '../../../../contract/fields/mask.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface MaskedFieldProps extends TextFieldProps {
  /** Unmasked value. */
  value: string
  mask: Mask
}

/** Text field that shows its value with a mask; the caret stays after the typed character. */
export function MaskedField({ value, mask, onChange, ...rest }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<{ typed: string; charactersAfter: number } | null>(null)
  useLayoutEffect(() => {
    const element = input.current
    // If the mask did not change the text, the browser has kept the caret.
    if (caret === null || element === null || element.value === caret.typed) return
    if (element !== document.activeElement) return
    const at = positionBefore(element.value, caret.charactersAfter)
    element.setSelectionRange(at, at)
  }, [caret])
  return (
    <TextField
      {...rest}
      ref={input}
      value={mask.show(value)}
      onChange={(text) => {
        const typedTo = input.current?.selectionStart ?? text.length
        setCaret({ typed: text, charactersAfter: charactersIn(text.slice(typedTo)) })
        onChange(text)
      }}
    />
  )
}

/** Counts from the end of the text, because a mask removes a prefix such as `+55`. */
function positionBefore(masked: string, charactersAfter: number): number {
  for (let at = 0; at < masked.length; at++) if (charactersIn(masked.slice(at)) <= charactersAfter) return at
  return masked.length
}

function charactersIn(text: string): number {
  return text.replace(/[^\p{L}\p{N}]/gu, '').length
}
