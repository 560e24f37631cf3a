import { stateCodes } from '../../../contract/fields/condominium.ts'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import '../parts/forms/form-select.css'

interface StateSelectProps {
  id: string
  label: string
  value: string
  readOnly: boolean
  problem: string | undefined
  onChange: (text: string) => void
}

/** Selects a Brazilian state; an invalid stored value is kept until the person selects another. */
export function StateSelect({ id, label, value, readOnly, problem, onChange }: StateSelectProps) {
  const known = value === '' || stateCodes.includes(value) ? stateCodes : [value, ...stateCodes]
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="form-select"
        value={value}
        disabled={readOnly}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      >
        <option value="">Escolha…</option>
        {known.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </select>
      <FieldProblem id={`${id}-problem`} text={problem} />
    </div>
  )
}
