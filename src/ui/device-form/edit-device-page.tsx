import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { useDevice } from '../device-list/device-list-hooks.ts'
import { SoughtDevice } from '../devices/sought-device.tsx'
import { BackLink } from '../parts/back-link.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
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
  const { wordCode, condominiumId, name, model, ip, port, active } = device
  return (
    <DeviceForm
      initial={{ wordCode, condominiumId, name, model, ip, port: `${port}` }}
      kind="edit"
      submitText="Salvar"
      operationOf={(_, fields) => ({
        kind: 'edit',
        target: { wordCode, condominiumId },
        fields,
        active,
      })}
    />
  )
}
