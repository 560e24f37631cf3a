import { Link } from 'wouter'
import { andDeactivatedText } from '../../../contract/devices/deactivated-text.ts'
import { deviceStatuses, deviceStatusOrder } from '../../../contract/devices/device-status.ts'
import { contactTexts, type PanelContact } from '../../../contract/devices/panel-contact.ts'
import { devicesText } from '../../../contract/texts/number-text.ts'
import { devicesAddress } from '../device-list/device-addresses.ts'
import { DeviceList } from '../device-list/device-list.tsx'
import { useDeviceView, usePlaceDevices } from '../device-list/device-list-hooks.ts'
import type { DeviceView } from '../device-list/device-order.ts'
import { usePanelContact } from '../devices/status/panel-contact-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import '../device-list/devices-page.css'

const texts = {
  title: 'Dispositivos',
  failed: 'Não foi possível carregar os dispositivos.',
  loading: 'Carregando os dispositivos…',
  none: 'Este condomínio ainda não tem dispositivos.',
  noneHere: 'Cadastre o primeiro, ou importe uma planilha deles.',
} as const

/** Lists the devices of one condominium, devices in trouble first (PAGE-2). */
export function PlaceDevices({ condominiumId }: { condominiumId: string }) {
  const status = usePlaceDevices(condominiumId)
  const { view, isLate } = useDeviceView({ text: '', deviceStatus: null, condominiumId })
  const contact = usePanelContact()
  const deviceList = useFlow('deviceList')
  const mayWrite = usePermissions().includes('device:write')
  const isEmpty = view.count === 0
  const isLoaded = status === 'ready' && !(isEmpty && isLate)
  return (
    <section className="place-devices" aria-labelledby="dispositivos-do-condominio">
      <div className="card-heading">
        <h2 id="dispositivos-do-condominio">{texts.title}</h2>
        {!isEmpty && isLoaded && (
          <p>
            {summaryText(view, contact)} · <Link href={devicesAddress({ condominiumId })}>Buscar entre eles</Link>
          </p>
        )}
      </div>
      {status === 'failed' && (
        <FailureNotice text={texts.failed} onRetry={() => deviceList.send({ type: 'devices.reload' })} />
      )}
      {isEmpty && status !== 'failed' && !isLoaded && <p className="card-note">{texts.loading}</p>}
      {isEmpty && isLoaded && (
        <p className="card card-note">
          {texts.none} {mayWrite && texts.noneHere}
        </p>
      )}
      {isEmpty && isLoaded && mayWrite && (
        <p className="d-flex flex-wrap gap-10 mt-3">
          <Link href="/devices/new" className="btn btn-primary">
            Novo dispositivo
          </Link>
          <Link href="/import" className="btn btn-quiet">
            Importar planilha
          </Link>
        </p>
      )}
      {!isEmpty && <DeviceList devices={view.devices} contact={contact} isOfOnePlace />}
    </section>
  )
}

function summaryText({ count, byDeviceStatus }: DeviceView, contact: PanelContact): string {
  const all = devicesText(count)
  if (contact !== 'current') return `${all}, ${contactTexts[contact]}`
  const [inactive, online] = [byDeviceStatus.inactive.length, byDeviceStatus.online.length]
  if (inactive === count) return count === 1 ? `${all}, desativado` : `${all}, todos desativados`
  const counts = deviceStatusOrder
    .filter((each) => each !== 'online' && each !== 'inactive' && byDeviceStatus[each].length > 0)
    .map((each) => `${byDeviceStatus[each].length} ${deviceStatuses[each].label.toLowerCase()}`)
  return [`${online} de ${count - inactive} online${andDeactivatedText(inactive)}`, ...counts].join(', ')
}
