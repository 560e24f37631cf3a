import type { ComponentProps } from 'react'
import { BusyButton } from '../parts/busy-button.tsx'

/** Icon button with its name as label and tooltip. */
export function ToolButton({
  name,
  hint = name,
  isBusy = false,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'name'> & {
  name: string
  /** Tooltip if it differs from the name, for example with the key. */
  hint?: string
  isBusy?: boolean
}) {
  return (
    <BusyButton {...rest} className="icon-button tool-button" aria-label={name} title={hint} isBusy={isBusy}>
      {children}
    </BusyButton>
  )
}
