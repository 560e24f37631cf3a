import { type ReactNode, useEffect, useId, useRef } from 'react'

/** A modal dialog that asks for a decision: it stays until one of its own buttons is pressed. */
export function ModalDialog({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open) return
    element.showModal()
    element.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="decision-dialog"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // A browser closes a dialog at the second Esc whatever `cancel` says.
        if (event.key === 'Escape') event.preventDefault()
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{text}</div>
      <div className="decision-dialog-actions">{children}</div>
    </dialog>
  )
}
