import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface ModalDialogProps {
  title: string
  text: ReactNode
  /** Its buttons. */
  children: ReactNode
  /** With it, Esc closes the dialog; without, it stays until one of its own buttons is pressed. */
  onDismiss?: () => void
}

/** A modal dialog that asks for a decision; the focus goes back to where it was. */
export function ModalDialog({ title, text, children, onDismiss }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed before it leaves the page: a browser gives the focus back only then.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null || element.open) return
    element.showModal()
    element.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    return () => element.close()
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
        // A browser closes a dialog at the second Esc whatever `cancel` says.
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
