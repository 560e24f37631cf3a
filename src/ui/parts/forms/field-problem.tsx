import { AlertIcon } from '../icons/alert-icon.tsx'
import './field-problem.css'

/** Shows the problem of a field beside it. */
export function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="field-problem d-flex align-items-center text-bad text-sm">
      <AlertIcon />
      {text}
    </p>
  )
}
