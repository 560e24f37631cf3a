import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTextCopy } from '../text-copy.ts'
import './text-field.css'

interface LinkFieldProps {
  label: string
  address: string
  /** Class of the field with its buttons. */
  className: string
  /** Shown after the link was copied. */
  copied: string
  /** Text below the field that describes the link. */
  hint?: string
  /** Id of another text that describes the link, in place of `hint`. */
  describedBy?: string
  /** Further buttons. */
  children?: ReactNode
}

/** Read-only field of a link that is shown only once, with a button to copy it. */
export function LinkField({ label, address, className, copied, hint, describedBy, children }: LinkFieldProps) {
  const { phase, start } = useTextCopy()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (phase === 'byHand') field.current?.select()
  }, [phase])
  return (
    <>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <div className={className}>
        <input
          ref={field}
          id={id}
          className="form-control"
          readOnly
          value={address}
          aria-describedby={hint === undefined ? describedBy : `${id}-hint`}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn btn-primary" onClick={() => start(address)}>
          Copiar
        </button>
        {children}
      </div>
      <p role="status" className="field-hint">
        {phase === 'copied' && copied}
        {phase === 'byHand' && 'O navegador não deixou copiar. O link está selecionado: use Ctrl C.'}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </>
  )
}
