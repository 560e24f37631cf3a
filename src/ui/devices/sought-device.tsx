import { seekingText } from '../../../contract/devices/panel-contact.ts'
import { useDeviceSearch } from '../device-list/device-list-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { usePanelContact } from './status/panel-contact-hooks.ts'

/**
 * Shown while a device is unknown: it is loading, failed to load, or does not exist. Renders nothing once it is known.
 */
export function SoughtDevice({ wordCode }: { wordCode: string }) {
  const search = useDeviceSearch(wordCode)
  const contact = usePanelContact()
  const deviceList = useFlow('deviceList')
  if (search === 'found') return null
  if (search === 'seeking') return <p className="card card-note">{seekingText(contact)}</p>
  if (search === 'failed')
    return (
      <FailureNotice
        text="Não foi possível carregar este dispositivo."
        onRetry={() => deviceList.send({ type: 'devices.reload' })}
      />
    )
  return (
    <p role="alert" className="card card-note">
      Nenhum dispositivo tem o código {wordCode} nos seus condomínios. Ele pode ter sido excluído.
    </p>
  )
}
