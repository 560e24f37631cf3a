import type { ComponentProps } from 'react'
import { FieldProblem } from './field-problem.tsx'
import './text-field.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  id: string
  label: string
  hint?: string
  problem: string | undefined
  onChange: (text: string) => void
}

export function TextField({
  id,
  label,
  hint,
  problem,
  onChange,
  'aria-describedby': describedBy,
  ...rest
}: TextFieldProps) {
  const described = [describedBy, hint && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input
        type="text"
        className="form-control"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        id={id}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <FieldProblem id={`${id}-problem`} text={problem} />
    </div>
  )
}
