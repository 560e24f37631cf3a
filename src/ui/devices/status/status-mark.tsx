import type { ReactNode } from 'react'
import { type DeviceStatus, deviceStatuses } from '../../../../contract/devices/device-status.ts'
import './status-mark.css'

/** Each status has its own shape, to differ without colour. */
const shapes: Record<DeviceStatus, ReactNode> = {
  open: <path d="M6 2h8l4 4v8l-4 4H6l-4-4V6zM7 7l6 6m0-6-6 6" />,
  halfOpen: (
    <>
      <circle cx="10" cy="10" r="7.500" />
      <path className="is-filled" d="M10 2.500a7.500 7.500 0 0 1 0 15z" />
    </>
  ),
  offline: <path d="M10 2.500a7.500 7.500 0 1 1 0 15 7.500 7.500 0 0 1 0-15ZM4.700 4.700l10.600 10.600" />,
  failing: <path d="M10 2.500 18.500 17h-17zM10 8v4m0 2.300v.2" />,
  unknown: <path d="M7 7.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400m0 3v.2" />,
  isolated: <path d="M5.500 9h9v8h-9zM7 9V6.500a3 3 0 0 1 6 0V9" />,
  inactive: <path d="M4 10h12" />,
  online: <circle className="is-filled" cx="10" cy="10" r="7" />,
}

/** Draws the shape of a status; its text is beside it. */
export function DeviceStatusMark({ deviceStatus }: { deviceStatus: DeviceStatus }) {
  return (
    <svg className={`status-mark tone-${deviceStatuses[deviceStatus].tone}`} viewBox="0 0 20 20" aria-hidden="true">
      {shapes[deviceStatus]}
    </svg>
  )
}
