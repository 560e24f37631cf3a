import { Link } from 'wouter'
import type { Device } from '../../../contract/wire/answers/devices.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { deviceAddress } from '../device-list/device-addresses.ts'
import { useDevice, useDeviceSearch } from '../device-list/device-list-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import { fieldsOf } from './device-fields.ts'
import { DeviceForm } from './device-form.tsx'

const searchTexts = {
  seeking: 'Carregando o dispositivo…',
  found: '',
  failed: '',
  missing: 'Nenhum dispositivo tem este código nos seus condomínios. Ele pode ter sido excluído.',
} as const

/** Changes a device; its wordCode and its condominium stay (DEV-6). */
export function EditDevicePage({ wordCode }: { wordCode: string }) {
  const device = useDevice(wordCode)
  const search = useDeviceSearch(wordCode)
  const deviceList = useFlow('deviceList')
  const mayWrite = usePermissions().includes('device:write')
  const condominium = useCondominiums().find(({ id }) => id === device?.condominiumId)
  return (
    <>
      <PageHeading title="Editar dispositivo" context={[wordCode, condominium?.name].filter(Boolean).join(' · ')} />
      {!mayWrite && (
        <p className="card card-note">
          Você pode consultar os dispositivos, sem alterá-los. Peça a permissão a quem administra o painel.
        </p>
      )}
      {mayWrite && device !== undefined && <EditForm key={wordCode} device={device} />}
      {mayWrite && search === 'failed' && (
        <FailureNotice
          text="Não foi possível carregar este dispositivo."
          onRetry={() => deviceList?.send({ type: 'devices.reload' })}
        />
      )}
      {mayWrite && searchTexts[search] !== '' && <p className="card card-note">{searchTexts[search]}</p>}
      <p className="record-back">
        <Link href={deviceAddress(wordCode)}>Voltar ao dispositivo</Link>
      </p>
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
      operationOf={(values) => ({
        kind: 'edit',
        target: { wordCode, condominiumId },
        fields: fieldsOf(values),
        active,
      })}
    />
  )
}
