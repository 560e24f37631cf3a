const dayAndTime = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium' })
const zone = new Intl.DateTimeFormat('pt-BR', { timeZoneName: 'shortOffset' })

/** The zone of this computer, at a time in milliseconds since the epoch or now: 'UTC-3'. */
export function zoneText(at?: number): string {
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('GMT', 'UTC')
}

/** Day and time of an ISO date-time to the second, as this computer's clock shows it: '22/11/2026 09:31:08'. */
export function localTimeText(iso: string): string {
  return dayAndTime.format(Date.parse(iso)).replace(', ', ' ')
}

/** What a sheet has of one moment: local time, its zone, and UTC. */
export function timeCells(iso: string): [local: string, zone: string, utc: string] {
  const at = Date.parse(iso)
  return [localTimeText(iso), zoneText(at), new Date(at).toISOString()]
}

/** Headings of `timeCells`. */
export const timeColumns = ['Data e hora (local)', 'Fuso', 'Data e hora (UTC)'] as const
