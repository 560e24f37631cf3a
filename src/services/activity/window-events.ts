import type { Activity } from '../../../contract/wire/answers/events.ts'

/** Re-broadcasts condominium ids as window event `condominiumEventsUpdate` (spec §7 "Realtime socket", ACT-3). */
export function broadcastCondominiumEvents(condominiumIds: string[]): void {
  dispatchEvent(new CustomEvent('condominiumEventsUpdate', { detail: { condominiumIds } }))
}

/** Re-broadcasts an activity as window event `condominiumEventsLastActivity` (spec §7 "Realtime socket", ACT-3). */
export function broadcastLastActivity(activity: Activity): void {
  dispatchEvent(new CustomEvent('condominiumEventsLastActivity', { detail: { activity } }))
}
