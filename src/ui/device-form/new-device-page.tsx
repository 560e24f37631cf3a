import { wordCodeOf } from '../../../contract/fields/word-code.ts'
import type { DeviceFormValues } from '../../machines/devices/device-form-rules.ts'
import { useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { BackLink } from '../parts/back-link.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { DeviceForm } from './device-form.tsx'

const empty: DeviceFormValues = { wordCode: '', condominiumId: '', name: '', model: '', ip: '', port: '80' }

/** Registers a device, by default in the selected condominium (DEV-6). */
export function NewDevicePage() {
  const selected = useSelectedCondominium()
  return (
    <>
      <PageHeading title="Novo dispositivo" context="Os dados do dispositivo na rede do condomínio" />
      <DeviceForm
        initial={{ ...empty, condominiumId: selected?.id ?? '' }}
        kind="create"
        submitText="Cadastrar"
        operationOf={(values, fields) => ({
          kind: 'create',
          target: { wordCode: wordCodeOf(values.wordCode), condominiumId: values.condominiumId },
          fields,
        })}
      />
      <BackLink href="/devices">Voltar aos dispositivos</BackLink>
    </>
  )
}
