import { useSelector } from '@xstate/react'
import { useFlow } from '../panel-context.tsx'

/** Whether the panel can say how devices are: it can, its browser has no network, or the server is silent (DEV-3). */
export type PanelContact = 'current' | 'offline' | 'silent'

/** Why no device's state can be told. */
export const contactTexts: Record<Exclude<PanelContact, 'current'>, string> = {
  offline: 'este computador está sem rede',
  silent: 'sem contato com o servidor',
}

/** Whether the panel can say how devices are, and if not, why (DEV-3). */
export function usePanelContact(): PanelContact {
  const isUnknown = useSelector(useFlow('deviceList'), (list) => list?.hasTag('unknown') ?? false)
  const isOffline = useSelector(useFlow('connectivity'), (network) => network?.matches({ network: 'offline' }) ?? false)
  if (isOffline) return 'offline'
  return isUnknown ? 'silent' : 'current'
}
