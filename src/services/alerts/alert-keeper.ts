import * as v from 'valibot'
import { activitySchema } from '../../../contract/wire/answers/events.ts'
import { incidentSchema } from '../../../contract/wire/answers/incidents.ts'
import type { Log } from '../log/log.ts'

const key = 'guarita:alerts'
const mostKept = 100

const incidentAlert = v.object({
  /** A new id each time the incident begins. */
  id: v.string(),
  at: v.string(),
  incident: incidentSchema,
})

/** An alert for an incident. Servers without incidents have alerts for events. */
export type IncidentAlert = v.InferOutput<typeof incidentAlert>

const alertSchema = v.union([incidentAlert, activitySchema])

/** An alert for a person (ALERT-1). */
export type Alert = v.InferOutput<typeof alertSchema>

const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), alerts: v.array(alertSchema), seenIds: v.optional(v.array(v.string()), []) }),
)

export interface AlertKeeper {
  /** The alerts that were unseen before the last reload of this tab. */
  read(): Alert[]
  /** Ids of the alerts that this tab had seen before its last reload: their events may arrive again. */
  readSeen(): string[]
  /** Stores the alerts across a reload, and shows their number on the app's badge if the browser has one. */
  keep(alerts: readonly Alert[], seenIds: readonly string[]): void
  /** Removes the alerts and the badge. */
  forget(): void
}

/** The unseen alerts of one person in this tab's storage and on the app's icon. */
export function createAlertKeeper(userId: string, log: Log): AlertKeeper {
  const attempt = <Value>(fallback: Value, act: () => Value): Value => {
    try {
      return act()
    } catch (error) {
      log.warn('Alertas não guardados nesta aba.', error)
      return fallback
    }
  }
  const kept = () =>
    attempt(null, () => {
      const parsed = v.safeParse(keptSchema, sessionStorage.getItem(key))
      return parsed.success && parsed.output.userId === userId ? parsed.output : null
    })
  return {
    read: () => kept()?.alerts ?? [],
    readSeen: () => kept()?.seenIds ?? [],
    keep(alerts, seenIds) {
      const kept = JSON.stringify({ userId, alerts: alerts.slice(-mostKept), seenIds: seenIds.slice(-mostKept) })
      attempt(undefined, () => sessionStorage.setItem(key, kept))
      showBadge(alerts.length, log)
    },
    forget() {
      attempt(undefined, () => sessionStorage.removeItem(key))
      showBadge(0, log)
    },
  }
}

function showBadge(count: number, log: Log): void {
  if (!('setAppBadge' in navigator)) return
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  shown.catch((error: unknown) => log.warn('Contagem não mostrada no ícone.', error))
}
