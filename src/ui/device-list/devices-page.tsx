import { useMemo, useRef } from 'react'
import { Link, useSearch } from 'wouter'
import { contactTexts } from '../../../contract/devices/panel-contact.ts'
import { devicesText, numberText } from '../../../contract/texts/number-text.ts'
import { usePlaceName, useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { OtherPlace } from '../condominiums/other-place.tsx'
import { usePanelContact } from '../devices/status/panel-contact-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { useFilterText } from '../parts/forms/filter-text.ts'
import { useLostFocusReturned } from '../parts/lost-focus.ts'
import { PageHeading } from '../parts/page-heading.tsx'
import { usePermissions } from '../session/user-hooks.ts'
import { useBulk } from './bulk-hooks.ts'
import { BulkPanel } from './bulk-panel.tsx'
import { deviceFilterOf, devicesAddress } from './device-addresses.ts'
import { DeviceFilters } from './device-filters.tsx'
import { DeviceList } from './device-list.tsx'
import { useDeviceListStatus, useDeviceView } from './device-list-hooks.ts'
import { useDevicesWanted } from './found-devices-hooks.ts'
import './devices-page.css'

const texts = {
  failed: 'Não foi possível carregar os dispositivos.',
  loading: 'Carregando dispositivos…',
  none: 'Ainda não há dispositivos nos seus condomínios.',
  noMatch: 'Nenhum dispositivo passa por este filtro. Mude o texto, o estado ou o condomínio.',
} as const

const addressWithText = (text: string) => devicesAddress({ ...deviceFilterOf(location.search), text })

/** Devices of the condominium in the address, else of the selected one, else of all (LIVE-6, DEV-6). */
export function DevicesPage() {
  useDevicesWanted()
  const search = useSearch()
  const address = useMemo(() => deviceFilterOf(search), [search])
  const [text, setText] = useFilterText(address.text, addressWithText)
  const selectedId = useSelectedCondominium()?.id ?? null
  const filter = {
    ...address,
    text,
    condominiumId: address.condominiumId ?? selectedId,
  }
  const bulk = useBulk()
  const opener = useRef<HTMLButtonElement>(null)
  useLostFocusReturned(bulk?.phase ?? 'closed', opener)
  const isPaced = bulk?.phase === 'running' || bulk?.phase === 'stopping'
  const { view, isLate } = useDeviceView(filter, isPaced)
  const listStatus = useDeviceListStatus()
  const status = listStatus === 'ready' && isLate && view.count === 0 ? 'loading' : listStatus
  const isBusy = useFlowState('deviceList', (list) => list.hasTag('busy')) || isLate
  const contact = usePanelContact()
  const deviceList = useFlow('deviceList')
  const mayWrite = usePermissions().includes('device:write')
  const choice = bulk !== null && (bulk.phase === 'choosing' || bulk.phase === 'asked') ? bulk.ref : null
  // Memoized: many devices can change in a row, and these parts do not depend on them.
  const isWhole = useFlowState('deviceList', (list) => list.context.board.isWhole)
  const filters = useMemo(
    () => <DeviceFilters filter={{ ...address, text }} view={view} isKnown={isWhole} onText={setText} />,
    [address, text, view, isWhole, setText],
  )
  const list = useMemo(
    () => <DeviceList devices={view.devices} contact={contact} choice={choice} />,
    [view, contact, choice],
  )
  const isNarrowed = filter.text.trim() !== '' || filter.deviceStatus !== null || filter.condominiumId !== null
  const place = usePlaceName(filter.condominiumId)
  return (
    <>
      <PageHeading
        title="Dispositivos"
        context={status === 'ready' ? countText(view.devices.length, { isBusy, isWhole, place }) : ''}
        actions={
          mayWrite && (
            <div className="d-flex flex-wrap gap-2">
              {(bulk === null || bulk.phase === 'closed') && (
                <button
                  ref={opener}
                  type="button"
                  className="btn btn-quiet"
                  disabled={bulk === null || view.devices.length === 0}
                  onClick={() => bulk?.ref.send({ type: 'bulk.open' })}
                >
                  Escolher vários
                </button>
              )}
              <Link href="/devices/new" className="btn btn-primary">
                Novo dispositivo
              </Link>
            </div>
          )
        }
      />
      {status === 'failed' && (
        <FailureNotice text={failedText(view.count)} onRetry={() => deviceList.send({ type: 'devices.reload' })} />
      )}
      {contact !== 'current' && (
        <p role="status" className="card card-note devices-unknown">
          O estado dos dispositivos é desconhecido: {contactTexts[contact]}. Quando voltar, eles são consultados de
          novo.
        </p>
      )}
      {address.condominiumId !== null && <OtherPlace condominiumId={address.condominiumId} />}
      {filters}
      {status === 'loading' && <p className="card-note">{texts.loading}</p>}
      {status === 'ready' && view.devices.length === 0 && (
        <p className="card card-note">{isNarrowed ? texts.noMatch : texts.none}</p>
      )}
      {bulk?.phase === 'done' && <BulkPanel bulk={bulk} shown={view.devices} />}
      {view.devices.length > 0 && list}
      {bulk !== null && bulk.phase !== 'done' && <BulkPanel bulk={bulk} shown={view.devices} />}
    </>
  )
}

/** Devices loaded before the failure are only a part of the list. */
function failedText(count: number): string {
  return count === 0
    ? texts.failed
    : `A lista de dispositivos não veio inteira: ${count === 1 ? 'só 1 está' : `só ${numberText(count)} estão`} aqui. Tente novamente.`
}

/** Short while the list loads, so that the text stays on one line (BOOT-2). */
function countText(
  count: number,
  { isBusy, isWhole, place }: { isBusy: boolean; isWhole: boolean; place: string },
): string {
  const text = devicesText(count)
  if (isBusy) return isWhole ? `${text}, atualizando…` : `${text} por enquanto…`
  return `${text} de ${place}`
}
