import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { coversRights, moreRightsText, personTypes, typeWords } from '../../../contract/rights.ts'
import type { CallFailure } from '../../machines/parts/call-failure.ts'
import { type PersonFields, usualOf } from '../../machines/people/person-fields.ts'
import { firstTag } from '../parts/first-tag.ts'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { RecordForm } from '../parts/forms/record-form.tsx'
import { TextField } from '../parts/forms/text-field.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import type { PersonFormRef } from './person-draft-hooks.ts'
import { PersonRights } from './person-rights.tsx'
import { VisibleCondominiums } from './visible-condominiums.tsx'
import '../parts/forms/form-select.css'

/**
 * Form for a person's name, permissions and visible condominiums, each with its problem (ACC-2). Read-only for a person
 * with more rights (ACC-5).
 */
export function PersonForm({ form }: { form: PersonFormRef }) {
  const { fields, problems, refusals, failure, record, ...context } = useSelector(form, ({ context }) => context)
  const isNew = context.id === null
  const saving = useSelector(form, (snapshot) => firstTag(snapshot, ['busy', 'saved']))
  const isBusy = saving === 'busy'
  const own = usePermissions()
  const isReadOnly = record !== null && !coversRights(own, record.person.permissions)
  const isLocked = isBusy || isReadOnly
  const id = useId()
  const edit = (change: Partial<PersonFields>) => form.send({ type: 'form.edit', change })
  const parts = { fields, problems, isLocked, onEdit: edit }
  return (
    <RecordForm
      refusals={refusals}
      failure={failure === null ? '' : failureText(failure, isNew)}
      isBusy={isBusy}
      submitText={isReadOnly ? null : isNew ? 'Criar o convite' : 'Salvar'}
      progress={
        isReadOnly ? (
          <p className="field-hint">{moreRightsText}</p>
        ) : (
          <p role="status">{saving && savingTexts[saving]}</p>
        )
      }
      onSubmit={() => form.send({ type: 'form.save' })}
    >
      <fieldset>
        <legend>Quem é</legend>
        <TextField
          id={`${id}-name`}
          label="Nome"
          value={fields.name}
          required
          readOnly={isLocked}
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
          required={isNew}
          readOnly={isLocked || !isNew}
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
            disabled={isLocked}
            aria-invalid={problems.type !== undefined}
            aria-describedby={`${id}-type-hint`}
            onChange={({ target: { value } }) => {
              const type = personTypes.find((each) => each === value)
              if (type !== undefined) edit(usualOf(type, own))
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
      <PersonRights {...parts} />
      <VisibleCondominiums {...parts} />
    </RecordForm>
  )
}

const savingTexts = { busy: 'Salvando…', saved: 'Salvo. Já vale para o que a pessoa tem aberto.' } as const

const kept = 'O que você preencheu continua aqui.'

function failureText({ status, message, isUnsent }: CallFailure, isNew: boolean): string {
  if (status === 404) return `Esta pessoa não existe mais. ${kept}`
  if (status === null && isNew && !isUnsent)
    return `${message} ${kept} Antes de tentar de novo, confira na lista se ela já foi convidada.`
  return `${message} ${kept}`
}
