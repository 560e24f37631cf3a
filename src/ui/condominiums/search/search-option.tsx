import { memo, type ReactNode } from 'react'
import { deviceStatuses, nameOf } from '../../../../contract/devices/device-status.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { ActivityDot } from '../../activity/activity-dot.tsx'
import type { ActivityState } from '../../activity/activity-hooks.ts'
import { lastEventText } from '../../activity/last-event-text.ts'
import { useDevice } from '../../device-list/device-list-hooks.ts'
import { useDeviceStatus } from '../../devices/status/device-facts-hooks.ts'
import { DeviceStatusMark } from '../../devices/status/status-mark.tsx'
import { CheckIcon } from '../../parts/icons/icons.tsx'
import { allName } from './condominium-index.ts'

interface OptionProps {
  id: string
  /** Index in the whole list, from 0. */
  index: number
  count: number
  start: number
  size: number
  isHighlighted: boolean
  onSelect: (index: number) => void
}

interface WrittenOption extends OptionProps {
  mark: ReactNode
  name: string
  text: string
  children?: ReactNode
}

function Option({ id, index, count, start, size, isHighlighted, onSelect, ...written }: WrittenOption) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the combobox, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={`virtual-row search-option d-flex align-items-center gap-12${isHighlighted ? ' is-highlighted' : ''}`}
      aria-selected={isHighlighted}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ blockSize: size, transform: `translateY(${start}px)` }}
      onClick={() => onSelect(index)}
    >
      {written.mark}
      <span className="search-option-text">
        <span className="fw-semibold">{written.name}</span>
        <span className="text-soft text-xs">{written.text}</span>
      </span>
      {written.children}
    </div>
  )
}

export const AllOption = memo(function AllOption(props: OptionProps) {
  return <Option {...props} mark={<span className="search-option-all" />} name={allName} text="Desfazer a seleção" />
})

interface CondominiumOptionProps extends OptionProps {
  name: string
  lastEvent: string
  activity: ActivityState
  isSelected: boolean
}

export const CondominiumOption = memo(function CondominiumOption({
  name,
  lastEvent,
  activity,
  isSelected,
  ...option
}: CondominiumOptionProps) {
  return (
    <Option {...option} mark={<ActivityDot state={activity} />} name={name} text={lastEventText(lastEvent, activity)}>
      {isSelected && (
        <span className="text-brand">
          <CheckIcon />
          <span className="visually-hidden">Selecionado</span>
        </span>
      )}
    </Option>
  )
})

interface DeviceProps extends OptionProps {
  device: Device
  condominiumName: string
}

export const DeviceOption = memo(function DeviceOption({ device: found, condominiumName, ...option }: DeviceProps) {
  const device = useDevice(found.wordCode) ?? found
  const { wordCode } = device
  const deviceStatus = useDeviceStatus(device)
  return (
    <Option
      {...option}
      mark={<DeviceStatusMark deviceStatus={deviceStatus} />}
      name={nameOf(device)}
      text={`${deviceStatuses[deviceStatus].label} · ${condominiumName} · ${wordCode}`}
    />
  )
})
