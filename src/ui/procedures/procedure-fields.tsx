import { useId } from 'react'
import { contactRoleWords } from '../../../contract/contacts/contacts.ts'
import { type ProcedureKind, procedureKindWords } from '../../../contract/procedures/procedure-kinds.ts'
import { contactRoles } from '../../../contract/wire/answers/contacts.ts'
import { mostSteps, type ProcedureStep, stepRule } from '../../../contract/wire/answers/procedures.ts'
import { withMoved } from '../../machines/parts/moved-item.ts'
import { TextField } from '../parts/forms/text-field.tsx'
import '../parts/forms/form-select.css'

interface ProcedureFieldsProps {
  kind: ProcedureKind
  /** Null if the kind has the inherited steps. */
  own: readonly ProcedureStep[] | null
  inherited: readonly ProcedureStep[]
  /** Whether the procedures are of one condominium. */
  ofCondominium: boolean
  isLocked: boolean
  isMarked: boolean
  onEdit: (steps: readonly ProcedureStep[] | null) => void
}

/** The steps of one kind, in their order. */
export function ProcedureFields({
  kind,
  own,
  inherited,
  ofCondominium,
  isLocked,
  isMarked,
  onEdit,
}: ProcedureFieldsProps) {
  const steps = own ?? inherited
  const change = (at: number, changed: Partial<ProcedureStep>) =>
    onEdit(steps.map((step, position) => (position === at ? { ...step, ...changed } : step)))
  return (
    <fieldset disabled={isLocked}>
      <legend>{procedureKindWords[kind]}</legend>
      {own === null ? (
        <>
          {ofCondominium && <p className="field-hint">É o procedimento de todos os condomínios.</p>}
          <ol className="procedure-list">
            {inherited.map(({ text, isRequired }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same text
              <li key={at}>
                {text}
                {isRequired && <span className="text-soft text-sm"> (obrigatório)</span>}
              </li>
            ))}
          </ol>
          {inherited.length === 0 && <p className="field-hint">Sem procedimento.</p>}
          <div className="d-flex flex-wrap gap-2">
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => onEdit(inherited)}>
              {`Alterar: ${procedureKindWords[kind]}`}
            </button>
          </div>
        </>
      ) : (
        <>
          <ol className="procedure-list">
            {own.map((step, at) => (
              <StepFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other identity, and its fields are controlled
                key={at}
                step={step}
                number={at + 1}
                isLast={at === own.length - 1}
                problem={isMarked ? stepRule(step.text.trim()) : undefined}
                onChange={(changed) => change(at, changed)}
                onMove={(by) => onEdit(withMoved(own, at, by))}
                onRemove={() => onEdit(own.filter((_, position) => position !== at))}
              />
            ))}
          </ol>
          {own.length === 0 && <p className="field-hint">Sem procedimento: nada é mostrado nem perguntado.</p>}
          <div className="d-flex flex-wrap gap-2">
            {own.length < mostSteps && (
              <button
                type="button"
                className="btn btn-quiet btn-sm"
                onClick={() => onEdit([...own, { text: '', role: null, isRequired: false }])}
              >
                Novo passo
              </button>
            )}
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => onEdit(null)}>
              Voltar ao padrão
            </button>
          </div>
        </>
      )}
    </fieldset>
  )
}

interface StepFieldsProps {
  step: ProcedureStep
  number: number
  isLast: boolean
  problem: string | undefined
  onChange: (changed: Partial<ProcedureStep>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function StepFields({
  step: { text, role, isRequired },
  number,
  isLast,
  problem,
  onChange,
  onMove,
  onRemove,
}: StepFieldsProps) {
  const id = useId()
  return (
    <li>
      <TextField
        id={`${id}-text`}
        label={`Passo ${number}`}
        value={text}
        required
        problem={problem}
        onChange={(changed) => onChange({ text: changed })}
      />
      <div className="procedure-options d-flex flex-wrap align-items-center gap-2">
        <label htmlFor={`${id}-role`}>Ligar para</label>
        <select
          id={`${id}-role`}
          className="form-select"
          value={role ?? ''}
          onChange={({ target: { value } }) => onChange({ role: contactRoles.find((each) => each === value) ?? null })}
        >
          <option value="">ninguém</option>
          {contactRoles.map((each) => (
            <option key={each} value={each}>
              {contactRoleWords[each]}
            </option>
          ))}
        </select>
        {role === 'other' && (
          <span className="field-hint">Escreva no passo o papel do contato, por exemplo bombeiros.</span>
        )}
        <label>
          <input
            type="checkbox"
            className="form-check-input"
            checked={isRequired}
            onChange={() => onChange({ isRequired: !isRequired })}
          />{' '}
          Obrigatório
        </label>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          aria-disabled={number === 1}
          aria-label={`Subir o passo ${number}`}
          onClick={() => {
            if (number > 1) onMove(-1)
          }}
        >
          Subir
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          aria-disabled={isLast}
          aria-label={`Descer o passo ${number}`}
          onClick={() => {
            if (!isLast) onMove(1)
          }}
        >
          Descer
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          aria-label={`Tirar o passo ${number}`}
          onClick={onRemove}
        >
          Tirar
        </button>
      </div>
    </li>
  )
}
