import { useState } from 'react'
import { FieldProblem } from '../../parts/forms/field-problem.tsx'
import { CondominiumSelect, type CondominiumSelectProps } from './condominium-select.tsx'

interface CondominiumFieldProps extends Pick<CondominiumSelectProps, 'id' | 'noneText' | 'onChange'> {
  name: string
  /** Id of the initial condominium, or ''. */
  first: string
  problem: string | undefined
}

/** Condominium select for a form, with its label and problem; keeps its own value. */
export function CondominiumField({ id, first, problem, onChange, ...rest }: CondominiumFieldProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        Condomínio
      </label>
      <CondominiumSelect
        {...rest}
        id={id}
        value={chosen ?? first}
        onChange={(condominiumId) => {
          setChosen(condominiumId)
          onChange(condominiumId)
        }}
        isInvalid={problem !== undefined}
        describedBy={problem === undefined ? undefined : `${id}-problem`}
      />
      <FieldProblem id={`${id}-problem`} text={problem} />
    </div>
  )
}
