import type { Capabilities } from '../../../contract/wire/routes/incidents.ts'
import { useFlowState } from '../panel-context.tsx'
import { useServerOffers } from './incident-hooks.ts'

/** Whether the server has answered that it does not have the feature: its pages do not exist. */
export function useServerLacks(feature: keyof Capabilities): boolean {
  const isAsked = useFlowState('incidents', (flow) => flow.hasTag('present') || flow.hasTag('absent'))
  return !useServerOffers(feature) && isAsked
}
