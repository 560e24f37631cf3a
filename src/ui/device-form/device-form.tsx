import { type SubmitEvent, useId, useRef } from 'react'
import {
  type DeviceFormField,
  type DeviceFormValues,
  deviceFormFields,
} from '../../machines/devices/device-form-rules.ts'
import type { DeviceOperation } from '../../machines/devices/device-operation-protocol.ts'
import { CondominiumField } from '../condominiums/search/condominium-select.tsx'
import { progressText, waitText } from '../devices/commands/device-operation-view.ts'
import { useDeviceOperation, useOperationCancelling } from '../devices/device-hooks.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { useFirstProblemFocused } from '../parts/forms/first-problem.ts'
import { LeaveQuestion } from '../parts/forms/leave-question.tsx'
import { TextField } from '../parts/forms/text-field.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { useNow } from '../parts/time/clock-hooks.ts'
import { useDeviceForm } from './device-draft-hooks.ts'
import {
  useDeviceBeingSaved,
  useDeviceFormFailure,
  useDeviceFormProblems,
  useDeviceFormRefusals,
  useOpenDeviceForm,
} from './device-form-hooks.ts'
import '../parts/forms/record-form.css'

interface DeviceFormProps {
  initial: DeviceFormValues
  kind: 'create' | 'edit'
  submitText: string
  /** Builds the operation for the checked values. */
  operationOf: (values: DeviceFormValues) => DeviceOperation
}

/** Form of a device; a failed save keeps the typed values (DEV-6). */
export function DeviceForm({ initial, kind, submitText, operationOf }: DeviceFormProps) {
  const form = useDeviceForm()
  const problems = useDeviceFormProblems()
  const failure = useDeviceFormFailure()
  const saved = useDeviceBeingSaved()
  const element = useRef<HTMLFormElement>(null)
  const id = useId()
  useOpenDeviceForm()
  useFirstProblemFocused(element, useDeviceFormRefusals())

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = enteredIn(event.currentTarget, initial)
    form?.send({ type: 'form.save', entered, operation: operationOf(entered) })
  }

  function noteTyped(field: DeviceFormField) {
    const entered = element.current === null ? initial : enteredIn(element.current, initial)
    const isChanged = deviceFormFields.some((each) => entered[each] !== initial[each])
    form?.send({ type: 'form.edited', field, isChanged })
  }

  const field = (name: DeviceFormField) => ({
    id: `${id}-${name}`,
    name,
    required: true,
    defaultValue: initial[name],
    readOnly: saved !== null,
    problem: problems[name],
    onChange: () => noteTyped(name),
  })
  return (
    <>
      <form ref={element} className="card record-form" noValidate onSubmit={submit}>
        <TextField label="Nome" {...field('name')} maxLength={80} />
        <TextField label="Modelo" {...field('model')} maxLength={80} />
        <div className="record-form-pair d-grid align-items-start gap-3">
          <TextField label="IP" {...field('ip')} inputMode="decimal" />
          <TextField label="Porta de rede" {...field('port')} inputMode="numeric" />
        </div>
        {kind === 'create' && (
          <>
            <TextField label="Código" {...field('wordCode')} autoCapitalize="characters" />
            <div>
              <label className="form-label" htmlFor={`${id}-condominiumId`}>
                Condomínio
              </label>
              <CondominiumField
                id={`${id}-condominiumId`}
                name="condominiumId"
                first={initial.condominiumId}
                // The form has the new value only after the next render.
                onChange={() => form?.send({ type: 'form.edited', field: 'condominiumId', isChanged: true })}
                noneText="Escolha…"
                isInvalid={problems.condominiumId !== undefined}
                describedBy={`${id}-condominiumId-problem`}
              />
              <FieldProblem id={`${id}-condominiumId-problem`} text={problems.condominiumId} />
            </div>
          </>
        )}
        {failure !== '' && (
          <div className="failure-notice">
            <AlertIcon />
            <p role="alert">{failure}</p>
          </div>
        )}
        <div className="record-form-actions">
          <BusyButton type="submit" isBusy={saved !== null}>
            {submitText}
          </BusyButton>
          {saved !== null && <Waiting wordCode={saved} />}
        </div>
      </form>
      <LeaveQuestion form={form} />
    </>
  )
}

function enteredIn(form: HTMLFormElement, initial: DeviceFormValues): DeviceFormValues {
  const typed = new FormData(form)
  const entered = { ...initial }
  for (const field of deviceFormFields) entered[field] = `${typed.get(field) ?? initial[field]}`
  return entered
}

function Waiting({ wordCode }: { wordCode: string }) {
  const operation = useDeviceOperation(wordCode)
  const cancel = useOperationCancelling(wordCode)
  const now = useNow()
  if (operation === null) return null
  return (
    <>
      <button type="button" className="btn btn-quiet" onClick={cancel}>
        Cancelar
      </button>
      <p>{operation.phase === 'waiting' ? waitText(operation, now) : progressText(operation)}</p>
    </>
  )
}
