import { useSelector } from '@xstate/react'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { useDeviceHistory } from '../../audit/audit-hooks.ts'
import { useDeviceTools } from '../device-hooks.ts'
import { deactivationText, withOwnReason } from './deactivation-text.ts'

/** Shows who deactivated the device, when and why; nothing for an active device, or if the server does not send it (STATE-3). */
export function DeactivationLine({ device: { wordCode, active } }: { device: Device }) {
  const known = useSelector(useDeviceTools()?.timeline, (shown) =>
    shown?.context.wordCode === wordCode ? shown.context.timeline?.deactivation : undefined,
  )
  const records = useDeviceHistory(wordCode)
  if (active || known === undefined) return null
  return <p>{deactivationText(withOwnReason(known, records))}</p>
}
