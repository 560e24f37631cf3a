import { useSelector } from '@xstate/react'
import { contactTexts, cutOffText, type PanelContact } from '../../../contract/devices/panel-contact.ts'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import { useLastKnownAt } from '../last-known/last-known-hooks.ts'
import { flowHook, useFlow } from '../panel-context.tsx'
import { useConnection } from '../socket/socket-hooks.ts'

const flowOf = { server: 'serverSource', deviceService: 'deviceServiceSource', health: 'healthSource' } as const

const silentOf = { live: 'silent', server: 'silent', deviceService: 'serviceSilent', health: 'healthSilent' } as const

/** Source of data on screen: the live connection or a service (LIVE-1). */
export type Source = 'live' | keyof typeof flowOf

/** Whether this computer has no network (STATE-8). */
export const useOffline = flowHook('connectivity', (network) => network.matches({ network: 'offline' }))

/** Whether the server is unreachable, or is being probed: then a silent service may only be its symptom. */
export const useServerSilent = flowHook('serverSource', (server) => server.hasTag('away') || server.hasTag('doubted'))

/** Whether a service is unreachable. */
export function useIsAway(source: keyof typeof flowOf): boolean {
  return useSelector(useFlow(flowOf[source]), (service) => service.hasTag('away'))
}

/** Time of the last answer of a service, on the server's clock, in milliseconds since the epoch, or null. */
export function useHeardAt(source: keyof typeof flowOf): number | null {
  return useSelector(useFlow(flowOf[source]), (service) => service.context.heardAt)
}

/** Returns 'de 10:32:11, sem contato com o servidor' if the source is unreachable, else '' (LIVE-1). */
export function useStaleText(source: Source): string {
  const connection = useConnection()
  const isOffline = useOffline()
  const isServerSilent = useServerSilent()
  const flow = useFlow(flowOf[source === 'live' ? 'server' : source])
  const isAway = useSelector(flow, (service) => service.hasTag('away'))
  const heardAt = useSelector(flow, (service) => service.context[source === 'live' ? 'cutOffAt' : 'heardAt'] ?? null)
  const lastKnownAt = useLastKnownAt()
  const isLive = source === 'live'
  const isCutOff = connection === 'reconnecting' || connection === 'failed' || lastKnownAt !== null
  if (!(isLive ? isCutOff : isAway)) return ''
  if (isLive && !isOffline && !isAway && lastKnownAt === null) return cutOffText
  const contact: Exclude<PanelContact, 'current'> = isOffline ? 'offline' : isServerSilent ? 'silent' : silentOf[source]
  const at = (isLive ? lastKnownAt : null) ?? heardAt
  return at === null ? contactTexts[contact] : `de ${secondsText(at)}, ${contactTexts[contact]}`
}
