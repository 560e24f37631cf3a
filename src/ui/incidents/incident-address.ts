/** Address of the form for a written occurrence (BOOK-1). */
export const newIncidentAddress = '/incidents/new'

export function incidentAddress(id: string): string {
  return `/incidents/${encodeURIComponent(id)}`
}

/**
 * Whether the browser's address names the incident now. The page follows a new address with a delay: a key counts from
 * the address, and must not act on the incident that is still on screen.
 */
export function isAddressed({ id }: { id: string }): boolean {
  return location.pathname.replace(/\/$/, '') === incidentAddress(id)
}
