import type { ActivityState } from './activity-hooks.ts'

/** Formats 'Último evento: há 3 minutos', or that the event is missing or unknown (CON-2, ACT-2). */
export function lastEventText(text: string, activity: ActivityState): string {
  if (activity === 'unknown') return 'Último evento: aguardando…'
  return `Último evento: ${text === '' ? 'Sem eventos' : text}`
}
