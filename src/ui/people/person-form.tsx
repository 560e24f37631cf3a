import { type SubmitEvent, useId, useRef } from 'react'
import { personTypes, typeWords } from '../../../contract/rights.ts'
import type { CallFailure } from '../../machines/parts/call-failure.ts'
import { type PersonFields, usualOf } from '../../machines/people/person-fields.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { useFirstProblemFocused } from '../parts/forms/first-problem.ts'
import { TextField } from '../parts/forms/text-field.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import { usePersonForm } from './person-draft-hooks.ts'
import { usePersonFields, usePersonProblems, usePersonSaving } from './person-hooks.ts'
import { PersonRights } from './person-rights.tsx'
import { VisibleCondominiums } from './visible-condominiums.tsx'
import '../parts/forms/form-select.css'

/** Form for a person's name, permissions and visible condominiums, each with its problem (ACC-2). */
export function PersonForm({ isNew }: { isNew: boolean }) {
  const form = usePersonForm()
  const fields = usePersonFields()
  const { problems, refusals, failure } = usePersonProblems()
  const saving = usePersonSaving()
  const mayGive = usePermissions()
  const element = useRef<HTMLFormElement>(null)
  const id = useId()
  const isBusy = saving === 'busy'
  useFirstProblemFocused(element, refusals)

  const edit = (change: Partial<PersonFields>) => form?.send({ type: 'form.edit', change })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) form?.send({ type: 'form.save' })
  }

  return (
    <form ref={element} className="card record-form" noValidate onSubmit={submit}>
      <fieldset>
        <legend>Quem é</legend>
        <TextField
          id={`${id}-name`}
          label="Nome"
          value={fields.name}
          maxLength={80}
          required
          readOnly={isBusy}
          problem={problems.name}
          onChange={(name) => edit({ name })}
        />
        <TextField
          id={`${id}-email`}
          label="E-mail"
          type="email"
          inputMode="email"
          autoCapitalize="none"
          value={fields.email}
          maxLength={254}
          required={isNew}
          readOnly={isBusy || !isNew}
          hint={
            isNew ? 'Com ele a pessoa entra no painel. Não muda depois.' : 'Com ele a pessoa entra no painel; não muda.'
          }
          problem={problems.email}
          onChange={(email) => edit({ email })}
        />
        <div>
          <label className="form-label" htmlFor={`${id}-type`}>
            Tipo
          </label>
          <select
            id={`${id}-type`}
            className="form-select"
            value={fields.type}
            disabled={isBusy}
            aria-invalid={problems.type !== undefined}
            aria-describedby={`${id}-type-hint`}
            onChange={({ target: { value } }) => {
              const type = personTypes.find((each) => each === value)
              if (type !== undefined) edit(usualOf(type, mayGive))
            }}
          >
            {personTypes.map((type) => (
              <option key={type} value={type}>
                {typeWords[type]}
              </option>
            ))}
          </select>
          <p id={`${id}-type-hint`} className="field-hint">
            Escolher o tipo marca abaixo o que é usual para ele; ajuste como precisar.
          </p>
          <FieldProblem id={`${id}-type-problem`} text={problems.type} />
        </div>
      </fieldset>
      <PersonRights isLocked={isBusy} onEdit={edit} />
      <VisibleCondominiums isLocked={isBusy} onEdit={edit} />
      {failure !== null && (
        <div className="failure-notice">
          <AlertIcon />
          <p role="alert">{failureText(failure, isNew)}</p>
        </div>
      )}
      <div className="record-form-actions">
        <BusyButton type="submit" isBusy={isBusy}>
          {isNew ? 'Criar o convite' : 'Salvar'}
        </BusyButton>
        <p role="status">{statusText(saving)}</p>
      </div>
    </form>
  )
}

const kept = 'O que você preencheu continua aqui.'

function failureText({ status, message }: CallFailure, isNew: boolean): string {
  if (status === 404) return `Esta pessoa não existe mais. ${kept}`
  if (status === null && isNew)
    return `${message} ${kept} Antes de tentar de novo, confira na lista se ela já foi convidada.`
  return `${message} ${kept}`
}

function statusText(saving: 'busy' | 'saved' | 'idle'): string {
  if (saving === 'busy') return 'Salvando…'
  return saving === 'saved' ? 'Salvo. Já vale para o que a pessoa tem aberto.' : ''
}
