import * as v from 'valibot'
import { activitySchema } from '../../../contract/wire/answers/events.ts'
import { incidentSchema } from '../../../contract/wire/answers/incidents.ts'
import type { Log } from '../log/log.ts'

const key = 'guarita:alerts'
const mostKept = 100

const incidentAlert = v.object({
  /** Another one each time that the incident begins. */
  id: v.string(),
  /** When it began. */
  at: v.string(),
  incident: incidentSchema,
})

/** A call for an incident; of servers without incidents events call. */
export type IncidentAlert = v.InferOutput<typeof incidentAlert>

const alertSchema = v.union([incidentAlert, activitySchema])

/** What calls a person (ALERT-1). */
export type Alert = v.InferOutput<typeof alertSchema>

const keptSchema = v.pipe(v.string(), v.parseJson(), v.object({ userId: v.string(), alerts: v.array(alertSchema) }))

export interface AlertKeeper {
  /** What nobody had seen when this tab was loaded anew. */
  read(): Alert[]
  /** Keeps them over a reload, and counts them at the app where it has a badge. */
  keep(alerts: readonly Alert[]): void
  /** Nothing stays. */
  forget(): void
}

/** The unseen alerts of one person outside the page: in this tab's storage, and at the app's icon. */
export function createAlertKeeper(userId: string, log: Log): AlertKeeper {
  const attempt = <Value>(fallback: Value, act: () => Value): Value => {
    try {
      return act()
    } catch (error) {
      log.warn('Alertas não guardados nesta aba.', error)
      return fallback
    }
  }
  return {
    read: () =>
      attempt([], () => {
        const parsed = v.safeParse(keptSchema, sessionStorage.getItem(key))
        return parsed.success && parsed.output.userId === userId ? parsed.output.alerts : []
      }),
    keep(alerts) {
      const kept = JSON.stringify({ userId, alerts: alerts.slice(-mostKept) })
      attempt(undefined, () => sessionStorage.setItem(key, kept))
      showBadge(alerts.length, log)
    },
    forget() {
      attempt(undefined, () => sessionStorage.removeItem(key))
      showBadge(0, log)
    },
  }
}

/** Browsers without a badge, and pages that are no app, do without. */
function showBadge(count: number, log: Log): void {
  if (!('setAppBadge' in navigator)) return
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  shown.catch((error: unknown) => log.warn('Contagem não mostrada no ícone.', error))
}
