import { useSelector } from '@xstate/react'
import { useEffect, useId, useRef } from 'react'
import type { SnapshotFrom } from 'xstate'
import { enteredDevice } from '../../../contract/fields/device.ts'
import type { DeviceFormProblems, deviceFormMachine } from '../../machines/devices/device-form.machine.ts'
import {
  type DeviceFormField,
  type DeviceFormValues,
  deviceFormFields,
} from '../../machines/devices/device-form-rules.ts'
import type { DeviceFields, DeviceOperation } from '../../machines/devices/device-operation-protocol.ts'
import { CondominiumField } from '../condominiums/search/condominium-field.tsx'
import { outcomeText, progressText, waitText } from '../devices/commands/operation-texts.ts'
import { useDeviceOperation, useOperationCancelling } from '../devices/device-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { LeaveQuestion } from '../parts/forms/leave-question.tsx'
import { RecordForm } from '../parts/forms/record-form.tsx'
import { TextField } from '../parts/forms/text-field.tsx'
import { useNow } from '../parts/time/clock-hooks.ts'
import { useDeviceForm } from './device-draft-hooks.ts'

interface DeviceFormProps {
  initial: DeviceFormValues
  /** Another version shows its own values in the fields. */
  version?: string | undefined
  kind: 'create' | 'edit'
  submitText: string
  /** Builds the operation for the checked values. */
  operationOf: (values: DeviceFormValues, fields: DeviceFields) => DeviceOperation
}

/** Form of a device; a failed save keeps the typed values (DEV-6). */
export function DeviceForm({ initial, version, kind, submitText, operationOf }: DeviceFormProps) {
  const form = useDeviceForm()
  const devices = useFlow('devices')
  useEffect(() => {
    devices.send({ type: 'form.open' })
    return () => devices.send({ type: 'form.close' })
  }, [devices])
  const problems = useSelector(form, (shown) => shown?.context.problems ?? noProblems)
  const saved = useSelector(form, (shown) =>
    shown?.hasTag('busy') ? (shown.context.operation?.target.wordCode ?? null) : null,
  )
  const now = useNow()
  const failure = useSelector(form, (shown) => failureText(shown, now))
  const isConflict = useSelector(form, (shown) => shown?.hasTag('conflict') === true)
  const element = useRef<HTMLFormElement>(null)
  const id = useId()

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
      {/* Hidden, not removed: the fields keep the typed values. */}
      <div hidden={isConflict}>
        <RecordForm
          key={version}
          ref={element}
          refusals={useSelector(form, (shown) => shown?.context.refusals ?? 0)}
          failure={failure}
          isBusy={saved !== null}
          submitText={submitText}
          progress={saved !== null && <Waiting wordCode={saved} />}
          onSubmit={(shown) => {
            const entered = enteredIn(shown, initial)
            form?.send({ type: 'form.save', entered, operation: operationOf(entered, fieldsOf(entered)) })
          }}
        >
          <TextField label="Nome" {...field('name')} />
          <TextField label="Modelo" {...field('model')} />
          <div className="record-form-pair d-grid align-items-start gap-3">
            <TextField label="IP" {...field('ip')} inputMode="decimal" />
            <TextField label="Porta de rede" {...field('port')} inputMode="numeric" />
          </div>
          {kind === 'create' && (
            <>
              <TextField label="Código" {...field('wordCode')} autoCapitalize="characters" />
              <CondominiumField
                id={`${id}-condominiumId`}
                name="condominiumId"
                first={initial.condominiumId}
                // The form has the new value only after the next render.
                onChange={() => form?.send({ type: 'form.edited', field: 'condominiumId', isChanged: true })}
                noneText="Escolha…"
                problem={problems.condominiumId}
              />
            </>
          )}
        </RecordForm>
      </div>
      <LeaveQuestion form={form} />
    </>
  )
}

const noProblems: DeviceFormProblems = {}

/** Reason why the last save failed, and the next step; '' if only the fields have problems. */
function failureText(form: SnapshotFrom<typeof deviceFormMachine> | undefined, now: number): string {
  if (form?.hasTag('barred'))
    return 'Outra operação está em andamento neste dispositivo. Espere que ela termine e tente de novo.'
  if (form?.hasTag('marked')) return 'Confira os campos marcados.'
  const failure = form?.context.failure ?? null
  if (failure === null) return ''
  const { operation, outcome, error } = failure
  return outcomeText({ kind: operation.kind, active: false, phase: outcome, error }, now)
}

function fieldsOf(values: DeviceFormValues): DeviceFields {
  const { name, model, ip, port } = enteredDevice(values)
  return { name, model, ip, port }
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
