import type { ComponentProps } from 'react'

/** Button that keeps its focus and name while its action is running, and starts the action only once. */
export function BusyButton({
  isBusy,
  onClick,
  className = 'btn btn-primary',
  children,
  ...rest
}: ComponentProps<'button'> & { isBusy: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={className}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      <span>{children}</span>
    </button>
  )
}
