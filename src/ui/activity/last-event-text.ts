import type { ActivityState } from './activity-hooks.ts'

/** 'Último evento: há 3 minutos', that there was none, or that it is not known yet (CON-2, ACT-2). */
export function lastEventText(text: string, activity: ActivityState): string {
  if (activity === 'unknown') return 'Último evento: aguardando…'
  return `Último evento: ${text === '' ? 'Sem eventos' : text}`
}
