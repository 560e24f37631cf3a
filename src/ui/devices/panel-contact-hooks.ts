import { useSelector } from '@xstate/react'
import { useFlow } from '../panel-context.tsx'
import type { PanelContact } from './panel-contact.ts'

/** Whether the panel can say how devices are, and if not, why (DEV-3). */
export function usePanelContact(): PanelContact {
  const isUnknown = useSelector(useFlow('deviceList'), (list) => list?.hasTag('unknown') ?? false)
  const isOffline = useSelector(useFlow('connectivity'), (network) => network?.matches({ network: 'offline' }) ?? false)
  const isServerAway = useSelector(useFlow('serverSource'), (server) => server?.hasTag('away') ?? false)
  const isServiceAway = useSelector(useFlow('deviceServiceSource'), (service) => service?.hasTag('away') ?? false)
  if (isOffline) return 'offline'
  if (!isUnknown) return 'current'
  return isServiceAway && !isServerAway ? 'serviceSilent' : 'silent'
}
