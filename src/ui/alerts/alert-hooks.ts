import { useMemo } from 'react'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { isOfIncident } from '../../machines/alerts/incident-alerts.ts'
import type { Alert } from '../../services/alerts/alert-keeper.ts'
import { flowHook, useFlowState } from '../panel-context.tsx'

const none: readonly Alert[] = []

/** The unseen alerts that have a toast of their own, in the order in which they happened. */
export const useAlertsApart = flowHook('alerts', (alerts) => (alerts.hasTag('apart') ? alerts.context.unseen : none))

const calling: readonly Activity['kind'][] = ['door-forced', 'gate-held-open']

/** What happened at a gate and nobody has seen yet, in the order in which it happened; of devices that went down not. */
export function useGateAlerts(): readonly Activity[] {
  const unseen = useFlowState('alerts', (alerts) => alerts.context.unseen)
  return useMemo(
    () => unseen.filter((alert): alert is Activity => !isOfIncident(alert) && calling.includes(alert.kind)),
    [unseen],
  )
}

/** How many unseen alerts share one toast; 0 while each has its own. */
export const useAlertsTogether = flowHook('alerts', (alerts) =>
  alerts.hasTag('together') ? alerts.context.unseen.length : 0,
)

/** How many are unseen, for the title of the page: '(2) ', or ''. */
export function useUnseenPrefix(): string {
  const count = useFlowState('alerts', (alerts) => alerts.context.unseen.length)
  return count === 0 ? '' : `(${count}) `
}

/** Whether this browser is to sound. */
export const useSoundOn = flowHook('alerts', (alerts) => alerts.hasTag('soundOn'))

/** Whether it sounds now, and whether the browser lets it. */
export const useSound = flowHook('alerts', (alerts) => {
  if (alerts.hasTag('sounding')) return 'sounding'
  return alerts.hasTag('soundBlocked') ? 'blocked' : 'quiet'
})
