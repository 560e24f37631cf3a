/** The address of an incident's page. */
export function incidentAddress(id: string): string {
  return `/incidents/${encodeURIComponent(id)}`
}
