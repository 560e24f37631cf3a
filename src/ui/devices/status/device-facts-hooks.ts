import type { DeviceFacts } from '../../../../contract/devices/device-facts.ts'
import { type DeviceStatus, deviceStatusOf, type StatusFacts } from '../../../../contract/devices/device-status.ts'
import { isAtAddress } from '../../../../contract/devices/tested-devices.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { usePortTests } from '../../activity/activity-hooks.ts'
import { usePing } from '../../health/health-hooks.ts'
import { useIncidentFinder } from '../../incidents/incident-hooks.ts'
import { useFlowState } from '../../panel-context.tsx'
import { useNow, useServerNow } from '../../parts/time/clock-hooks.ts'
import type { CircuitView } from '../circuit/circuit-view.ts'
import { useCircuit, usePanelSeenAt } from '../device-hooks.ts'
import { usePanelContact } from './panel-contact-hooks.ts'

/** The facts that decide the status of one device (STATE-1). */
function useStatusFacts(device: Device): StatusFacts & { device: Device; circuit: CircuitView } {
  const { wordCode } = device
  const reportedAt = useFlowState('deviceList', (list) => list.context.board.reportedAt(wordCode) ?? null)
  return {
    device,
    reportedAt,
    incident: useIncidentFinder()(device),
    circuit: useCircuit(wordCode),
    contact: usePanelContact(),
  }
}

export function useDeviceStatus(device: Device): DeviceStatus {
  return deviceStatusOf(useStatusFacts(device))
}

/** All that is known about one device, for its page (DEV-6). */
export function useDeviceFacts(device: Device): DeviceFacts & { circuit: CircuitView } {
  const { wordCode } = device
  return {
    ...useStatusFacts(device),
    spokeAt: useFlowState('deviceList', (list) => list.context.board.spokeAt(wordCode) ?? null),
    ping: usePing(wordCode),
    panelSeenAt: usePanelSeenAt(wordCode),
    portTest: usePortTests().find((test) => isAtAddress(test, device)) ?? null,
    now: useNow(),
    serverNow: useServerNow(),
  }
}
