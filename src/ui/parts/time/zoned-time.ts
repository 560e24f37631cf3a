const dayAndTime = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium' })
const zone = new Intl.DateTimeFormat('pt-BR', { timeZoneName: 'shortOffset' })

/** UTC offset of this computer, at a time in milliseconds since the epoch or now: 'UTC-3'. */
export function zoneText(at?: number): string {
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('GMT', 'UTC')
}

/** Formats an ISO date-time in local time: '22/11/2026 09:31:08'. */
export function localTimeText(iso: string): string {
  return dayAndTime.format(Date.parse(iso)).replace(', ', ' ')
}

/** Cells of a time in a sheet: local time, UTC offset, and UTC. */
export function timeCells(iso: string): [local: string, zone: string, utc: string] {
  const at = Date.parse(iso)
  return [localTimeText(iso), zoneText(at), new Date(at).toISOString()]
}

export const timeColumns = ['Data e hora (local)', 'Fuso', 'Data e hora (UTC)'] as const
