import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { condominiumLabels } from '../../../contract/evidence/field-labels.ts'
import { type CondominiumField, condominiumMasks } from '../../../contract/fields/condominium.ts'
import type { CallFailure } from '../../machines/parts/call-failure.ts'
import { MaskedField } from '../parts/forms/masked-field.tsx'
import { RecordForm } from '../parts/forms/record-form.tsx'
import { TextField } from '../parts/forms/text-field.tsx'
import { CepStatus } from './cep-status.tsx'
import type { CondominiumFormRef } from './draft-hooks.ts'
import { StateSelect } from './state-select.tsx'
import './condominium-form.css'

/** Shows the fields of a condominium with the problem of each field, and the outcome of the last save (CON-4). */
export function CondominiumForm({ form }: { form: CondominiumFormRef }) {
  const { fields, problems, refusals, failure, ...context } = useSelector(form, (snapshot) => snapshot.context)
  const isNew = context.id === null
  const isBusy = useSelector(form, (snapshot) => snapshot.hasTag('busy'))
  const id = useId()
  const field = (name: CondominiumField) => {
    return {
      id: `${id}-${name}`,
      label: condominiumLabels[name],
      value: fields[name],
      readOnly: isBusy,
      problem: problems[name],
      onChange: (text: string) => form.send({ type: 'form.edit', field: name, text }),
    }
  }
  return (
    <RecordForm
      refusals={refusals}
      failure={failure === null ? '' : failureText(failure, isNew)}
      isBusy={isBusy}
      submitText={isNew ? 'Cadastrar' : 'Salvar'}
      progress={<p role="status">{isBusy && 'Salvando…'}</p>}
      onSubmit={() => form.send({ type: 'form.save' })}
    >
      <fieldset>
        <legend>Condomínio</legend>
        <TextField {...field('name')} required />
        <TextField
          {...field('wordCode')}
          required
          autoCapitalize="characters"
          hint="O código do dispositivo principal da portaria."
        />
        <div className="record-form-halves d-grid align-items-start gap-3">
          <MaskedField
            {...field('cnpj')}
            mask={condominiumMasks.cnpj}
            autoCapitalize="characters"
            placeholder="00.000.000/0000-00"
          />
          <MaskedField {...field('phone')} {...phone} />
        </div>
        <div className="record-form-halves d-grid align-items-start gap-3">
          <MaskedField {...field('gatehousePhone')} {...phone} />
          <MaskedField {...field('maintenancePhone')} {...phone} hint="De quem conserta os dispositivos." />
        </div>
      </fieldset>
      <fieldset>
        <legend>Endereço</legend>
        <div className="cep">
          <MaskedField
            {...field('cep')}
            mask={condominiumMasks.cep}
            inputMode="numeric"
            placeholder="00000-000"
            aria-describedby={`${id}-cep-status`}
          />
          <CepStatus form={form} id={`${id}-cep-status`} />
        </div>
        <div className="record-form-pair d-grid align-items-start gap-3">
          <TextField {...field('street')} />
          <TextField {...field('number')} />
        </div>
        <div className="record-form-halves d-grid align-items-start gap-3">
          <TextField {...field('complement')} />
          <TextField {...field('district')} />
        </div>
        <div className="record-form-pair d-grid align-items-start gap-3">
          <TextField {...field('city')} />
          <StateSelect {...field('state')} />
        </div>
      </fieldset>
    </RecordForm>
  )
}

const phone = { mask: condominiumMasks.phone, inputMode: 'tel' } as const

const kept = 'O que você digitou continua aqui.'

function failureText({ status, message, isUnsent }: CallFailure, isNew: boolean): string {
  if (status === 403) return `${message} ${kept} Peça a permissão a quem administra o painel.`
  if (status === 404 && !isNew)
    return `Este condomínio não existe mais: outra pessoa o excluiu. ${kept} Para cadastrá-lo de novo, use Novo condomínio.`
  if (status === null && isNew && !isUnsent)
    return `${message} ${kept} Antes de tentar de novo, confira na lista se ele já foi cadastrado.`
  return `${message} ${kept}`
}
