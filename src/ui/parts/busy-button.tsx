import type { ComponentProps } from 'react'

/** Button that keeps its focus and name while its action or (`isOff`) another is running, and then does nothing. */
export function BusyButton({
  isBusy,
  isOff = isBusy,
  onClick,
  className = 'btn btn-primary',
  children,
  ...rest
}: ComponentProps<'button'> & { isBusy: boolean; isOff?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={className}
      aria-disabled={isOff}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      <span>{children}</span>
    </button>
  )
}
