import { useSelector } from '@xstate/react'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import { useLastKnownAt } from '../last-known/last-known-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { useConnection } from '../socket/socket-hooks.ts'

const flowOf = { server: 'serverSource', deviceService: 'deviceServiceSource', health: 'healthSource' } as const

/** Source of data on screen: the live connection or a service (LIVE-1). */
export type Source = 'live' | keyof typeof flowOf

/** Returns 'de 10:32:11, sem contato com o servidor' if the source is unreachable, else '' (LIVE-1). */
export function useStaleText(source: Source): string {
  const connection = useConnection()
  const isOffline = useFlowState('connectivity', (network) => network.matches({ network: 'offline' }))
  const flow = useFlow(flowOf[source === 'live' ? 'server' : source])
  const isAway = useSelector(flow, (service) => service.hasTag('away'))
  const heardAt = useSelector(flow, (service) => service.context[source === 'live' ? 'cutOffAt' : 'heardAt'] ?? null)
  const lastKnownAt = useLastKnownAt()
  const isCutOff = connection === 'reconnecting' || connection === 'failed' || lastKnownAt !== null
  if (!(source === 'live' ? isCutOff : isAway)) return ''
  const reason = isOffline ? 'este computador está sem rede' : 'sem contato com o servidor'
  const at = (source === 'live' ? lastKnownAt : null) ?? heardAt
  return at === null ? reason : `de ${secondsText(at)}, ${reason}`
}
