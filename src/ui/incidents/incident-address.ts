export function incidentAddress(id: string): string {
  return `/incidents/${encodeURIComponent(id)}`
}
