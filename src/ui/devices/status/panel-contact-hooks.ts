import type { PanelContact } from '../../../../contract/devices/panel-contact.ts'
import { useFlowState } from '../../panel-context.tsx'

/** Selects whether the status of devices is known and, if not, why (DEV-3). */
export function usePanelContact(): PanelContact {
  const isUnknown = useFlowState('deviceList', (list) => list.hasTag('unknown'))
  const isOffline = useFlowState('connectivity', (network) => network.matches({ network: 'offline' }))
  const isServerUnreachable = useFlowState('serverSource', (server) => server.hasTag('away'))
  const isServiceUnreachable = useFlowState('deviceServiceSource', (service) => service.hasTag('away'))
  if (isOffline) return 'offline'
  if (!isUnknown) return 'current'
  return isServiceUnreachable && !isServerUnreachable ? 'serviceSilent' : 'silent'
}
