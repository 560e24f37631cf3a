import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { holdToasts } from './toast-place.ts'

interface ModalDialogProps {
  title: string
  text: ReactNode
  children: ReactNode
  /** If set, Esc closes the dialog; otherwise only its buttons do. */
  onDismiss?: () => void
}

/** Modal dialog for a decision; shows the toasts above its title, and restores the focus when it closes (DESK-4). */
export function ModalDialog({ title, text, children, onDismiss }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed before removal, because the browser restores the focus only on `close()`.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || element.open) return
    element.showModal()
    element.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    const releaseToasts = holdToasts(element)
    return () => {
      releaseToasts?.()
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      role={onDismiss === undefined ? 'alertdialog' : 'dialog'}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="decision-dialog"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Browsers close a dialog at the second Esc even if `cancel` is prevented.
        event.preventDefault()
        onDismiss?.()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{text}</div>
      <div className="decision-dialog-actions">{children}</div>
    </dialog>
  )
}
