import { useLayoutEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Without `maxLength`: a browser cuts what is pasted before the mask has taken blanks and punctuation out of it. */
interface MaskedFieldProps extends Omit<TextFieldProps, 'maxLength'> {
  /** Without its mask. */
  value: string
  /** What of a typed text is kept. */
  keep: (text: string) => string
  /** What is kept, under its mask. */
  format: (kept: string) => string
}

/** A text field that shows its value under a mask; the caret stays behind the character that was typed. */
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

/** The place in a masked text right behind as many kept characters. */
function positionAfter(masked: string, keptBefore: number, keep: (text: string) => string): number {
  for (let at = 0; at <= masked.length; at++) if (keep(masked.slice(0, at)).length >= keptBefore) return at
  return masked.length
}
