import { useId } from 'react'
import { everydayRights, type Right, rights, rightWords } from '../../../contract/rights.ts'
import type { PersonFields, PersonProblems } from '../../machines/people/person-fields.ts'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { usePermissions } from '../session/user-hooks.ts'

/** Part of the form of a person. */
export interface PersonPartProps {
  fields: PersonFields
  problems: PersonProblems
  isLocked: boolean
  onEdit: (change: Partial<PersonFields>) => void
}

/** Lists permissions by their names; a person cannot grant permissions that they do not have. */
export function PersonRights({ fields, problems, isLocked, onEdit }: PersonPartProps) {
  const { permissions } = fields
  const mine = usePermissions()
  const id = useId()
  const canGive = (right: Right) => mine.includes(right)
  const shown = rights.filter(
    (right) => everydayRights.includes(right) || canGive(right) || permissions.includes(right),
  )
  const toggle = (right: Right, isGiven: boolean) =>
    onEdit({ permissions: isGiven ? [...permissions, right] : permissions.filter((each) => each !== right) })
  return (
    <fieldset aria-describedby={problems.permissions === undefined ? undefined : `${id}-problem`}>
      <legend>O que pode fazer</legend>
      <p className="field-hint">Consultar o painel, todos podem.</p>
      {shown.map((right) => (
        <div key={right} className="form-check">
          <input
            id={`${id}-${right}`}
            className="form-check-input"
            type="checkbox"
            checked={permissions.includes(right)}
            disabled={isLocked || !canGive(right)}
            aria-invalid={problems.permissions !== undefined}
            onChange={({ target }) => toggle(right, target.checked)}
          />
          <label className="form-check-label" htmlFor={`${id}-${right}`}>
            {rightWords[right]}
          </label>
        </div>
      ))}
      {!shown.every(canGive) && <p className="field-hint">Você só pode dar permissões que você mesmo tem.</p>}
      <FieldProblem id={`${id}-problem`} text={problems.permissions} />
    </fieldset>
  )
}
