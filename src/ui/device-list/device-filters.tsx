import { useId } from 'react'
import { Link, useLocation } from 'wouter'
import { type DeviceStatus, deviceStatuses, deviceStatusOrder } from '../../../contract/devices/device-status.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import { useNoneText } from '../condominiums/condominium-hooks.ts'
import { CondominiumSelect } from '../condominiums/search/condominium-select.tsx'
import { DeviceStatusMark } from '../devices/status/status-mark.tsx'
import { SearchField } from '../parts/forms/search-field.tsx'
import { devicesAddress } from './device-addresses.ts'
import type { DeviceFilter, DeviceView } from './device-order.ts'
import '../parts/forms/choices.css'

interface DeviceFiltersProps {
  filter: DeviceFilter
  view: DeviceView
  /** Whether the whole list was loaded; else the counts are unknown. */
  isKnown: boolean
  onText: (text: string) => void
}

/** Filters the list by text, condominium and status; the filter is in the page's address. */
export function DeviceFilters({ filter, view: { byDeviceStatus, count }, isKnown, onText }: DeviceFiltersProps) {
  const [, navigate] = useLocation()
  const id = useId()
  const noneText = useNoneText()
  const isOffered = (deviceStatus: DeviceStatus) =>
    byDeviceStatus[deviceStatus].length > 0 || filter.deviceStatus === deviceStatus
  const countText = (number: number) => (isKnown ? numberText(number) : '')
  return (
    <search className="list-filters d-grid gap-12 mb-3">
      <div className="list-filter-fields d-grid gap-12">
        <SearchField
          label="Buscar dispositivo"
          placeholder="Nome, código, IP ou condomínio"
          text={filter.text}
          onText={onText}
        />
        <div>
          <label className="visually-hidden" htmlFor={`${id}-condominium`}>
            Filtrar por condomínio
          </label>
          <CondominiumSelect
            id={`${id}-condominium`}
            value={filter.condominiumId ?? ''}
            noneText={noneText}
            onChange={(condominiumId) => navigate(devicesAddress({ ...filter, condominiumId }), { replace: true })}
          />
        </div>
      </div>
      <nav className="choices" aria-label="Filtrar por estado">
        <Link
          href={devicesAddress({ ...filter, deviceStatus: null })}
          aria-current={filter.deviceStatus === null ? 'true' : undefined}
        >
          Todos
          <span>{countText(count)}</span>
        </Link>
        {deviceStatusOrder.filter(isOffered).map((deviceStatus) => (
          <Link
            key={deviceStatus}
            href={devicesAddress({ ...filter, deviceStatus })}
            aria-current={filter.deviceStatus === deviceStatus ? 'true' : undefined}
          >
            <DeviceStatusMark deviceStatus={deviceStatus} />
            {deviceStatuses[deviceStatus].label}
            <span>{countText(byDeviceStatus[deviceStatus].length)}</span>
          </Link>
        ))}
      </nav>
    </search>
  )
}
