import { useLayoutEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Without `maxLength`: a browser would cut a pasted text before the mask removes spaces and punctuation. */
interface MaskedFieldProps extends Omit<TextFieldProps, 'maxLength'> {
  /** Unmasked value. */
  value: string
  /** Removes all characters from a typed text that the value does not keep. */
  keep: (text: string) => string
  /** Adds the mask to a value. */
  format: (kept: string) => string
}

/** Text field that shows its value with a mask; the caret stays after the typed character. */
export function MaskedField({ value, keep, format, onChange, ...rest }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<{ keptBefore: number } | null>(null)
  useLayoutEffect(() => {
    const element = input.current
    if (caret === null || element === null || element !== document.activeElement) return
    const at = positionAfter(element.value, caret.keptBefore, keep)
    element.setSelectionRange(at, at)
  }, [caret, keep])
  return (
    <TextField
      {...rest}
      ref={input}
      value={format(value)}
      onChange={(text) => {
        const typedTo = input.current?.selectionStart ?? text.length
        setCaret({ keptBefore: keep(text.slice(0, typedTo)).length })
        onChange(text)
      }}
    />
  )
}

function positionAfter(masked: string, keptBefore: number, keep: (text: string) => string): number {
  for (let at = 0; at <= masked.length; at++) if (keep(masked.slice(0, at)).length >= keptBefore) return at
  return masked.length
}
