import type { ComponentProps } from 'react'
import { BusyButton } from '../parts/busy-button.tsx'

/** A button that shows its icon alone, and says its name to whoever points at it or hears it. */
export function ToolButton({
  name,
  hint = name,
  isBusy = false,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'name'> & {
  name: string
  /** What a pointer is told, where that is more: the key. */
  hint?: string
  isBusy?: boolean
}) {
  return (
    <BusyButton {...rest} className="icon-button tool-button" aria-label={name} title={hint} isBusy={isBusy}>
      {children}
    </BusyButton>
  )
}
