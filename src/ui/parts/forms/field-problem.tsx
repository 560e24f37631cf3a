import { AlertIcon } from '../icons/alert-icon.tsx'
import './field-problem.css'

export function FieldProblem({ id, text }: { id: string; text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className="field-problem">
      <AlertIcon />
      {text}
    </p>
  )
}
