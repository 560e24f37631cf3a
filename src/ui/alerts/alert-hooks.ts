import { useMemo } from 'react'
import { isGateKind } from '../../../contract/incidents/event-kinds.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { isOfIncident } from '../../machines/alerts/incident-alerts.ts'
import { flowHook, useFlowState } from '../panel-context.tsx'

/** All unseen alerts, oldest first. */
export const useUnseenAlerts = flowHook('alerts', (alerts) => alerts.context.unseen)

/** Selects the unseen alerts about gates (forced door, gate held open), oldest first. */
export function useGateAlerts(): readonly Activity[] {
  const unseen = useFlowState('alerts', (alerts) => alerts.context.unseen)
  return useMemo(
    () => unseen.filter((alert): alert is Activity => !isOfIncident(alert) && isGateKind(alert.kind)),
    [unseen],
  )
}

/**
 * Whether there are too many unseen alerts to list: then the toast shows the worst alert and the number of the others.
 */
export const useAlertsMany = flowHook('alerts', (alerts) => alerts.hasTag('many'))

/** Prefix with the number of unseen alerts for the page title: '(2) ', or ''. */
export function useUnseenPrefix(): string {
  const count = useFlowState('alerts', (alerts) => alerts.context.unseen.length)
  return count === 0 ? '' : `(${count}) `
}

export const useSoundOn = flowHook('alerts', (alerts) => alerts.hasTag('soundOn'))

/** Whether no person has chosen in this browser whether alerts sound. */
export const useSoundUnasked = flowHook('alerts', (alerts) => alerts.hasTag('soundUnasked'))

export const useSound = flowHook('alerts', (alerts) => {
  if (alerts.hasTag('sounding')) return 'sounding'
  return alerts.hasTag('soundBlocked') ? 'blocked' : 'quiet'
})
