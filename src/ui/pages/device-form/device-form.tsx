import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { wordCodeOf } from '../../../../contract/fields/word-code.ts'
import type { DeviceOperation } from '../../../machines/device-operation.machine.ts'
import { useNow } from '../../clock-hooks.ts'
import { deviceAddress } from '../../device-addresses.ts'
import {
  type DeviceFormField,
  type DeviceFormValues,
  deviceFormFields,
  deviceFormProblems,
} from '../../device-form-problems.ts'
import { useDeviceOperation, useFailureDismissedOnLeaving, useOperationCancelling } from '../../device-hooks.ts'
import { fieldProblemsOf, isUnderWay, outcomeText, progressText, waitText } from '../../device-operation-view.ts'
import { useFlow } from '../../panel-context.tsx'
import { AlertIcon } from '../../parts/alert-icon.tsx'
import { BusyButton } from '../../parts/busy-button.tsx'
import { CondominiumSelect } from '../../parts/condominium-select.tsx'
import { FieldProblem } from '../../parts/field-problem.tsx'
import { TextField } from '../../parts/text-field.tsx'
import '../../parts/record-form.css'

interface DeviceFormProps {
  /** What stands in the fields until somebody types. */
  initial: DeviceFormValues
  kind: 'create' | 'edit'
  submitText: string
  /** What to do with the values, checked. */
  operationOf: (values: DeviceFormValues) => DeviceOperation
}

const markedText = 'Confira os campos marcados.'

/** The form of a device: nothing typed is lost, whatever becomes of it; done, the device's page tells so (DEV-6). */
export function DeviceForm({ initial, kind, submitText, operationOf }: DeviceFormProps) {
  const devices = useFlow('devices')
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState<Partial<DeviceFormValues>>({})
  const [submitted, setSubmitted] = useState<string | null>(null)
  const [wasTried, setTried] = useState(false)
  const [changed, setChanged] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const last = useDeviceOperation(submitted ?? '')
  const operation = submitted !== null && last?.kind === kind ? last : null
  useFailureDismissedOnLeaving(submitted)

  const values = { ...initial, ...typed }
  const problems: Partial<Record<DeviceFormField, string>> = wasTried ? deviceFormProblems(values) : {}
  const refused = fieldProblemsOf(operation)
  const problemOf = (field: DeviceFormField) =>
    problems[field] ?? (changed.includes(field) ? undefined : refused[field])
  const isBusy = isUnderWay(operation)
  const isDone = operation?.phase === 'succeeded'
  const hasRefusedFields = deviceFormFields.some((field) => refused[field] !== undefined)

  useEffect(() => {
    if (isDone && submitted !== null) navigate(deviceAddress(submitted), { replace: true })
  }, [isDone, submitted, navigate])
  useEffect(() => {
    if (hasRefusedFields) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [hasRefusedFields])

  function change(field: DeviceFormField, value: string) {
    setTyped({ ...typed, [field]: value })
    setChanged([...changed, field])
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    setTried(true)
    const wrong = deviceFormProblems(values)
    const first = deviceFormFields.find((field) => wrong[field] !== undefined)
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus()
    setChanged([])
    setSubmitted(wordCodeOf(values.wordCode))
    devices?.send({ type: 'device.operate', operation: operationOf(values) })
  }

  const field = (name: DeviceFormField) => ({
    id: `${id}-${name}`,
    'data-field': name,
    required: true,
    value: values[name],
    problem: problemOf(name),
    onChange: (value: string) => change(name, value),
  })
  const failure = operation === null || isBusy || isDone ? '' : outcomeText(operation)
  return (
    <form ref={form} className="card record-form" noValidate onSubmit={submit}>
      <TextField label="Nome" {...field('name')} maxLength={80} />
      <TextField label="Modelo" {...field('model')} maxLength={80} />
      <div className="record-form-pair">
        <TextField label="IP" {...field('ip')} inputMode="decimal" />
        <TextField label="Porta" {...field('port')} inputMode="numeric" />
      </div>
      {kind === 'create' && (
        <>
          <TextField label="Código (wordCode)" {...field('wordCode')} autoCapitalize="characters" />
          <div>
            <label className="form-label" htmlFor={`${id}-condominiumId`}>
              Condomínio
            </label>
            <CondominiumSelect
              id={`${id}-condominiumId`}
              data-field="condominiumId"
              value={values.condominiumId}
              onChange={(value) => change('condominiumId', value)}
              noneText="Escolha…"
              isInvalid={problemOf('condominiumId') !== undefined}
              describedBy={`${id}-condominiumId-problem`}
            />
            <FieldProblem id={`${id}-condominiumId-problem`} text={problemOf('condominiumId')} />
          </div>
        </>
      )}
      {failure !== '' && (
        <div className="failure-notice">
          <AlertIcon />
          <p role="alert">{hasRefusedFields ? markedText : failure}</p>
        </div>
      )}
      {submitted !== null && last !== null && last.kind !== kind && isUnderWay(last) && (
        <p role="alert">Outra operação está em andamento neste dispositivo. Espere que ela termine e tente de novo.</p>
      )}
      <div className="record-form-actions">
        <BusyButton type="submit" isBusy={isBusy}>
          {submitText}
        </BusyButton>
        {isBusy && operation !== null && submitted !== null && <Waiting operation={operation} wordCode={submitted} />}
      </div>
    </form>
  )
}

type Operation = NonNullable<ReturnType<typeof useDeviceOperation>>

function Waiting({ operation, wordCode }: { operation: Operation; wordCode: string }) {
  const now = useNow()
  const cancel = useOperationCancelling(wordCode)
  return (
    <>
      <button type="button" className="btn btn-quiet" onClick={cancel}>
        Cancelar
      </button>
      <p>{operation.phase === 'waiting' ? waitText(operation, now) : progressText(operation)}</p>
    </>
  )
}
