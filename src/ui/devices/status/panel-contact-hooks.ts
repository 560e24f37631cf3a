import type { PanelContact } from '../../../../contract/devices/panel-contact.ts'
import { useLastKnownAt } from '../../last-known/last-known-hooks.ts'
import { useFlowState } from '../../panel-context.tsx'
import { useIsAway, useOffline, useServerSilent } from '../../sources/source-hooks.ts'

/** Selects whether the status of devices is known and, if not, why (DEV-3). */
export function usePanelContact(): PanelContact {
  const isUnknown = useFlowState('deviceList', (list) => list.hasTag('unknown'))
  const isHealthOnly = useFlowState('deviceList', (list) => list.matches({ contact: 'current' }))
  const isOffline = useOffline()
  const isServerSilent = useServerSilent()
  const isServiceAway = useIsAway('deviceService')
  if (isOffline) return 'offline'
  if (!isUnknown && !isServiceAway) return 'current'
  if (isServerSilent) return 'silent'
  return isHealthOnly && !isServiceAway ? 'healthSilent' : 'serviceSilent'
}

/** Selects what the page as a whole has no contact to, for the notice above it. */
export function useLostContact(): PanelContact {
  const contact = usePanelContact()
  const isServerAway = useIsAway('server')
  const lastKnownAt = useLastKnownAt()
  return contact === 'offline' || !(isServerAway || lastKnownAt !== null) ? contact : 'silent'
}
