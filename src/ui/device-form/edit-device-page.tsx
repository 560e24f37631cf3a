import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { EditConflict, VersionedFields } from '../../machines/devices/device-form-versions.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { useDevice } from '../device-list/device-list-hooks.ts'
import { SoughtDevice } from '../devices/sought-device.tsx'
import { BackLink } from '../parts/back-link.tsx'
import { ConflictCard } from '../parts/forms/conflict-card.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { useDeviceForm } from './device-draft-hooks.ts'
import { DeviceForm } from './device-form.tsx'

/** Changes a device, but not its wordCode and condominium (DEV-6). */
export function EditDevicePage({ wordCode }: { wordCode: string }) {
  const device = useDevice(wordCode)
  const condominium = useCondominiums().find(({ id }) => id === device?.condominiumId)
  return (
    <>
      <PageHeading title="Editar dispositivo" context={[wordCode, condominium?.name].filter(Boolean).join(' · ')} />
      {device !== undefined && <EditForm key={wordCode} device={device} />}
      <SoughtDevice wordCode={wordCode} />
      <BackLink href={deviceAddress(wordCode)}>Voltar ao dispositivo</BackLink>
    </>
  )
}

function EditForm({ device }: { device: Device }) {
  // The record of the moment when the form was opened: the list changes with the edits of other people.
  const [opened] = useState(device)
  const form = useDeviceForm()
  const record = useSelector(form, (shown) => shown?.context.taken ?? opened)
  const isConflict = useSelector(form, (shown) => shown?.hasTag('conflict') === true)
  const { wordCode, condominiumId, name, model, ip, port } = record
  return (
    <>
      {isConflict && <DeviceConflict form={form} />}
      <DeviceForm
        initial={{ wordCode, condominiumId, name, model, ip, port: `${port}` }}
        version={record.etag}
        kind="edit"
        submitText="Salvar"
        operationOf={(_, fields) => ({ kind: 'edit', target: { wordCode, condominiumId }, fields, record })}
      />
    </>
  )
}

const fieldLabels: Readonly<Record<keyof VersionedFields, string>> = {
  name: 'Nome',
  model: 'Modelo',
  ip: 'IP',
  port: 'Porta de rede',
  condominiumId: 'Condomínio',
}

function DeviceConflict({ form }: { form: ReturnType<typeof useDeviceForm> }) {
  const condominiums = useCondominiums()
  const differences = useSelector(form, (shown) => shown?.context.conflict?.differences ?? noDifferences)
  const shown = (fields: VersionedFields, field: keyof VersionedFields) =>
    field === 'condominiumId'
      ? (condominiums.find(({ id }) => id === fields.condominiumId)?.name ?? 'Outro condomínio')
      : `${fields[field]}` || 'Vazio'
  return (
    <ConflictCard
      className="record-form"
      title="Outra pessoa alterou este dispositivo"
      text="Enquanto você editava, outra pessoa salvou este cadastro. Nada do que você digitou se perdeu,"
      hint="Ao salvar as suas, os campos que você não alterou ficam como a outra pessoa os deixou."
      rows={differences.map(({ field, mine, theirs }) => ({
        label: fieldLabels[field],
        mine: mine === null ? 'Você não alterou' : shown(mine, field),
        theirs: shown(theirs, field),
      }))}
      form={form}
    />
  )
}

const noDifferences: EditConflict['differences'] = []
